import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { Link, useNavigate } from 'react-router'
import {
  Anchor,
  Badge,
  type ColumnsOf,
  formatNumber,
  formatShortInstant,
  message,
  Switch,
  useAct,
  usePermission,
  useSend,
  useWords,
  wordsOf,
} from '#kit'
import { useViews } from './address.ts'
import type { HookKind, HookRow, TurnedKind } from './hooks.ts'

type HealthRow = Omit<HookRow, 'url'>

/** Up to how many deliveries are counted. */
const mostCounted = 1_000

/** Whether nothing is sent to a target for now. */
const isHeld = ({ brokenAt, pausedUntil }: HealthRow): boolean =>
  brokenAt !== null || (pausedUntil !== null && Date.parse(pausedUntil) > Date.now())

/** How a target is, in a word. */
function healthOf(row: HealthRow): { text: string; color: string } {
  const { t, language } = wordsOf(reachPageWords)
  const { isOn, brokenAt, pausedUntil } = row
  if (!isOn) return { text: t('health.off'), color: 'gray' }
  const reach = wordsOf(reachWords)
  const when = (word: 'since' | 'until', state: 'brokenAt' | 'pausedUntil', at: string | null) =>
    t(`health.${word}`, { state: reach.t(`health.${state}`), at: formatShortInstant(at ?? '', language) })
  if (brokenAt) return { text: when('since', 'brokenAt', brokenAt), color: 'red' }
  if (isHeld(row)) return { text: when('until', 'pausedUntil', pausedUntil), color: 'orange' }
  return { text: t('health.fine'), color: 'green' }
}

/** Turns a target on and off. */
function TurnSwitch({ use, row }: { use: TurnedKind['turn']; row: HookRow }) {
  const { t } = useWords(reachPageWords)
  const may = usePermission(use)
  const { mutateAsync, isPending } = useSend(use)
  const turn = async (isOn: boolean) => {
    const isDone = await mutateAsync({ params: { id: row.id }, body: { isOn } }).then(
      () => true,
      () => false,
    )
    if (isDone) message.success(t(isOn ? 'turn.on' : 'turn.off'))
  }
  return (
    <Switch
      aria-label={t('turn.of', { name: row.name })}
      checked={row.isOn}
      disabled={!may || isPending}
      onChange={({ currentTarget: { checked } }) => void turn(checked)}
    />
  )
}

/** How many deliveries of a target are in a state; a link to them. */
function Counted({ of, row, state }: { of: HookKind; row: HealthRow; state: 'waiting' | 'dead' }) {
  const { t, language } = useWords(reachWords)
  const { addressOf } = useViews()
  const maySee = usePermission(of.calls.deliveries)
  const count = row[state]
  const text =
    count >= mostCounted ? `${formatNumber(mostCounted, language)}+` : formatNumber(count, language)
  if (count === 0 || !maySee) return text
  return (
    <Anchor
      component={Link}
      to={addressOf('deliveries', { targetId: row.id, state })}
      aria-label={`${row.name} · ${t(`health.${state}`)} ${text}`}
    >
      {text}
    </Anchor>
  )
}

const hostOf = (url: string) => /^https?:\/\/([^/?#{]+)/.exec(url)?.[1] ?? url

/** The columns that the lists of postbacks and webhooks have. */
export function hookColumns<Row extends HookRow>(
  of: TurnedKind,
  column: Parameters<ColumnsOf<Row, never>>[0],
): ReturnType<ColumnsOf<Row, never>> {
  return [
    {
      ...column.text('isOn' as never, { width: 80, isOnCard: true }),
      render: (row) => <TurnSwitch use={of.turn} row={row} />,
    },
    ...healthColumns<Row>(of),
    {
      key: '_host',
      title: wordsOf(reachPageWords).t('field.host'),
      width: 200,
      grows: true,
      text: ({ url }) => hostOf(url),
      copy: ({ url }) => url,
    },
  ]
}

/** How a target is, and how much of it waits and is dead. */
export function healthColumns<Row extends HealthRow>(of: HookKind): ReturnType<ColumnsOf<Row, never>> {
  const { t, language } = wordsOf(reachPageWords)
  const counted = (state: 'waiting' | 'dead') => ({
    key: state,
    title: wordsOf(reachWords).t(`health.${state}`),
    width: 96,
    align: 'end' as const,
    text: (row: Row) => formatNumber(row[state], language),
    render: (row: Row) => <Counted of={of} row={row} state={state} />,
  })
  return [
    {
      key: '_health',
      title: t('field.health'),
      width: 190,
      isOnCard: true,
      text: (row) => healthOf(row).text,
      render: (row) => {
        const { text, color } = healthOf(row)
        return <Badge color={color}>{text}</Badge>
      },
    },
    counted('waiting'),
    counted('dead'),
  ]
}

/** What the lists of all targets offer in a row: its deliveries, and to send to it again. */
export function useTargetActions({ calls }: HookKind) {
  const { t } = useWords(reachPageWords)
  const { addressOf } = useViews()
  const navigate = useNavigate()
  const resume = useAct(calls.resume, ({ name }: HealthRow) => ({
    title: t('resume.title', { name }),
    text: t('resume.text'),
    action: t('action.resume'),
    done: () => t('resume.done'),
  }))
  return {
    deliveries: {
      key: 'deliveries',
      use: calls.deliveries,
      label: t('action.deliveries'),
      run: ({ id }: HealthRow) => void navigate(addressOf('deliveries', { targetId: id })),
    },
    resume: { key: 'resume', use: calls.resume, label: t('action.resume'), when: isHeld, run: resume },
  }
}
