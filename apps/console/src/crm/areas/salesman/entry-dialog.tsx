import { leadSources } from '@kabao/contract/crm/lead-source'
import { leadSourceWords } from '@kabao/contract/crm/lead-source.words'
import { type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import {
  ChoiceField,
  CitiesField,
  FormDialog,
  LongTextField,
  MultiSelectField,
  NumberField,
  optionsOf,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { EntryForm, type EntryFormProps } from '#kit/entry/entry-form.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { KeptField } from '#kit/form/stored-text-field.tsx'
import { WeekField } from '#kit/week/week-field.tsx'
import { blank, copyOf, draftOf, type SalesmanDraft } from './draft.ts'
import { useDescribe } from './use-describe.tsx'

/** Adds, edits or copies a salesman. */
export default function EntryDialog(props: EntryFormProps) {
  return (
    <EntryForm get={salesman.get} {...props}>
      {(loaded) => <SalesmanForm onClose={props.onClose} {...loaded} />}
    </EntryForm>
  )
}

interface FormProps {
  entry?: SalesmanRow
  from?: SalesmanRow
  onClose: () => void
}

function SalesmanForm({ entry, from, onClose }: FormProps) {
  const { t } = useWords(salesmanWords)
  const sources = useWords(leadSourceWords)
  const editor = useEditor({
    create: salesman.create,
    update: salesman.update,
    get: salesman.get,
    entry,
    blank: from ? copyOf(from) : blank,
    draftOf,
    onSaved: onClose,
  })
  const { field } = editor
  const choice = (name: 'adminId' | 'teamId' | 'deputyId') => {
    const { value, onChange, ...input } = field(name)
    return { ...input, value: value ?? undefined, onChange: (next?: string) => onChange(next ?? null) }
  }
  return (
    <FormDialog
      title={t(entry ? 'edit' : 'add')}
      editor={editor}
      onClose={onClose}
      describe={useDescribe()}
      width={760}
    >
      <FormSection title={t('section.basic')}>
        {!entry && (
          <ChoiceField
            label={t('field.adminId')}
            description={t('hint.account')}
            isRequired
            use={salesman.accounts}
            {...choice('adminId')}
          />
        )}
        <FormRow>
          <TextField label={t('field.name')} isRequired {...field('name')} />
          <KeptField label={t('field.phone')} stored={entry?.phone || null} {...field('phone')} />
        </FormRow>
        <FormRow>
          <ChoiceField label={t('field.teamId')} use={salesman.teams} {...choice('teamId')} />
          <ChoiceField
            label={t('field.deputyId')}
            description={t('hint.deputy')}
            use={salesman.colleagues}
            {...choice('deputyId')}
          />
        </FormRow>
      </FormSection>
      <FormSection title={t('section.limits')}>
        <FormRow>
          {(['capacity', 'dailyQuota', 'weight'] as const).map((name) => (
            <NumberField
              key={name}
              label={t(`field.${name}`)}
              description={t(`hint.${name}`)}
              isRequired={name !== 'dailyQuota'}
              {...field(name)}
            />
          ))}
        </FormRow>
        <CitiesField label={t('field.cityCodes')} description={t('hint.cityCodes')} {...field('cityCodes')} />
        <MultiSelectField
          label={t('field.sources')}
          description={t('hint.sources')}
          options={optionsOf(leadSources, (each) => sources.t(`source.${each}`))}
          {...field('sources')}
          onChange={(next) => field('sources').onChange(next as SalesmanDraft['sources'])}
        />
      </FormSection>
      <FormSection title={t('section.duty')}>
        <WeekField label={t('field.windows')} description={t('hint.windows')} {...field('windows')} />
        <LongTextField label={t('field.remark')} {...field('remark')} />
      </FormSection>
    </FormDialog>
  )
}
