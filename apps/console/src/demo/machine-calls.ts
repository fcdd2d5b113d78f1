import { commonWords } from '@kabao/contract/common.words'
import { codes } from '@kabao/contract/envelope'
import type { Endpoint } from '@kabao/contract/kernel'
import { fill, inLanguage, type Language } from '@kabao/contract/language'
import {
  actNamesOf,
  actOf,
  allOf,
  isPossible,
  type Machine,
  type State,
  severalOf,
} from '@kabao/contract/machine'
import type { RequestHandler } from 'msw'
import type { Account } from './accounts.ts'
import { answer, Refused, say } from './serve.ts'

interface Row {
  id: string
  status: string
  version: number
  updatedAt: string
}

/** The rows of a machine in the demo. */
interface Rows<R extends Row> {
  all: readonly R[]
  /** What an act changes beside state, version and when. */
  change(act: string, row: R, asked: object, account: Account | null): void
  /** A row as it is answered. */
  show(row: R): R
  /** Those that match a filter. */
  matching(filter: object): readonly R[]
}

/** Answers every act of a machine as the service does. */
export function machineCalls<R extends Row>(
  machine: Machine,
  endpoints: object,
  { all, change, show, matching }: Rows<R>,
): RequestHandler[] {
  const call = (key: string) => (endpoints as Record<string, Endpoint>)[key] as Endpoint
  const perform = (act: string, row: R, asked: object, account: Account | null) => {
    change(act, row, asked, account)
    const { to: status } = actOf(machine, act)
    Object.assign(row, { status, version: row.version + 1, updatedAt: new Date().toISOString() })
  }
  const one = (act: string) =>
    handle(call(act), ({ params, body: { version, ...asked }, language, account }) => {
      const row = all.find(({ id }) => id === params.id)
      if (!row) throw new Refused(codes.notFound, say('notFound', language))
      const refused = (why: string) => new Refused(codes.conflict, why, { current: show(row) })
      if (row.version !== version) throw refused(say('stale', language))
      if (!isPossible(machine, act, row.status)) throw refused(wrongState(machine, act, row, language))
      perform(act, row, asked, account)
      return show(row)
    })
  const several = (act: string, found: readonly R[], account: Account | null) => {
    const able = found.filter(({ status }) => isPossible(machine, act, status))
    const skipped = found
      .filter((row) => !able.includes(row))
      .map(({ id, status }) => ({ id, reason: 'wrongState', status }))
    for (const row of able) perform(act, row, {}, account)
    return { done: able.length, skipped }
  }
  const byIds = (act: string) =>
    handle(call(`${act}Many`), ({ body: { ids = [] }, account }) =>
      several(
        act,
        all.filter(({ id }) => ids.includes(id)),
        account,
      ),
    )
  const counting = (act: string) =>
    handle(call(`${act}Count`), ({ body: { filter = {} } }) => {
      const found = matching(filter)
      const count = found.filter(({ status }) => isPossible(machine, act, status)).length
      return { count, others: found.length - count, mark: '999999.0' }
    })
  const acting = (act: string) =>
    handle(call(`${act}Matching`), ({ body: { filter = {} }, account }) => ({
      done: several(act, matching(filter), account).done,
      batch: null,
    }))
  return [
    ...allOf(machine).flatMap((act) => [counting(act), acting(act)]),
    ...severalOf(machine).map(byIds),
    ...actNamesOf(machine).map(one),
  ]
}

interface Asked {
  params: { id?: string }
  body: { version?: number; ids?: string[]; filter?: object }
  language: Language
  account: Account | null
}
/** Which body an endpoint has, its schema has checked. */
const handle = (endpoint: Endpoint, act: (asked: Asked) => unknown) =>
  answer(endpoint, ((asked: Asked) => act(asked)) as never)

const wrongState = (machine: Machine, act: string, { status }: Row, language: Language) =>
  fill(inLanguage(commonWords.tree.wrongState, language), {
    state: inLanguage((machine.states[status] as State).words, language),
    act: inLanguage(actOf(machine, act).summary, language),
  })
