import { useEffect, useRef } from 'react'
import { batchWords } from '../../../../../packages/contract/src/app/batch.words.ts'
import type { BatchActName, BatchRow } from '../../../../../packages/contract/src/kernel/batch-body.ts'
import { codes } from '../../../../../packages/contract/src/kernel/envelope.ts'
import { batch } from '../../../../../packages/contract/src/operations/batch.ts'
import type { ActOnAll, AskingActOnAll, CountedRows, PlainActOnAll } from '../batch/act.ts'
import { noteUnderWay, useUnderWay } from '../batch/under-way.ts'
import { useQuestion } from '../batch/use-question.ts'
import { useAnswer, useSend } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import type { SendInput } from '../call/send.ts'
import { Button } from '../controls/button.ts'
import { ask } from '../form/confirm.tsx'
import { formatNumber } from '../format.ts'
import { message } from '../message/message.ts'
import { Can } from '../session/permission.tsx'
import { useWords } from '../words/words.ts'
import type { List } from './list.ts'
import classes from './table.module.css'
import type { Selection } from './use-selection.ts'

interface EverythingProps {
  selection: Selection
  list: Pick<List, 'total' | 'totalIsEstimate' | 'query' | 'refresh'>
  acts: readonly ActOnAll[]
  /** Whether to offer selecting all rows that match the filter. */
  isOffered: boolean
}

/** Offers to select all rows that match the filter, shows the acts on them, and shows the progress of running batches. */
export default function Everything({ selection, list, acts, isOffered }: EverythingProps) {
  const { t, language } = useWords(batchWords)
  const { isEverything } = selection
  const open = useOpenBatches(acts, isEverything)
  useWhenFewer(open.length, list.refresh)
  return (
    <>
      {isEverything && (
        <span>
          {t(list.totalIsEstimate ? 'all.chosenAbout' : 'all.chosen', {
            count: formatNumber(list.total, language),
          })}
        </span>
      )}
      {isEverything &&
        acts
          .filter(({ name }) => !open.some(({ act }) => act === name))
          .filter(({ isOffered }) => !isOffered || isOffered(list.query))
          .map((act) => <Act key={act.name} act={act} query={list.query} onDone={selection.clear} />)}
      {isOffered && (
        <button type="button" className={classes.action} onClick={selection.chooseEverything}>
          {t(list.totalIsEstimate ? 'all.offerAbout' : 'all.offer', {
            count: formatNumber(list.total, language),
          })}
        </button>
      )}
      {open.map((each) => (
        <Progress key={each.id} of={each} />
      ))}
    </>
  )
}

const isOpen = ({ status }: BatchRow) => status === 'queued' || status === 'running'

/** The caller's own open batches that do one of these acts. */
function useOpenBatches(acts: readonly ActOnAll[], isNeeded: boolean): BatchRow[] {
  const enabled = useUnderWay() || isNeeded
  const { data } = useAnswer(
    batch.mine,
    {},
    { enabled, refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 1000 : false) },
  )
  const isAny = data?.some(isOpen)
  useEffect(() => {
    if (isAny !== undefined) noteUnderWay(isAny)
  }, [isAny])
  return data?.filter((each) => isOpen(each) && acts.some(({ name }) => name === each.act)) ?? []
}

/** Calls `act` when an open batch has ended, because it may have changed the list. */
function useWhenFewer(count: number, act: () => void) {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) act()
    before.current = count
  }, [count, act])
}

interface ActProps<A extends ActOnAll> {
  act: A
  query: List['query']
  onDone: () => void
}

const Act = ({ act, ...rest }: ActProps<ActOnAll>) =>
  'ask' in act ? <AskingAct act={act} {...rest} /> : <PlainAct act={act} {...rest} />

function AskingAct({ act, query }: ActProps<AskingActOnAll>) {
  return <CountButton act={act} query={query} onCounted={act.ask} />
}

function PlainAct({ act, query, onDone }: ActProps<PlainActOnAll>) {
  const { name, use, isDanger, losesPersonalData, warning } = act
  const { t, language } = useWords(batchWords)
  const questionOf = useQuestion()
  const acting = useSend(use)
  const mine = useAnswer(batch.mine, {}, { enabled: false })
  const number = (value: number) => formatNumber(value, language)

  const question = ({ filter, counted }: CountedRows) => ({
    ...questionOf(name, counted, warning === undefined ? {} : { warning }),
    isDanger: isDanger === true,
    ...(warning && { losesRows: counted.count }),
    losesPersonalData: losesPersonalData === true,
    run: async (key: string) => {
      try {
        const body = { filter, count: counted.count, mark: counted.mark }
        const { done, batch } = await acting.mutateAsync({ body, key } as SendInput<typeof use>)
        if (batch === null) {
          message.success(t('done.now', { count: number(done) }))
          return onDone()
        }
        message.info(t('done.begun', { count: number(batch.total) }), 6000)
        await mine.refetch()
      } catch (error) {
        // The number of rows has changed: the refusal was shown, and the next confirmation counts the rows again.
        if (!(error instanceof Refusal) || error.code !== codes.conflict) throw error
        await mine.refetch()
      }
    },
  })
  return <CountButton act={act} query={query} onCounted={(rows) => void ask(question(rows))} />
}

/** Counts the rows of an act before anything is asked. */
function CountButton({
  act: { name, count, use, isDanger },
  query,
  onCounted,
}: {
  act: ActOnAll
  query: List['query']
  onCounted: (rows: CountedRows) => void
}) {
  const { t } = useWords(batchWords)
  const counting = useSend(count)
  const { sort: _sort, ...filter } = query
  const begin = async () => {
    const counted = await counting
      .mutateAsync({ body: { filter } } as SendInput<typeof count>)
      .catch(() => null)
    if (counted === null) return
    if (counted.count === 0) message.info(t('ask.none'))
    else onCounted({ filter, counted })
  }
  return (
    <Can use={use}>
      <Button
        variant="light"
        color={isDanger ? 'red' : undefined}
        loading={counting.isPending}
        onClick={() => void begin()}
      >
        {t(`act.${name}` as `act.${BatchActName}`)}
      </Button>
    </Can>
  )
}

function Progress({ of: { id, act, done, refused, total } }: { of: BatchRow }) {
  const { t, language } = useWords(batchWords)
  const { mutate, isPending } = useSend(batch.cancel)
  const values = { done: formatNumber(done + refused, language), total: formatNumber(total, language) }
  return (
    <>
      <span>{t('progress', { act: t(`act.${act}`), ...values })}</span>
      <button
        type="button"
        className={classes.action}
        disabled={isPending}
        onClick={() => mutate({ params: { id } }, { onSuccess: () => message.info(t('done.cancelled')) })}
      >
        {t('cancel')}
      </button>
    </>
  )
}
