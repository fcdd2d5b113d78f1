import { inLanguage } from '@kabao/contract/kernel/language'
import type { PlanDetail } from '@kabao/contract/supply/plan'
import { planWords } from '@kabao/contract/supply/plan.words'
import { planFormWords } from '@kabao/contract/supply/plan-form.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { creditBands, genders, incomeBands } from '@kabao/contract/users/user'
import { lazy, Suspense, useRef, useState } from 'react'
import {
  ask,
  Button,
  Can,
  ChoiceField,
  ChoicesField,
  CitiesField,
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
  usePermission,
  useSend,
  useWords,
} from '#kit'
import { DateField } from '#kit/form/date-field.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { TagsField } from '#kit/form/tags-field.tsx'
import { FormPage, type FormPart } from '#kit/page/form-page.tsx'
import { WeekField } from '#kit/week/week-field.tsx'
import { ChangePreview } from './change-preview.tsx'
import { blankOf, copyOf, draftOf, type PlanDraft } from './draft.ts'
import type { Flow, PlanList } from './lists.ts'
import classes from './plan.module.css'
import { Reach } from './reach.tsx'
import { usePlanTexts } from './texts.tsx'
import { usePreview } from './use-preview.ts'

const Simulation = lazy(() => import('./simulation.tsx'))

interface FormProps {
  of: PlanList
  /** The plan that is changed; absent for a new one. */
  entry?: PlanDetail | undefined
  /** The plan whose values a new one begins with. */
  from?: PlanDetail | undefined
  /** What of a new plan is known. */
  given?: Partial<PlanDraft>
  /** Leads back to where the reader came from. @param opened the id of a plan whose details open there */
  leave: (opened?: string) => void
}

const has = ['house', 'car', 'socialInsurance', 'housingFund'] as const
const caps = ['hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap'] as const
const choicesOfHas = ['yes', 'no'] as const

/** The page that adds, changes or copies a plan. */
export default function PlanForm({ of, entry, from, given, leave }: FormProps) {
  const { calls, flows, name } = of
  const { t } = useWords(planWords)
  const page = useWords(planPageWords)
  const form = useWords(planFormWords)
  const texts = usePlanTexts(calls)
  const [blank] = useState(() => blankOf(of))
  const mayStart = usePermission(calls.start)
  const starting = useSend(calls.start)
  const isToStart = useRef(false)
  /** A plan that cannot be started stays a draft, whose details say so. */
  const startFirst = async ({ id, version }: Pick<PlanDetail, 'id' | 'version'>) => {
    const isStarted = await starting.mutateAsync({ params: { id }, body: { version } }).catch(() => null)
    if (isStarted) message.success(inLanguage(of.machine.acts.start.done, form.language))
    leave(id)
  }
  const editor = useEditor({
    create: calls.create,
    update: calls.update,
    get: calls.get,
    entry,
    blank: from ? copyOf(blank, from, form.t('copyOf', { name: from.name })) : { ...blank, ...given },
    draftOf: (plan) => draftOf(blank, plan),
    onSaved: (saved) => (isToStart.current ? void startFirst(saved) : leave(entry ? undefined : saved.id)),
  })
  const { draft, field } = editor
  const previewed = usePreview(of, draft, entry?.id)
  const preview = previewed.now
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
  const gender = field('gender')
  const flag = (key: 'isPaced' | 'waitsWhenFull' | 'isReturnReviewed') => {
    const { value, onChange, error } = field(key)
    return (
      <Switch
        label={t(`field.${key}`)}
        description={form.t(`help.${key}`)}
        checked={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  const hasField = (key: (typeof has)[number]) => {
    const input = field(key)
    return (
      <SelectField
        key={key}
        label={t(`field.${key}`)}
        placeholder={page.t('any')}
        options={optionsOf(choicesOfHas, (each) => page.t(`has.${each}`))}
        {...input}
        value={input.value === null ? undefined : choicesOfHas[input.value ? 0 : 1]}
        onChange={(next?: (typeof choicesOfHas)[number]) => input.onChange(next ? next === 'yes' : null)}
      />
    )
  }
  const cap = (key: (typeof caps)[number]) => (
    <NumberField
      key={key}
      label={t(`field.${key}`)}
      description={form.t(`help.${key}`)}
      placeholder={form.t('help.unlimited')}
      {...field(key)}
    />
  )
  const parts: FormPart[] = [
    {
      title: form.t('part.basic'),
      fields: ['name', 'flow', 'orgId', 'remark'],
      content: (
        <>
          <TextField
            label={t('field.name')}
            description={form.t('help.name')}
            isRequired
            {...field('name')}
          />
          <FormRow>
            <SelectField
              label={t('field.flow')}
              description={form.t('help.flow')}
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
              description={form.t('help.orgId')}
              placeholder={page.t('hint.orgSearch')}
              isRequired
              use={calls.orgs}
              given={{ flow: flow.value }}
              {...orgId}
              value={orgId.value ?? undefined}
              onChange={(next) => orgId.onChange(next ?? null)}
            />
          </FormRow>
          <LongTextField label={t('field.remark')} description={form.t('help.remark')} {...field('remark')} />
        </>
      ),
    },
    {
      title: form.t('part.audience'),
      help: form.t('about.audience'),
      fields: ['ageFrom', 'ageTo', 'gender', 'incomeBands', 'creditBands', ...has, 'excludedChannelIds'],
      content: (
        <>
          <FormRow>
            {(['ageFrom', 'ageTo'] as const).map((key) => (
              <NumberField
                key={key}
                label={t(`field.${key}`)}
                description={form.t('help.ages')}
                placeholder={form.t('help.unlimited')}
                {...field(key)}
              />
            ))}
          </FormRow>
          <FormRow>
            <SelectField
              label={t('field.gender')}
              placeholder={page.t('any')}
              options={optionsOf(genders, (each) => t(`gender.${each}`))}
              {...gender}
              value={gender.value ?? undefined}
              onChange={(next?: (typeof genders)[number]) => gender.onChange(next ?? null)}
            />
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
          <FormRow>{has.map(hasField)}</FormRow>
          <ChoicesField
            label={t('field.excludedChannelIds')}
            description={form.t('help.excludedChannelIds')}
            use={calls.channels}
            {...field('excludedChannelIds')}
          />
        </>
      ),
    },
    {
      title: form.t('part.region'),
      fields: ['cityCodes'],
      content: (
        <CitiesField
          label={t('field.cityCodes')}
          description={form.t('help.cityCodes')}
          {...field('cityCodes')}
          within={within}
        />
      ),
    },
    {
      title: form.t('part.dates'),
      fields: ['startsOn', 'endsOn', 'windows'],
      content: (
        <>
          <FormRow>
            <DateField
              label={t('field.startsOn')}
              description={form.t('help.startsOn')}
              isRequired
              {...field('startsOn')}
            />
            <DateField
              label={t('field.endsOn')}
              description={form.t('help.endsOn')}
              placeholder={form.t('help.unlimited')}
              {...field('endsOn')}
            />
          </FormRow>
          <WeekField label={t('field.windows')} description={form.t('help.windows')} {...field('windows')} />
        </>
      ),
    },
    {
      title: form.t('part.money'),
      fields: ['priceFen', 'priority'],
      content: (
        <FormRow>
          <MoneyField
            label={yuan(t('field.priceFen'))}
            description={form.t(`help.priceFen.${name}`)}
            isRequired
            {...field('priceFen')}
          />
          <NumberField
            label={t('field.priority')}
            description={form.t(
              previewed.last?.reach?.isPriorityFirst ? 'help.priorityFirst' : 'help.priority',
            )}
            isRequired
            {...field('priority')}
          />
        </FormRow>
      ),
    },
    {
      title: form.t('part.caps'),
      help: form.t('about.caps'),
      fields: [...caps, 'dailyBudgetFen', 'isPaced', 'waitsWhenFull'],
      content: (
        <>
          <FormRow>{caps.slice(0, 2).map(cap)}</FormRow>
          <FormRow>{caps.slice(2).map(cap)}</FormRow>
          <MoneyField
            label={yuan(t('field.dailyBudgetFen'))}
            description={form.t('help.dailyBudgetFen')}
            placeholder={form.t('help.unlimited')}
            {...field('dailyBudgetFen')}
          />
          {flag('isPaced')}
          {flag('waitsWhenFull')}
        </>
      ),
    },
    {
      title: form.t('part.reply'),
      help: form.t('about.reply'),
      fields: ['priceMinFen', 'priceMaxFen'],
      summary:
        draft.priceMinFen === null && draft.priceMaxFen === null
          ? form.t('summary.noReply')
          : form.t('summary.reply', {
              from: texts.money(draft.priceMinFen),
              to: texts.money(draft.priceMaxFen),
            }),
      content: (
        <FormRow>
          <MoneyField label={yuan(t('field.priceMinFen'))} {...field('priceMinFen')} />
          <MoneyField label={yuan(t('field.priceMaxFen'))} {...field('priceMaxFen')} />
        </FormRow>
      ),
    },
    {
      title: form.t('part.returns'),
      fields: ['dedupeDays', 'returnDays', 'returnReasons', 'isReturnReviewed'],
      summary: [
        form.t('summary.dedupe', { days: texts.days(draft.dedupeDays ?? 0) }),
        draft.returnDays
          ? form.t('summary.returns', {
              days: texts.days(draft.returnDays),
              count: draft.returnReasons.length,
            })
          : form.t('summary.noReturns'),
      ].join(' · '),
      content: (
        <>
          <FormRow>
            {(['dedupeDays', 'returnDays'] as const).map((key) => (
              <NumberField
                key={key}
                label={t(`field.${key}`)}
                description={form.t(`help.${key}`)}
                isRequired
                {...field(key)}
              />
            ))}
          </FormRow>
          <TagsField
            label={t('field.returnReasons')}
            description={form.t('help.returnReasons')}
            {...field('returnReasons')}
          />
          {flag('isReturnReviewed')}
        </>
      ),
    },
  ]
  /** A running plan is saved after a question that names what changes. */
  const save = async () => {
    const changes = preview?.changes ?? []
    if (!isRunning || !preview || changes.length === 0) return editor.save()
    const fields = changes.map((each) => texts.describe(each, null).label).join(page.t('and'))
    const isYes = await ask({
      title: form.t('change.ask'),
      text: form.t('change.text', { fields }),
      action: form.t('change.save'),
    })
    return isYes && editor.save()
  }
  const saveAndStart = async () => {
    isToStart.current = true
    const isSaved = await editor.save()
    isToStart.current = false
    return isSaved
  }
  const simulate = () => {
    const terms = termsOf(of, draft, entry?.id)
    if (terms) setSimulated(terms)
    else message.info(form.t('wrong'))
  }
  return (
    <>
      <FormPage
        breadcrumb={['menu.plan', of.title, 'menu.plan.edit']}
        title={t(`${entry ? 'edit' : 'add'}.${name}`)}
        editor={{ ...editor, save, isSaving: editor.isSaving || starting.isPending }}
        also={entry || !mayStart ? undefined : { label: form.t('saveAndStart'), save: saveAndStart }}
        describe={texts.describe}
        parts={parts}
        onCancel={() => leave()}
        aside={
          <>
            <Can use={calls.simulate}>
              {/* Above what grows. */}
              <Button variant="default" className={classes.simulate} onClick={simulate}>
                {page.t('simulate.button')}
              </Button>
              <Reach of={previewed} />
            </Can>
            {preview && (
              <ChangePreview
                preview={preview}
                isNew={!entry}
                describe={texts.describe}
                before={entry && draftOf(blank, entry)}
                after={draft}
              />
            )}
          </>
        }
      />
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
