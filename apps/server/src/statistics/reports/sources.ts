import { type RawBuilder, sql } from 'kysely'
import { timeIdAt } from '#platform/db/partitions'
import { ofDays } from '../days.ts'
import type { Source } from './kinds.ts'
import type { Question } from './question.ts'
import { conditionsOf, scopeOf } from './scope.ts'

/** The days, or the hour, whose records are meant, and of which row they are. */
export interface Place {
  days: { from: string; to: string }
  /** The beginning of the hour, in milliseconds. */
  hour: number | null
  /** The record of the row; undefined: of all rows. */
  rowId: string | undefined
}

type Facts = Extract<Source, { of: 'facts' }>

const ofRow = (question: Question, { rowId }: Place): RawBuilder<unknown>[] => {
  const { column } = scopeOf(question)
  return column && rowId !== undefined ? [sql`${column} = ${rowId}`] : []
}

/** How long an hour lasts, in milliseconds; one of `day_visitor` never lasts longer, also when a clock is put back. */
export const hourMs = 3_600_000

const ofHour = (id: RawBuilder<unknown>, hour: number | null): RawBuilder<unknown>[] =>
  hour === null ? [] : [sql`${id} >= ${timeIdAt(hour)}`, sql`${id} < ${timeIdAt(hour + hourMs)}`]

/** SQL of the facts behind a figure, each with what it adds to it in fen. */
export function factsSql(
  question: Question,
  place: Place,
  { kinds, less, isMoney }: Facts,
): RawBuilder<unknown> {
  const where = [
    sql`kind = any(${[...kinds]})`,
    ofDays(question.way, { first: place.days.from, last: place.days.to }),
    ...conditionsOf(question),
    ...ofRow(question, place),
    ...ofHour(sql.ref('id'), place.hour),
  ]
  const fen = isMoney ? sql`case when kind = any(${[...less]}) then -fen else fen end` : sql`null::bigint`
  return sql`(select id, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, kind, day, came, ${fen} as fen
    from fact where ${sql.join(where, sql` and `)})`
}

/** A time of visits, in milliseconds since 1970, and whether each or the first of a visitor is meant. */
interface Seen {
  of: 'visits' | 'visitors'
  /** The beginnings of the days of the place, and the end of the last one. */
  starts: readonly number[]
  from: number
  to: number
}

/**
 * SQL of the visits of a time within a place, or of those that are the first of their visitor on the day. Visits of the hour before the time
 * are read for it; of what was earlier, `day_visitor` knows the hour.
 */
export function visitsSql(
  question: Question,
  place: Place,
  { of, starts, from, to }: Seen,
): RawBuilder<unknown> {
  const bounds = starts.map(timeIdAt)
  const day = sql`${place.days.from}::date + width_bucket(id, ${bounds}::bigint[]) - 1`
  const where = [...conditionsOf(question), ...ofRow(question, place)]
  const between = (since: number, until: number) => sql`
    select id, channel_id, 0::bigint as org_id, 0::bigint as plan_id, product_id, city_code, visitor_id, flow, day
    from (
      select v.id, v.channel_id, coalesce(v.product_id, 0) as product_id, coalesce(v.city_code, 0) as city_code, v.visitor_id,
        ${day} as day, 0::bigint as org_id, 0::bigint as plan_id, coalesce(f.flow, '') as flow
      from visit v left join (
        select channel_id, flow, from_at, lead(from_at, 1, 'infinity') over (partition by channel_id order by from_at) as until
        from channel_flow) f on f.channel_id = v.channel_id and f.from_at <= time_of_id(v.id) and f.until > time_of_id(v.id)
      where v.id >= ${timeIdAt(since)} and v.id < ${timeIdAt(until)}) v
    where ${sql.join([sql`true`, ...where], sql` and `)}`
  const meant =
    of === 'visits'
      ? between(from, to)
      : firstOf(question, place, { from, start: starts[0] as number, between, to })
  return sql`(select id, id as ref_id, 0::bigint as user_id, channel_id, org_id, plan_id, product_id, city_code, 'visit' as kind, day,
      day as came, null::bigint as fen
    from (${meant}) meant)`
}

/** Those visits of a time before which the same visitor has none on the day. @param start of the place */
function firstOf(
  question: Question,
  { days }: Place,
  {
    from,
    to,
    start,
    between,
  }: {
    from: number
    to: number
    start: number
    between: (since: number, until: number) => RawBuilder<unknown>
  },
): RawBuilder<unknown> {
  const { visitorsBy } = scopeOf(question)
  const same = ['day', 'flow', ...(visitorsBy ? [visitorsBy] : [])]
  const key = [...new Set([...same, 'channel_id', 'visitor_id'])]
  const by = sql.join(key.map((name) => sql.ref(name)))
  const since = Math.max(start, from - hourMs)
  const equal = (other: string, names: readonly string[]) =>
    sql.join(
      names.map((name) => sql`${sql.ref(`${other}.${name}`)} = ${sql.ref(`s.${name}`)}`),
      sql` and `,
    )
  return sql`select * from (select distinct on (${by}) * from (${between(from, to)}) seen order by ${by}, id) s
    where not exists (select from (${between(since, from)}) e where ${equal('e', key)})
      and not exists (select from day_visitor k where k.day between ${days.from}::date and ${days.to}::date
        and k.visitor = visitor_of(s.channel_id, s.visitor_id) and ${equal('k', same)}
        and k.hour < ${new Date(from - hourMs).toISOString()}::timestamptz)`
}

/** SQL of the last transfers of organizations before an instant, each with the balance after it. */
export const closingSql = (orgs: readonly string[], before: number): RawBuilder<unknown> => sql`
  (select l.id, l.id as ref_id, 0::bigint as user_id, 0::bigint as channel_id, a.org_id, 0::bigint as plan_id, 0::bigint as product_id,
    0 as city_code, 'closing' as kind, l.business_day as day, l.business_day as came, l.balance_after_fen as fen
  from account a cross join lateral (select t.id, t.business_day, t.balance_after_fen from transfer t
    where t.account_id = a.id and t.id < ${timeIdAt(before)} order by t.id desc limit 1) l
  where a.org_id = any(${[...orgs]}::bigint[]))`
