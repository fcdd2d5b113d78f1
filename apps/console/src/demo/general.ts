import type { ChoiceQuery } from '@kabao/contract/kernel/choice'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { codes } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { fill, inLanguage } from '@kabao/contract/kernel/language'
import { actOnOne, actOnSeveral, type RowAct } from './acts.ts'
import { chosen } from './filters.ts'
import { type Call, type Reader, Refused } from './respond.ts'
import type { Row } from './row.ts'
import { choicesOf, definitionOf, shapeOf } from './schema.ts'
import type { Table } from './table.ts'

/** A call that the endpoint's schemas have checked. */
type Asked = Reader & {
  params: { id?: string }
  query: ChoiceQuery
  body: Record<string, unknown> & { version?: number; ids?: string[]; filter?: Record<string, unknown> }
}
type Handle = (call: Asked) => unknown

/** Answers an endpoint from the rows of its area, by its key and schemas; null if these are not enough. */
export function generalAnswer(endpoint: Endpoint, table: Table): ((call: Call) => unknown) | null {
  if (Object.keys(table.shape).length === 0) return null
  const key = endpoint.name.slice(endpoint.area.length + 1)
  const known = byKey(key, endpoint, table) ?? byAct(key, endpoint, table)
  return known as ((call: Call) => unknown) | null
}

function byKey(key: string, endpoint: Endpoint, table: Table): Handle | null {
  const choices = table.special.choices?.[key]
  if (choices) return (call) => chosen(choices(call), call.query ?? {})
  switch (key) {
    case 'page':
      return (call) => table.page(call.body as never, call)
    case 'mine':
      return (call) => mine(endpoint, table, call)
    case 'get':
      return (call) => table.shown(table.find(call.params.id, call), call)
    case 'create':
      return (call) => table.shown(table.create(call.body, call), call)
    case 'update':
      return (call) => table.shown(table.update(call.body, call), call)
    case 'remove':
      return (call) => {
        const row = table.manageable(call.params.id, call)
        const act = table.acts('remove') as RowAct
        if (act.isPossible(row)) act.perform(row, {}, call)
        return null
      }
    case 'reveal':
      return (call) => table.now(table.find(call.params.id, call), call)
    case 'counts':
      return (call) => counts(endpoint, table, call)
    default:
      return null
  }
}

/** The endpoints of an act `take`: `take`, `takeMany`, `takeCount` and `takeMatching`. */
function byAct(key: string, endpoint: Endpoint, table: Table): Handle | null {
  const [, several, how] = /^(\w+?)(Many|Count|Matching)$/.exec(key) ?? []
  const act = table.acts(several ?? key)
  if (!act) return null
  const matching = (call: Asked) => {
    const found = table.matching(call.body.filter ?? {}, call)
    return { found, able: found.filter((row) => act.isPossible(row)) }
  }
  switch (how) {
    case 'Many':
      return (call) => {
        const ids = new Set(call.body.ids)
        return actOnSeveral(
          act,
          table.rows.filter(({ id }) => ids.has(id)),
          call,
        )
      }
    case 'Count':
      return (call) => {
        const { found, able } = matching(call)
        return { count: able.length, others: found.length - able.length, mark: '999999.0' }
      }
    case 'Matching':
      return (call) => {
        const { found, able } = matching(call)
        if (able.length !== call.body.count) throw countChanged(able.length, call)
        return { done: actOnSeveral(act, found, call).done, batch: null }
      }
    default:
      if (!endpoint.path.endsWith(`/{id}/${key}`)) return null
      return (call) => actOnOne(table, act, call.params.id, call.body ?? {}, call)
  }
}

/** The refusal of an act whose matching rows are others by now. */
export const countChanged = (count: number, { language }: Reader) =>
  new Refused(codes.conflict, fill(inLanguage(commonWords.tree.countChanged, language), { count }))

/** The caller's own rows: a page of them, or all. */
function mine(endpoint: Endpoint, table: Table, call: Asked) {
  const name = call.account?.username
  const isMine = (row: Row) => (row.username ?? row.createdBy) === name
  if (definitionOf(endpoint.answer).type === 'array')
    return table.rows.filter(isMine).map((row) => table.shown(row, call))
  return table.page(call.body as never, call, isMine)
}

/** The number of rows in each state, or with each flag that the response names. */
function counts(endpoint: Endpoint, table: Table, reader: Reader) {
  const rows = table.rows.map((row) => table.now(row, reader))
  const states = new Set(choicesOf(table.shape.status))
  const flag = (name: string) => `is${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const count = (name: string) =>
    rows.filter((row) => (states.has(name) ? row.status === name : row[flag(name)] === true)).length
  return Object.fromEntries(Object.keys(shapeOf(endpoint.answer) ?? {}).map((name) => [name, count(name)]))
}
