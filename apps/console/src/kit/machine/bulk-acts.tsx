import type { BatchActName } from '@kabao/contract/kernel/batch-body'
import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { fill, inLanguage, type Words } from '@kabao/contract/kernel/language'
import {
  type AllOf,
  allOf,
  isPossible,
  type Machine,
  type SeveralOf,
  severalOf,
  statesOf,
} from '@kabao/contract/kernel/machine'
import { machineWords } from '@kabao/contract/kernel/machine.words'
import { useRef } from 'react'
import type * as z from 'zod'
import type { PlainActOnAll } from '../batch/act.ts'
import { useSend } from '../call/query.ts'
import type { SendInput } from '../call/send.ts'
import { ConfirmButton } from '../form/confirm.tsx'
import type { Selection } from '../list/use-selection.ts'
import { message } from '../message/message.ts'
import { Can } from '../session/permission.tsx'
import { useSession } from '../session/session.ts'
import { useWords, type WordsOf } from '../words/words.ts'
import { moneyFacts } from './money-facts.ts'
import { actIn } from './use-acts.ts'

interface Done {
  done: number
  skipped: { id: string; reason: 'notFound' | 'wrongState'; status: string | null }[]
}
type Several = Endpoint & { body: z.ZodType; answer: z.ZodType<Done> }
export type SeveralCalls<M extends Machine> = { [A in SeveralOf<M> as `${A}Many`]: Several }
export type AllCalls<M extends Machine> = { [A in AllOf<M> as `${A}Count`]: PlainActOnAll['count'] } & {
  [A in AllOf<M> as `${A}Matching`]: PlainActOnAll['use']
}

/** The acts of a machine on all rows that match a filter, for the `SelectionBar`. */
export const actsOnAll = <M extends Machine>(machine: M, calls: AllCalls<M>): PlainActOnAll[] =>
  allOf(machine).map((act) => ({
    name: `${machine.name}.${act}` as BatchActName,
    count: (calls as Record<string, Endpoint>)[`${act}Count`] as PlainActOnAll['count'],
    use: (calls as Record<string, Endpoint>)[`${act}Matching`] as PlainActOnAll['use'],
    isDanger: actIn(machine, act).isDanger === true,
    isOffered: ({ status }) => typeof status !== 'string' || isPossible(machine, act, status),
  }))

const severalCall = (calls: object, act: string) =>
  (calls as Record<string, Several>)[`${act}Many`] as Several

/** Whether the administrator may do any act of a machine on several rows: only then do rows get a check box. */
export const useMayActOnSeveral = <M extends Machine>(machine: M, calls: SeveralCalls<M>): boolean =>
  useSession(({ points }) =>
    severalOf(machine).some((act) => points.has(severalCall(calls, act).point as string)),
  )

/**
 * The acts on the selected rows that the administrator may do and that the state of at least one row allows.
 * @param rows the shown rows; a selected row on another page counts with the state in which it was last seen
 */
export function BulkActs<M extends Machine>({
  of: machine,
  calls,
  selection,
  rows,
}: {
  of: M
  calls: SeveralCalls<M>
  selection: Selection
  rows: readonly { id: string; status: string }[]
}) {
  const seen = useRef(new Map<string, { id: string; status: string }>()).current
  for (const row of rows) seen.set(row.id, row)
  const mayBe = (act: string, status: string | undefined) =>
    status === undefined || isPossible(machine, act, status)
  return severalOf(machine)
    .filter((act) => selection.ids.some((id) => mayBe(act, seen.get(id)?.status)))
    .map((act) => (
      <BulkAct
        key={act}
        machine={machine}
        act={act}
        use={severalCall(calls, act)}
        selection={selection}
        rows={selection.ids.flatMap((id) => seen.get(id) ?? [])}
      />
    ))
}

function BulkAct({
  machine,
  act,
  use,
  selection,
  rows,
}: {
  machine: Machine
  act: string
  use: Several
  selection: Selection
  /** The selected rows. */
  rows: readonly object[]
}) {
  const words = useWords(machineWords)
  const { mutateAsync } = useSend(use)
  const { several, isDanger } = actIn(machine, act)
  const say = (text: Words | undefined) =>
    text ? fill(inLanguage(text, words.language), { count: selection.ids.length }) : ''
  const run = async (key: string) => {
    const answer = await mutateAsync({ body: { ids: [...selection.ids] }, key } as SendInput<Several>)
    selection.clear()
    report(machine, answer, words)
  }
  return (
    <Can use={use}>
      <ConfirmButton
        question={{
          title: say(several?.title),
          facts: moneyFacts(machine.moves, rows, words.language),
          text: say(several?.text),
          action: say(several?.button),
          isDanger: isDanger === true,
          run,
        }}
      >
        {say(several?.button)}
      </ConfirmButton>
    </Can>
  )
}

/** Reports what was done, and why the other rows were skipped. */
function report(
  machine: Machine,
  { done, skipped }: AnswerOf<Several>,
  { t, language }: WordsOf<typeof machineWords.tree>,
): void {
  if (skipped.length === 0) {
    message.success(t('done.many', { count: done }))
    return
  }
  const ofState = statesOf(machine).flatMap((state) => {
    const count = skipped.filter(({ status }) => status === state).length
    const status = inLanguage(machine.states[state]?.words ?? [state, state], language)
    return count > 0 ? [t('done.skippedState', { count, status })] : []
  })
  const gone = skipped.filter(({ reason }) => reason === 'notFound').length
  const reasons = [...ofState, ...(gone > 0 ? [t('done.skippedGone', { count: gone })] : [])]
  message.info(
    t('done.someSkipped', {
      count: done,
      skipped: skipped.length,
      reasons: reasons.join(language === 'zh-CN' ? '、' : ', '),
    }),
    6000,
  )
}
