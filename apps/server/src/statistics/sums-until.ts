import { type BusinessClock, startOfDay, wallClockAt } from '@kabao/contract/kernel/business-clock'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { timeIdAt } from '#platform/db/partitions'
import { channelOfOwner } from '#users'
import { type AddedColumn, ofFacts } from './figures.ts'

const hour = 3_600_000

/** A part of a business day, in milliseconds since 1970. */
interface Span {
  from: number
  to: number
}

/**
 * The sums of a business day from its beginning until an instant within it: its full hours from the figures by the hour, and the
 * rest, which is less than an hour, from the facts and visits themselves.
 * @param owner only of the channels of this owner; null: of all
 */
export async function sumsUntil<C extends AddedColumn>(
  db: Db,
  columns: readonly C[],
  { day, until, clock, owner }: { day: string; until: number; clock: BusinessClock; owner: string | null },
): Promise<Record<C | 'uv', number>> {
  const own = channelOfOwner(sql`t.channel_id`, owner)
  const grain = sql.lit(own.length > 0 ? 'channel' : 'all')
  const { full, rests } = partsOf({ from: startOfDay(day, clock), to: until }, clock.timeZone)
  const sums = [...columns, 'uv' as const]
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`
  const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)
  const parts = [
    sql`select ${sql.join(sums.map(sum))} from roll_up_hour t
      where ${and([sql`t.grain = ${grain}`, sql`t.hour >= ${at(full.from)}`, sql`t.hour < ${at(full.to)}`, ...own])}`,
    ...rests.flatMap((rest) => {
      const within = [sql`t.id >= ${timeIdAt(rest.from)}`, sql`t.id < ${timeIdAt(rest.to)}`, ...own]
      return [
        sql`select ${sql.join(columns.map(ofFacts))}, 0 from fact t where ${and(within)}`,
        sql`select ${sql.join(columns.map(() => sql`0`))}, count(*) from (${firstIn(rest, { day, within, timeZone: clock.timeZone })}) first`,
      ]
    }),
  ]
  const { rows } = await sql<Record<C | 'uv', number>>`
    select ${sql.join(sums.map(sum))} from (${sql.join(parts, sql` union all `)}) part (${sql.join(sums.map((name) => sql.ref(name)))})`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as Record<C | 'uv', number>
}

const at = (instant: number) => sql`${new Date(instant).toISOString()}::timestamptz`

/** The visitors of a day whose first visit, in each flow, is within this part of an hour; `day_visitor` knows the hour. */
const firstIn = (
  rest: Span,
  { day, within, timeZone }: { day: string; within: readonly RawBuilder<unknown>[]; timeZone: string },
): RawBuilder<unknown> => sql`
  select from (select distinct visitor_of(t.channel_id, t.visitor_id) as visitor from visit t where ${sql.join(within, sql` and `)}) v
    join day_visitor k on k.day = ${day} and k.visitor = v.visitor
  group by k.visitor, k.flow having min(k.hour) = ${at(startOfHour(rest.from, timeZone))}`

/** The full hours of a span by the clock of a zone, and what is left before and after them. */
function partsOf({ from, to }: Span, timeZone: string): { full: Span; rests: Span[] } {
  const begun = startOfHour(from, timeZone)
  const first = begun < from ? begun + hour : from
  const last = startOfHour(to, timeZone)
  if (to <= from) return { full: { from, to: from }, rests: [] }
  if (first > last) return { full: { from: to, to }, rests: [{ from, to }] }
  const rests = [
    { from, to: first },
    { from: last, to },
  ]
  return { full: { from: first, to: last }, rests: rests.filter((rest) => rest.from < rest.to) }
}

/** When the hour of the clock began. */
function startOfHour(instant: number, timeZone: string): number {
  const [minutes = 0, seconds = 0] = wallClockAt(instant, timeZone).slice(14, 19).split(':').map(Number)
  return instant - (minutes * 60 + seconds) * 1_000 - (((instant % 1_000) + 1_000) % 1_000)
}
