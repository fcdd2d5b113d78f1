import { codes } from '@kabao/contract/kernel/envelope'
import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { inLanguage, type Language } from '@kabao/contract/kernel/language'
import {
  type Act,
  type ActInput,
  type ActOf,
  actNamesOf,
  isPossible,
  isReviewAct,
  type Machine,
} from '@kabao/contract/kernel/machine'
import { useRef, useState } from 'react'
import { readAgainAfter } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import type { SendInput } from '../call/send.ts'
import { useKeptSend } from '../call/use-kept-send.ts'
import { ask } from '../form/confirm.tsx'
import { message } from '../message/message.ts'
import { useSession } from '../session/session.ts'
import { useLanguage } from '../words/words.ts'
import { moneyFacts } from './money-facts.ts'

/** A row with a state. */
export interface StatedRow {
  id: string
  status: string
  version: number
  /** Whether the administrator filed it, and so does not review it. */
  isOwn?: boolean
  /** Whether one of the administrator's account and the filer's set up the other lately. */
  isFilersAccount?: boolean
}

/** Whether a row has the button of an act: its state allows it, and it is not a review of one's own, or of what the same person may have filed. */
export const isOffered = (
  machine: Machine,
  act: string,
  { status, isOwn = false, isFilersAccount = false }: Pick<StatedRow, 'status' | 'isOwn' | 'isFilersAccount'>,
): boolean => isPossible(machine, act, status) && !((isOwn || isFilersAccount) && isReviewAct(machine, act))

/** The endpoints of a machine's acts on one row. */
export type OneCalls<M extends Machine> = { [A in ActOf<M>]: Endpoint }

/** The acts that are possible on a row now, and the function that runs one. */
export interface Acts<M extends Machine> {
  machine: M
  /** The acts that the row's state and the administrator's permission points allow, in the order of the table. */
  names: ActOf<M>[]
  /** The act that is running. */
  pending: ActOf<M> | null
  /** Asks first if the table requires it, then does the act and confirms it; one at a time. */
  run(act: ActOf<M>, input?: ActInput<M>): Promise<void>
}

/**
 * The acts on one row. A refusal is shown to the user, and outdated data is fetched again.
 * @param on callbacks of the caller, once an act is done or refused
 */
export function useActs<M extends Machine, C extends OneCalls<M>>(
  machine: M,
  calls: C,
  row: StatedRow,
  on: {
    done?: (act: ActOf<M>, answer: AnswerOf<C[ActOf<M>]>) => void
    refused?: (refusal: Refusal) => void
  } = {},
): Acts<M> {
  const { id, version } = row
  const language = useLanguage()
  const points = useSession((session) => session.points)
  const [pending, setPending] = useState<ActOf<M> | null>(null)
  const isBusy = useRef(false)
  const keptSend = useKeptSend()
  const mayCall = ({ point }: Endpoint) => point === null || points.has(point)
  const names = actNamesOf(machine).filter((name) => isOffered(machine, name, row) && mayCall(calls[name]))

  const act = async (name: ActOf<M>, input?: ActInput<M>) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(name)
    const endpoint: Endpoint = calls[name]
    const request = { params: { id }, body: { version, ...input } }
    try {
      const answer = await sendAct(keptSend, endpoint, request)
      on.done?.(name, answer as AnswerOf<C[ActOf<M>]>)
      message.success(inLanguage(actIn(machine, name).done, language))
    } catch (error) {
      if (error instanceof Refusal) on.refused?.(error)
    } finally {
      isBusy.current = false
      setPending(null)
    }
  }

  const run = (name: ActOf<M>, input?: ActInput<M>) =>
    askFirst(machine, name, row, language, () => act(name, input))
  return { machine, names, pending, run }
}

/** Sends an act and reads again what it affects; after a conflict too, because the row shown is out of date. @throws Refusal */
export async function sendAct(
  keptSend: ReturnType<typeof useKeptSend>,
  endpoint: Endpoint,
  request: object,
): Promise<unknown> {
  try {
    const answer = await keptSend(endpoint, request as SendInput<Endpoint>)
    readAgainAfter(endpoint)
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.code === codes.conflict) readAgainAfter(endpoint)
    throw error
  }
}

/** Runs an act, after its question if it has one. The question names the money that the act moves. */
export async function askFirst(
  machine: Machine,
  name: string,
  row: StatedRow,
  language: Language,
  run: () => Promise<void>,
): Promise<void> {
  const { question, button, isDanger } = actIn(machine, name)
  if (!question) return run()
  await ask({
    facts: moneyFacts(machine.moves, [row], language),
    title: inLanguage(question.title, language),
    text: inLanguage(question.text, language),
    action: inLanguage(button, language),
    isDanger: isDanger === true,
    run,
  })
}

export const actIn = (machine: Machine, name: string) => machine.acts[name] as Act
