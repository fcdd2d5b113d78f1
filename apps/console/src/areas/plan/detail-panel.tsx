import type { PlanDetail, PlanRow } from '@kabao/contract/plan'
import { planWords } from '@kabao/contract/plan.words'
import { planPageWords } from '@kabao/contract/plan-page.words'
import { lazy, Suspense, useState } from 'react'
import {
  ActButtons,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  formatInstant,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useActs,
  useAnswer,
  useWords,
} from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { blankOf, draftOf } from './draft.ts'
import type { PlanList } from './lists.ts'
import { Overlaps } from './overlaps.tsx'
import classes from './plan.module.css'
import { usePlanTexts } from './texts.tsx'
import { TodayCard } from './today-card.tsx'

const Simulation = lazy(() => import('./simulation.tsx'))

interface DetailProps {
  of: PlanList
  onEdit: (row: PlanRow) => void
  onCopy: (row: PlanRow) => void
}

/** One plan with its figures of today, its acts and its history. */
export default function DetailPanel({ panel, ...props }: DetailProps & { panel: RowPanelProps }) {
  const { t } = useWords(planPageWords)
  const answer = useAnswer(props.of.calls.get, { params: { id: panel.id } })
  return (
    <RowPanel title={t('detail')} answer={answer} {...panel}>
      {(plan) => <Plan key={plan.id} plan={plan} {...props} />}
    </RowPanel>
  )
}

function Plan({ plan, of, onEdit, onCopy }: DetailProps & { plan: PlanDetail }) {
  const { t, language } = useWords(planWords)
  const page = useWords(planPageWords)
  const texts = usePlanTexts(of.calls)
  const [simulated, setSimulated] = useState<object | null>(null)
  const acts = useActs(of.machine, of.calls, plan)
  const { data: overlaps } = useAnswer(
    of.calls.overlaps,
    { params: { id: plan.id } },
    { enabled: plan.status !== 'ended' },
  )
  const at = (instant: string) => formatInstant(instant, language)
  return (
    <>
      <DetailHead name={plan.name}>
        <StateBadge of={of.machine} state={plan.status} />
      </DetailHead>
      <div className={classes.buttons}>
        <ActButtons acts={acts} />
        {plan.status !== 'ended' && (
          <Can use={of.calls.update}>
            <Button variant="default" onClick={() => onEdit(plan)}>
              {page.t('action.edit')}
            </Button>
          </Can>
        )}
        <Can use={of.calls.create}>
          <Button variant="default" onClick={() => onCopy(plan)}>
            {page.t('action.copy')}
          </Button>
        </Can>
        <Can use={of.calls.simulate}>
          <Button
            variant="default"
            onClick={() => setSimulated({ ...draftOf(blankOf(of), plan), id: plan.id })}
          >
            {page.t('simulate.button')}
          </Button>
        </Can>
      </div>
      {plan.status !== 'draft' && <TodayCard of={of} id={plan.id} />}
      <Facts title={page.t('section.basic')}>
        <Fact label={t('field.orgName')}>{plan.orgName}</Fact>
        <Fact label={t('field.flow')}>{texts.flow(plan.flow)}</Fact>
        <Fact label={t('field.priceFen')}>{texts.money(plan.priceFen)}</Fact>
        <Fact label={t('field.priority')}>{plan.priority}</Fact>
      </Facts>
      <Facts title={page.t('section.dates')}>
        <Fact label={t('field.startsOn')}>{plan.startsOn}</Fact>
        <Fact label={t('field.endsOn')}>{texts.endsOn(plan.endsOn)}</Fact>
        <Fact label={t('field.windows')}>{texts.windows(plan.windows)}</Fact>
      </Facts>
      <Facts title={page.t('section.audience')}>
        <Fact label={t('field.cityCodes')}>{texts.cityCodes(plan.cityCodes)}</Fact>
        <Fact label={page.t('age')}>{texts.ages(plan)}</Fact>
        <Fact label={t('field.gender')}>{texts.gender(plan.gender)}</Fact>
        <Fact label={t('field.incomeBands')}>{texts.incomeBands(plan.incomeBands)}</Fact>
        <Fact label={t('field.creditBands')}>{texts.creditBands(plan.creditBands)}</Fact>
        {(['house', 'car', 'socialInsurance', 'housingFund'] as const).map((name) => (
          <Fact key={name} label={t(`field.${name}`)}>
            {texts.has(plan[name])}
          </Fact>
        ))}
        <Fact label={t('field.excludedChannels')}>
          {plan.excludedChannels.map(({ name }) => name).join(page.t('change.and'))}
        </Fact>
      </Facts>
      <Facts title={page.t('section.limits')}>
        {(['hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap'] as const).map((name) => (
          <Fact key={name} label={t(`field.${name}`)}>
            {texts.count(plan[name])}
          </Fact>
        ))}
        <Fact label={t('field.dailyBudgetFen')}>{texts.money(plan.dailyBudgetFen)}</Fact>
        <Fact label={t('field.isPaced')}>{texts.flag(plan.isPaced)}</Fact>
      </Facts>
      <Facts title={page.t('section.returns')}>
        <Fact label={t('field.dedupeDays')}>{texts.days(plan.dedupeDays)}</Fact>
        <Fact label={t('field.returnDays')}>{texts.days(plan.returnDays)}</Fact>
        <Fact label={t('field.returnReasons')}>{plan.returnReasons.join(page.t('change.and'))}</Fact>
        <Fact label={t('field.isReturnReviewed')}>{texts.flag(plan.isReturnReviewed)}</Fact>
      </Facts>
      {overlaps && (
        <section>
          <h3 className={classes.heading}>{page.t('overlap.title')}</h3>
          <Overlaps overlaps={overlaps} />
        </section>
      )}
      <Facts title={page.t('section.record')}>
        <Fact label={t('field.id')}>{plan.id}</Fact>
        <Fact label={t('field.references')}>{texts.count(plan.references)}</Fact>
        <Fact label={t('field.createdBy')}>{plan.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{at(plan.createdAt)}</Fact>
        <Fact label={t('field.updatedBy')}>{plan.updatedBy}</Fact>
        <Fact label={t('field.updatedAt')}>{at(plan.updatedAt)}</Fact>
        <Fact label={t('field.remark')}>{plan.remark}</Fact>
      </Facts>
      <RecordHistory kind="plan" id={plan.id} />
      <Suspense>
        {simulated && <Simulation of={of} terms={simulated} onClose={() => setSimulated(null)} />}
      </Suspense>
    </>
  )
}
