import { audienceStatuses, type PushPlanRow, pushPlan, pushSchedules } from '@kabao/contract/engine/push-plan'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushPlanPageWords } from '@kabao/contract/engine/push-plan-page.words'
import { riskLevels, userSources } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import {
  ChoiceField,
  DateRangeField,
  DateTimeField,
  FormDialog,
  LongTextField,
  MultiSelectField,
  NumberField,
  optionsOf,
  RegionField,
  SelectField,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { EntryForm, type EntryFormProps } from '#kit/entry/entry-form.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { AudienceSize } from './audience-size.tsx'
import { blank, copyOf, draftOf, type PushPlanDraft } from './draft.ts'
import { usePushPlanTexts } from './texts.tsx'

/** Adds, edits or copies a push plan. */
export default function EntryDialog(props: EntryFormProps) {
  return (
    <EntryForm get={pushPlan.get} {...props}>
      {(loaded) => <PushPlanForm onClose={props.onClose} {...loaded} />}
    </EntryForm>
  )
}

interface FormProps {
  entry?: PushPlanRow
  from?: PushPlanRow
  onClose: () => void
}

function PushPlanForm({ entry, from, onClose }: FormProps) {
  const { t } = useWords(pushPlanWords)
  const page = useWords(pushPlanPageWords)
  const users = useWords(userWords)
  const texts = usePushPlanTexts()
  const editor = useEditor({
    create: pushPlan.create,
    update: pushPlan.update,
    get: pushPlan.get,
    entry,
    blank: from ? copyOf(from, page.t('copyOf', { name: from.name })) : blank,
    draftOf,
    onSaved: onClose,
  })
  const { draft, field } = editor
  const schedule = field('schedule')
  const at = field('at')
  const dailyAt = field('dailyAt')
  const [first, last] = [field('registeredFrom'), field('registeredTo')]
  /** An input whose empty value is undefined. */
  const optional = (name: 'planId' | 'channelId' | 'cityCode') => {
    const input = field(name)
    return {
      ...input,
      value: input.value ?? undefined,
      onChange: (next?: string) => input.onChange(next ?? null),
    }
  }
  return (
    <FormDialog
      title={t(entry ? 'edit' : 'add')}
      editor={editor}
      onClose={onClose}
      describe={texts.describe}
      width={640}
    >
      <FormSection title={page.t('section.basic')}>
        <TextField label={t('field.name')} isRequired {...field('name')} />
        <ChoiceField
          label={t('field.planId')}
          placeholder={page.t('hint.plan')}
          isRequired
          use={pushPlan.plans}
          {...optional('planId')}
        />
      </FormSection>
      <FormSection title={page.t('section.audience')}>
        <FormRow>
          <ChoiceField
            label={t('field.channelId')}
            placeholder={page.t('hint.any')}
            use={pushPlan.channels}
            {...optional('channelId')}
          />
          <RegionField
            label={t('field.cityCode')}
            placeholder={page.t('hint.any')}
            {...optional('cityCode')}
          />
        </FormRow>
        <DateRangeField
          label={page.t('registered')}
          placeholder={page.t('hint.any')}
          name="registered"
          value={[first.value ?? undefined, last.value ?? undefined]}
          error={first.error ?? last.error}
          onChange={([from, to]) => {
            first.onChange(from ?? null)
            last.onChange(to ?? null)
          }}
        />
        <FormRow>
          <MultiSelectField
            label={t('field.userStatuses')}
            placeholder={page.t('any')}
            options={optionsOf(audienceStatuses, (each) => users.t(`status.${each}`))}
            {...field('userStatuses')}
            onChange={(next) => field('userStatuses').onChange(next as PushPlanDraft['userStatuses'])}
          />
          <MultiSelectField
            label={t('field.riskLevels')}
            placeholder={page.t('any')}
            options={optionsOf(riskLevels, (each) => users.t(`riskLevel.${each}`))}
            {...field('riskLevels')}
            onChange={(next) => field('riskLevels').onChange(next as PushPlanDraft['riskLevels'])}
          />
        </FormRow>
        <MultiSelectField
          label={t('field.sources')}
          options={optionsOf(userSources, (each) => users.t(`source.${each}`))}
          isRequired
          {...field('sources')}
          onChange={(next) => field('sources').onChange(next as PushPlanDraft['sources'])}
        />
        <AudienceSize chosen={draft} cap={draft.cap} />
      </FormSection>
      <FormSection title={page.t('section.sending')}>
        <FormRow>
          <SelectField
            label={t('field.schedule')}
            options={optionsOf(pushSchedules, (each) => t(`schedule.${each}`))}
            isRequired
            {...schedule}
            onChange={(next: PushPlanDraft['schedule']) => {
              schedule.onChange(next)
              // The time of another schedule is refused.
              if (next !== 'at') at.onChange(null)
              if (next !== 'daily') dailyAt.onChange(null)
            }}
          />
          {draft.schedule === 'at' && <DateTimeField label={t('field.at')} isRequired {...at} />}
          {draft.schedule === 'daily' && (
            <TextField
              label={t('field.dailyAt')}
              placeholder={page.t('hint.dailyAt')}
              isRequired
              {...dailyAt}
              value={dailyAt.value ?? ''}
              onChange={(next) => dailyAt.onChange(next === '' ? null : next)}
            />
          )}
        </FormRow>
        <FormRow>
          <NumberField
            label={t('field.perMinute')}
            placeholder={page.t('hint.perMinute')}
            isRequired
            {...field('perMinute')}
          />
          <NumberField label={t('field.cap')} placeholder={page.t('hint.cap')} {...field('cap')} />
        </FormRow>
        <LongTextField label={t('field.remark')} {...field('remark')} />
      </FormSection>
    </FormDialog>
  )
}
