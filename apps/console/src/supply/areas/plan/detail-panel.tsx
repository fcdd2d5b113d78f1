import { orgMachine } from '@kabao/contract/supply/org-machine'
import type { PlanDetail, PlanRow } from '@kabao/contract/supply/plan'
import { planWords } from '@kabao/contract/supply/plan.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { lazy, Suspense, useState } from 'react'
import { Button, Can, Fact, Facts, StateBadge, useAnswer, useWords } from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { Section } from '#kit/detail/section.tsx'
import { useOpenId } from '#kit/detail/use-open.ts'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { blankOf, draftOf } from './draft.ts'
import type { PlanList } from './lists.ts'
import { Overlaps } from './overlaps.tsx'
import { usePlanTexts } from './texts.tsx'
import { TodayCard } from './today-card.tsx'

const Caps = lazy(() => import('../../caps/caps.tsx'))
const WhyNot = lazy(() => import('./why-not.tsx'))
const Simulation = lazy(() => import('./simulation.tsx'))

interface PlanProps extends EntryPanelProps<PlanRow> {
  of: PlanList
}

/** One plan with its figures of today, its acts and its history. */
export default function DetailPanel({ panel, ...props }: PlanProps) {
  const { t } = useWords(planPageWords)
  return (
    <EntryPanel get={props.of.calls.get} title={t('detail')} panel={panel}>
      {(plan) => <Plan plan={plan} {...props} />}
    </EntryPanel>
  )
}

function Plan({ plan, of, ...todo }: Omit<PlanProps, 'panel'> & { plan: PlanDetail }) {
  const { t } = useWords(planWords)
  const page = useWords(planPageWords)
  const texts = usePlanTexts(of.calls)
  // A simulation is in the address, so that a reload leads back to it while it runs.
  const [running, setRunning] = useOpenId('simulation')
  const terms = () => ({ ...draftOf(blankOf(of), plan), id: plan.id })
  const [simulated, setSimulated] = useState<object | null>(() => (running === null ? null : terms()))
  const { data: overlaps } = useAnswer(
    of.calls.overlaps,
    { params: { id: plan.id } },
    { enabled: plan.status !== 'ended' },
  )
  return (
    <>
      <EntryHead of={of} entry={plan} words={planPageWords} isEditable={plan.status !== 'ended'} {...todo}>
        <Can use={of.calls.simulate}>
          <Button variant="default" onClick={() => setSimulated(terms())}>
            {page.t('simulate.button')}
          </Button>
        </Can>
      </EntryHead>
      {plan.status !== 'draft' && <TodayCard of={of} id={plan.id} />}
      {plan.status !== 'draft' && (
        <Suspense>
          <WhyNot of={of} id={plan.id} />
        </Suspense>
      )}
      <Facts title={page.t('section.basic')}>
        <Fact label={t('field.orgName')}>
          {plan.orgName}{' '}
          {plan.orgStatus !== 'enabled' && <StateBadge of={orgMachine} state={plan.orgStatus} />}
        </Fact>
        <Fact label={t('field.flow')}>{texts.flow(plan.flow)}</Fact>
        <Fact label={t('field.priceFen')}>{texts.money(plan.priceFen)}</Fact>
        {plan.priceMaxFen !== null && (
          <Fact label={page.t('replyPrice')}>
            {`${texts.money(plan.priceMinFen)}–${texts.money(plan.priceMaxFen)}`}
          </Fact>
        )}
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
          {plan.excludedChannels.map(({ name }) => name).join(page.t('and'))}
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
        <Fact label={t('field.waitsWhenFull')}>{texts.flag(plan.waitsWhenFull)}</Fact>
      </Facts>
      <Can use={of.calls.caps}>
        <Suspense>
          <Caps
            calls={of.calls}
            id={plan.id}
            channels={of.calls.channels}
            isEditable={plan.status !== 'ended'}
          />
        </Suspense>
      </Can>
      <Facts title={page.t('section.returns')}>
        <Fact label={t('field.dedupeDays')}>{texts.days(plan.dedupeDays)}</Fact>
        <Fact label={t('field.returnDays')}>{texts.days(plan.returnDays)}</Fact>
        <Fact label={t('field.returnReasons')}>{plan.returnReasons.join(page.t('and'))}</Fact>
        <Fact label={t('field.isReturnReviewed')}>{texts.flag(plan.isReturnReviewed)}</Fact>
      </Facts>
      {overlaps && (
        <Section title={page.t('overlap.title')}>
          <Overlaps overlaps={overlaps} />
        </Section>
      )}
      <RecordFacts title={page.t('section.record')} words={planWords} entry={plan}>
        <Fact label={t('field.remark')}>{plan.remark}</Fact>
      </RecordFacts>
      <RecordHistory kind="plan" id={plan.id} />
      <Suspense>
        {simulated && (
          <Simulation
            of={of}
            terms={simulated}
            running={running}
            onStart={setRunning}
            onClose={() => {
              setSimulated(null)
              setRunning(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
