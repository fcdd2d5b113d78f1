import { pathOfPage } from '@kabao/contract/app/menu'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import type { OrgDetail } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { type OrgStep, orgSteps } from '@kabao/contract/supply/setup'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Button, Failure, Page, Skeleton, useAnswer, useWords } from '#kit'
import { useEntryDialog } from '#kit/crud/use-entry-dialog.ts'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { useActs } from '#kit/machine/use-acts.ts'
import { WhenSeen } from '#kit/page/when-seen.tsx'
import { PartnerPage, PartnerTabs, partnerAddress } from '#partners'
import Figures from '../../partner/figures.tsx'
import LedgerLines from '../../partner/ledger-lines.tsx'
import classes from '../../partner/partner-page.module.css'
import RefusedCalls from '../../partner/refused-calls.tsx'
import RunningPlans from '../../partner/running-plans.tsx'
import { SetupSteps, type StepAct, StepButton } from '../../partner/setup-steps.tsx'
import { type OrgList, plainList, uvList } from './lists.ts'
import { Money } from './money.tsx'
import { newPlanAddress } from './new-plan-address.ts'
import { plansAddress } from './plans-address.ts'

const OrgRest = lazy(() => import('./rest.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))
const RechargeDialog = lazy(() => import('#ledger/areas/recharge/entry-dialog.tsx'))

/** Everything about one organization: what it still needs, its figures, its money and its connection. */
const OrgDetailPage = () => (
  <PartnerPage lists={[plainList, uvList]}>{(of, id) => <Loaded key={id} of={of} id={id} />}</PartnerPage>
)
export default OrgDetailPage

function Loaded({ of, id }: { of: OrgList; id: string }) {
  const { t } = useWords(orgWords)
  const { t: say } = useWords(partnerPageWords)
  const { data, error, refetch } = useAnswer(of.calls.get, { params: { id } })
  // Both are asked at once: what is shown first of a partner depends on what it still needs.
  const setup = useAnswer(of.calls.setup, { params: { id } })
  const isWaiting = !data || (!setup.data && !setup.error)
  return (
    <Page
      breadcrumb={['menu.org', of.title, 'menu.org.detail']}
      title={t('detail.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to={`${pathOfPage(of.isJoint ? 'OrgUvList' : 'OrgList')}?open=${id}`}
        >
          {say('toList')}
        </Button>
      }
      isLong
    >
      <PartnerTabs kind="Org" of={of} id={id} shown="Detail" />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && isWaiting && <Skeleton shape="facts" count={8} />}
      {!isWaiting && <Org of={of} org={data} setup={setup.data} />}
    </Page>
  )
}

interface OrgProps {
  of: OrgList
  org: OrgDetail
  /** What it still needs; absent if that could not be read. */
  setup: AnswerOf<OrgList['calls']['setup']> | undefined
}

function Org({ of, org, setup }: OrgProps) {
  const { calls } = of
  const { id, flow } = org
  const { t } = useWords(partnerPageWords)
  const dialog = useEntryDialog<{ id: string }>()
  const acts = useActs(of.machine, calls, org)
  const [isRecharging, setRecharging] = useState(false)
  const pages = partnerAddress('Org', of, id)
  const plans = plansAddress(of, id)
  const connect = { to: pages('Connection') }
  const planPoint = (act: string) => ({ point: `${of.isJoint ? 'planUv' : 'plan'}:${act}` })
  const doing: Readonly<Record<OrgStep, StepAct>> = {
    connection: { label: t('act.connection'), use: calls.saveTemplate, ...connect },
    trial: { label: t('act.trial'), use: calls.tryTemplate, ...connect },
    balance: {
      label: t('act.recharge'),
      use: { point: 'recharge:create' },
      run: () => setRecharging(true),
    },
    plan: { label: t('act.addPlan'), use: planPoint('create'), to: newPlanAddress(of, id) },
    run: {
      label: t('act.startPlan'),
      use: planPoint('start'),
      to: setup?.planId ? `${plans}&open=${setup.planId}` : plans,
    },
    enabled: { label: t('act.enable'), use: calls.enable, run: () => void acts.run('enable') },
  }
  const steps =
    setup &&
    orgSteps.map((name) => ({ name, title: t(`org.${name}`), isDone: setup.steps[name], act: doing[name] }))
  // Once it is set up, what it needs next is money.
  const next = steps && (steps.find(({ isDone }) => !isDone)?.name ?? 'balance')
  return (
    <>
      <EntryHead
        of={of}
        entry={org}
        words={orgWords}
        // The state already has a button of its own.
        first={next && next !== 'enabled' && <StepButton act={doing[next]} isFirst />}
        onEdit={dialog.edit}
        onCopy={dialog.copy}
      />
      {steps && <SetupSteps steps={steps} />}
      <Figures by="orgId" id={id} flow={flow} />
      <Money org={org} />
      <div className={classes.parts}>
        <RunningPlans orgId={id} isJoint={of.isJoint} list={plans} />
        <LedgerLines by="orgId" id={id} />
        <RefusedCalls calls={calls} id={id} page={pages('Requests')} />
      </div>
      <WhenSeen>
        <Suspense fallback={<Skeleton shape="facts" count={12} />}>
          <OrgRest of={of} org={org} />
        </Suspense>
      </WhenSeen>
      <Suspense>
        {dialog.opened && <EntryDialog of={of} {...dialog.opened} onClose={dialog.close} />}
        {isRecharging && <RechargeDialog orgId={id} onClose={() => setRecharging(false)} />}
      </Suspense>
    </>
  )
}
