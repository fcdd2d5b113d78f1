import { type HideableField, hideableFields } from '@kabao/contract/crm/lead-fields'
import { type LeadPoolRow, leadPool } from '@kabao/contract/crm/lead-pool'
import { leadPoolWords } from '@kabao/contract/crm/lead-pool.words'
import {
  ChoiceField,
  describeFields,
  FormDialog,
  LongTextField,
  MultiSelectField,
  NumberField,
  optionsOf,
  Switch,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { ChoiceName } from '#kit/choice/choice-name.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'

const blank = {
  name: '',
  teamId: null as string | null,
  ownerId: null as string | null,
  maxHeld: 100 as number | null,
  maxClaimsPerDay: 50 as number | null,
  coolDownDays: 7 as number | null,
  lockMinutes: 30 as number | null,
  recycleDays: 7 as number | null,
  protectDays: 60 as number | null,
  firstContactMinutes: 30 as number | null,
  hiddenFields: [] as HideableField[],
  isAutomatic: false,
  remark: '',
}
const claims = [
  ['maxHeld', 'maxClaimsPerDay'],
  ['coolDownDays', 'lockMinutes'],
] as const
const returns = ['recycleDays', 'protectDays', 'firstContactMinutes'] as const

/** Adds or edits a pool; each rule is explained beside it. */
export default function EntryDialog({ entry, onClose }: { entry?: LeadPoolRow; onClose: () => void }) {
  const words = useWords(leadPoolWords)
  const { t } = words
  const editor = useEditor({
    create: leadPool.create,
    update: leadPool.update,
    get: leadPool.get,
    entry,
    blank,
    onSaved: onClose,
  })
  const { field } = editor
  const describe = describeFields(words, {
    ownerId: (id: string | null) => (id ? <ChoiceName use={leadPool.owners} id={id} /> : t('nobody')),
    hiddenFields: (hidden: readonly HideableField[]) =>
      hidden.map((each) => t(`hideable.${each}`)).join(', '),
    isAutomatic: (isOn: boolean) => t(isOn ? 'automatic.on' : 'automatic.off'),
  })
  const choice = (name: 'teamId' | 'ownerId') => {
    const { value, onChange, ...input } = field(name)
    return { ...input, value: value ?? undefined, onChange: (next?: string) => onChange(next ?? null) }
  }
  const rule = (name: (typeof claims)[number][number] | (typeof returns)[number]) => (
    <NumberField
      key={name}
      label={t(`field.${name}`)}
      description={t(`hint.${name}`)}
      isRequired
      {...field(name)}
    />
  )
  const automatic = field('isAutomatic')
  return (
    <FormDialog
      title={t(entry ? 'edit' : 'add')}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={760}
    >
      <TextField label={t('field.name')} isRequired {...field('name')} />
      <FormRow>
        {!entry && (
          <ChoiceField
            label={t('field.teamId')}
            description={t('hint.team')}
            isRequired
            use={leadPool.teams}
            {...choice('teamId')}
          />
        )}
        <ChoiceField
          label={t('field.ownerId')}
          description={t('hint.owner')}
          use={leadPool.owners}
          {...choice('ownerId')}
        />
      </FormRow>
      <FormSection title={t('section.limits')}>
        {claims.map((names) => (
          <FormRow key={names[0]}>{names.map(rule)}</FormRow>
        ))}
      </FormSection>
      <FormSection title={t('section.returning')}>
        <FormRow>{returns.map(rule)}</FormRow>
      </FormSection>
      <FormSection title={t('section.shown')}>
        <MultiSelectField
          label={t('field.hiddenFields')}
          description={t('hint.hiddenFields')}
          options={optionsOf(hideableFields, (each) => t(`hideable.${each}`))}
          {...field('hiddenFields')}
          onChange={(next) => field('hiddenFields').onChange(next as HideableField[])}
        />
        <Switch
          label={t('field.isAutomatic')}
          description={t('hint.isAutomatic')}
          checked={automatic.value}
          error={automatic.error}
          onChange={(event) => automatic.onChange(event.currentTarget.checked)}
        />
        <LongTextField label={t('field.remark')} {...field('remark')} />
      </FormSection>
    </FormDialog>
  )
}
