import { pathOfPage } from '@kabao/contract/app/menu'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import type { ChannelRow } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { type ChannelStep, channelSteps } from '@kabao/contract/supply/setup'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Button, Failure, Page, Skeleton, useAnswer, useWords } from '#kit'
import { useEntryDialog } from '#kit/crud/use-entry-dialog.ts'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { useActs } from '#kit/machine/use-acts.ts'
import { WhenSeen } from '#kit/page/when-seen.tsx'
import { PartnerPage, PartnerTabs, partnerAddress, useMakeKey } from '#partners'
import Figures from '../../partner/figures.tsx'
import LedgerLines from '../../partner/ledger-lines.tsx'
import classes from '../../partner/partner-page.module.css'
import RefusedCalls from '../../partner/refused-calls.tsx'
import { SetupSteps, type StepAct, StepButton } from '../../partner/setup-steps.tsx'
import { Keys } from './keys.tsx'
import { type ChannelList, plainList, uvList } from './lists.ts'

const ChannelRest = lazy(() => import('./rest.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** Everything about one channel: what it still needs, its figures, its keys and its money. */
const ChannelDetailPage = () => (
  <PartnerPage lists={[plainList, uvList]}>{(of, id) => <Loaded key={id} of={of} id={id} />}</PartnerPage>
)
export default ChannelDetailPage

function Loaded({ of, id }: { of: ChannelList; id: string }) {
  const { t } = useWords(channelWords)
  const { t: say } = useWords(partnerPageWords)
  const { data, error, refetch } = useAnswer(of.calls.get, { params: { id } })
  // Both are asked at once: what is shown first of a partner depends on what it still needs.
  const setup = useAnswer(of.calls.setup, { params: { id } })
  const isWaiting = !data || (!setup.data && !setup.error)
  return (
    <Page
      breadcrumb={['menu.channel', of.title, 'menu.channel.detail']}
      title={t('detail.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to={`${pathOfPage(of.name === 'channel' ? 'ChannelList' : 'ChannelUvList')}?open=${id}`}
        >
          {say('toList')}
        </Button>
      }
      isLong
    >
      <PartnerTabs kind="Channel" of={of} id={id} shown="Detail" />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && isWaiting && <Skeleton shape="facts" count={8} />}
      {!isWaiting && <Channel of={of} channel={data} setup={setup.data} />}
    </Page>
  )
}

interface ChannelProps {
  of: ChannelList
  channel: ChannelRow
  /** What it still needs; absent if that could not be read. */
  setup: AnswerOf<ChannelList['calls']['setup']> | undefined
}

function Channel({ of, channel, setup }: ChannelProps) {
  const { calls } = of
  const { id, flow } = channel
  const { t } = useWords(partnerPageWords)
  const dialog = useEntryDialog<{ id: string }>()
  const acts = useActs(of.machine, calls, channel)
  const keys = useMakeKey(calls, id)
  const pages = partnerAddress('Channel', of, id)
  const doing: Readonly<Record<ChannelStep, StepAct>> = {
    enabled: { label: t('act.enable'), use: calls.enable, run: () => void acts.run('enable') },
    key: {
      label: t('act.makeKey'),
      use: calls.makeKey,
      run: () => void keys.make(false),
      isPending: keys.isPending,
    },
    addresses: { label: t('act.addresses'), use: calls.update, run: () => dialog.edit(channel) },
    call: { label: t('act.guide'), use: calls.guide, to: pages('Guide') },
    person: {
      label: t('act.users'),
      use: { point: 'user:page' },
      to: `${pathOfPage('UserList')}?channelId=${id}`,
    },
  }
  const steps =
    setup &&
    channelSteps.map((name) => ({
      name,
      title: t(`channel.${name}`),
      isDone: setup.steps[name],
      // Without a list, a signed call is answered from anywhere.
      isOptional: name === 'addresses',
      act: doing[name],
    }))
  const next = steps?.find(({ isDone, isOptional }) => !isDone && !isOptional)
  return (
    <>
      <EntryHead
        of={of}
        entry={channel}
        words={channelWords}
        // The state already has a button of its own.
        first={next && next.name !== 'enabled' && <StepButton act={next.act} isFirst />}
        onEdit={dialog.edit}
        onCopy={dialog.copy}
      />
      {steps && <SetupSteps steps={steps} />}
      <Figures by="channelId" id={id} flow={flow} />
      <div className={classes.parts}>
        <Keys of={of} channel={channel} />
        <RefusedCalls calls={calls} id={id} page={pages('Requests')} />
        <LedgerLines by="channelId" id={id} />
      </div>
      <WhenSeen>
        <Suspense fallback={<Skeleton shape="facts" count={12} />}>
          <ChannelRest of={of} channel={channel} />
        </Suspense>
      </WhenSeen>
      {keys.shown}
      <Suspense>
        {dialog.opened && <EntryDialog of={of} {...dialog.opened} onClose={dialog.close} />}
      </Suspense>
    </>
  )
}
