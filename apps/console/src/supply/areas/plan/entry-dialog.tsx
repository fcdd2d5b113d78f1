import type { PlanDetail } from '@kabao/contract/supply/plan'
import { planWords } from '@kabao/contract/supply/plan.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { creditBands, genders, incomeBands } from '@kabao/contract/users/user'
import { lazy, Suspense, useState } from 'react'
import {
  ask,
  Button,
  Can,
  ChoiceField,
  ChoicesField,
  CitiesField,
  FormDialog,
  LongTextField,
  MoneyField,
  MultiSelectField,
  message,
  NumberField,
  optionsOf,
  SelectField,
  Switch,
  TextField,
  useAnswer,
  useEditor,
  useWords,
} from '#kit'
import { EntryForm, type EntryFormProps } from '#kit/entry/entry-form.tsx'
import { DateField } from '#kit/form/date-field.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { FormSection } from '#kit/form/form-section.tsx'
import { TagsField } from '#kit/form/tags-field.tsx'
import { WeekField } from '#kit/week/week-field.tsx'
import { ChangePreview } from './change-preview.tsx'
import { blankOf, copyOf, draftOf, type PlanDraft } from './draft.ts'
import type { Flow, PlanList } from './lists.ts'
import { usePlanTexts } from './texts.tsx'
import { usePreview } from './use-preview.ts'

const Simulation = lazy(() => import('./simulation.tsx'))

/** Adds, edits or copies a plan. */
export default function EntryDialog({ of, ...props }: EntryFormProps & { of: PlanList }) {
  return (
    <EntryForm get={of.calls.get} {...props}>
      {(loaded) => <PlanForm of={of} onClose={props.onClose} {...loaded} />}
    </EntryForm>
  )
}

interface FormProps {
  of: PlanList
  entry?: PlanDetail
  from?: PlanDetail
  onClose: () => void
}

const audience = ['house', 'car', 'socialInsurance', 'housingFund'] as const
const caps = ['hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap'] as const
const choicesOfHas = ['yes', 'no'] as const

function PlanForm({ of, entry, from, onClose }: FormProps) {
  const { calls, flows, name } = of
  const { t } = useWords(planWords)
  const page = useWords(planPageWords)
  const texts = usePlanTexts(calls)
  const blank = blankOf(of)
  const editor = useEditor({
    create: calls.create,
    update: calls.update,
    get: calls.get,
    entry,
    blank: from ? copyOf(blank, from, page.t('copyOf', { name: from.name })) : blank,
    draftOf: (plan) => draftOf(blank, plan),
    onSaved: onClose,
  })
  const { draft, field } = editor
  const preview = usePreview(of, draft, entry?.id)
  const isRunning = entry?.status === 'running' || entry?.status === 'exhausted'
  const [simulated, setSimulated] = useState<object | null>(null)
  const orgId = field('orgId')
  const flow = field('flow')
  const { data: within } = useAnswer(
    calls.orgCities,
    { params: { id: orgId.value ?? '' } },
    { enabled: orgId.value !== null },
  )
  const yuan = (title: string) => page.t('yuan', { title })
  const has = (key: (typeof audience)[number]) => {
    const input = field(key)
    return {
      ...input,
      value: input.value === null ? undefined : choicesOfHas[input.value ? 0 : 1],
      onChange: (next?: (typeof choicesOfHas)[number]) => input.onChange(next ? next === 'yes' : null),
    }
  }
  const gender = field('gender')
  const flag = (key: 'isPaced' | 'waitsWhenFull' | 'isReturnReviewed') => {
    const { value, onChange, error } = field(key)
    return (
      <Switch
        label={t(`field.${key}`)}
        description={page.t(`hint.${key}`)}
        checked={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  /** A running plan is saved after a question that names what changes. */
  const save = async () => {
    const changes = preview?.changes ?? []
    if (!isRunning || !preview || changes.length === 0) return editor.save()
    const fields = changes.map((each) => texts.describe(each, null).label).join(page.t('change.and'))
    const isYes = await ask({
      title: page.t('change.ask'),
      text: page.t('change.text', { fields }),
      action: page.t('change.save'),
    })
    return isYes && editor.save()
  }
  const simulate = () => {
    const terms = termsOf(of, draft, entry?.id)
    if (terms) setSimulated(terms)
    else message.info(page.t('simulate.wrong'))
  }
  return (
    <>
      <FormDialog
        title={t(`${entry ? 'edit' : 'add'}.${name}`)}
        editor={{ ...editor, save }}
        onClose={onClose}
        describe={texts.describe}
        width={760}
      >
        <FormSection title={page.t('section.basic')}>
          <TextField label={t('field.name')} isRequired {...field('name')} />
          <FormRow>
            <SelectField
              label={t('field.flow')}
              options={optionsOf(flows, (each) => t(`flow.${each}`))}
              isRequired
              {...flow}
              onChange={(next: Flow) => {
                flow.onChange(next)
                // An organization has one flow.
                if (next !== flow.value) orgId.onChange(null)
              }}
            />
            <ChoiceField
              label={t('field.orgId')}
              placeholder={page.t('hint.orgSearch')}
              isRequired
              use={calls.orgs}
              given={{ flow: flow.value }}
              {...orgId}
              value={orgId.value ?? undefined}
              onChange={(next) => orgId.onChange(next ?? null)}
            />
          </FormRow>
          <FormRow>
            <MoneyField label={yuan(t('field.priceFen'))} isRequired {...field('priceFen')} />
            <MoneyField label={yuan(t('field.priceMinFen'))} {...field('priceMinFen')} />
            <MoneyField
              label={yuan(t('field.priceMaxFen'))}
              description={page.t('hint.priceBounds')}
              {...field('priceMaxFen')}
            />
            <NumberField
              label={t('field.priority')}
              description={page.t('hint.priority')}
              isRequired
              {...field('priority')}
            />
          </FormRow>
        </FormSection>
        <FormSection title={page.t('section.audience')}>
          <CitiesField label={t('field.cityCodes')} {...field('cityCodes')} within={within} />
          <FormRow>
            <NumberField
              label={t('field.ageFrom')}
              placeholder={page.t('hint.unlimited')}
              {...field('ageFrom')}
            />
            <NumberField
              label={t('field.ageTo')}
              placeholder={page.t('hint.unlimited')}
              {...field('ageTo')}
            />
            <SelectField
              label={t('field.gender')}
              placeholder={page.t('any')}
              options={optionsOf(genders, (each) => t(`gender.${each}`))}
              {...gender}
              value={gender.value ?? undefined}
              onChange={(next?: (typeof genders)[number]) => gender.onChange(next ?? null)}
            />
          </FormRow>
          <FormRow>
            <MultiSelectField
              label={t('field.incomeBands')}
              placeholder={page.t('any')}
              options={optionsOf(incomeBands, (each) => t(`incomeBand.${each}`))}
              {...field('incomeBands')}
              onChange={(next) => field('incomeBands').onChange(next as PlanDraft['incomeBands'])}
            />
            <MultiSelectField
              label={t('field.creditBands')}
              placeholder={page.t('any')}
              options={optionsOf(creditBands, (each) => t(`creditBand.${each}`))}
              {...field('creditBands')}
              onChange={(next) => field('creditBands').onChange(next as PlanDraft['creditBands'])}
            />
          </FormRow>
          {[audience.slice(0, 2), audience.slice(2)].map((keys) => (
            <FormRow key={keys[0]}>
              {keys.map((key) => (
                <SelectField
                  key={key}
                  label={t(`field.${key}`)}
                  placeholder={page.t('any')}
                  options={optionsOf(choicesOfHas, (each) => page.t(`has.${each}`))}
                  {...has(key)}
                />
              ))}
            </FormRow>
          ))}
          <ChoicesField
            label={t('field.excludedChannelIds')}
            description={page.t('hint.channels')}
            use={calls.channels}
            {...field('excludedChannelIds')}
          />
        </FormSection>
        <FormSection title={page.t('section.dates')}>
          <FormRow>
            <DateField label={t('field.startsOn')} isRequired {...field('startsOn')} />
            <DateField label={t('field.endsOn')} placeholder={page.t('hint.noEnd')} {...field('endsOn')} />
          </FormRow>
          <WeekField label={t('field.windows')} {...field('windows')} />
        </FormSection>
        <FormSection title={page.t('section.limits')}>
          {[caps.slice(0, 2), caps.slice(2)].map((keys) => (
            <FormRow key={keys[0]}>
              {keys.map((key) => (
                <NumberField
                  key={key}
                  label={t(`field.${key}`)}
                  placeholder={page.t('hint.unlimited')}
                  {...field(key)}
                />
              ))}
            </FormRow>
          ))}
          <FormRow>
            <MoneyField
              label={yuan(t('field.dailyBudgetFen'))}
              placeholder={page.t('hint.unlimited')}
              {...field('dailyBudgetFen')}
            />
            {flag('isPaced')}
          </FormRow>
          {flag('waitsWhenFull')}
        </FormSection>
        <FormSection title={page.t('section.returns')}>
          <FormRow>
            <NumberField label={t('field.dedupeDays')} isRequired {...field('dedupeDays')} />
            <NumberField
              label={t('field.returnDays')}
              description={page.t('hint.returnDays')}
              isRequired
              {...field('returnDays')}
            />
          </FormRow>
          <TagsField
            label={t('field.returnReasons')}
            placeholder={page.t('hint.returnReasons')}
            {...field('returnReasons')}
          />
          {flag('isReturnReviewed')}
          <LongTextField label={t('field.remark')} {...field('remark')} />
        </FormSection>
        {preview && (
          <ChangePreview
            preview={preview}
            isNew={!entry}
            describe={texts.describe}
            before={entry && draftOf(blank, entry)}
            after={draft}
          />
        )}
        <Can use={calls.simulate}>
          <div>
            <Button variant="default" onClick={simulate}>
              {page.t('simulate.button')}
            </Button>
          </div>
        </Can>
      </FormDialog>
      <Suspense>
        {simulated && <Simulation of={of} terms={simulated} onClose={() => setSimulated(null)} />}
      </Suspense>
    </>
  )
}

/** The terms as they are typed; null while the contract refuses them. */
const termsOf = (of: PlanList, draft: PlanDraft, id: string | undefined): object | null => {
  const terms = { ...draft, ...(id !== undefined && { id }) }
  return of.calls.simulate.body.safeParse(terms).success ? terms : null
}
