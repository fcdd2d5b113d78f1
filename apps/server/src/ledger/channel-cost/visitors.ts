import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { noteResults, termsOf } from './note.ts'

/** A visitor as the hash of the channel and its number of the visitor. */
export const visitorOf = (channelId: string, visitorId: string): Buffer =>
  createHash('sha256').update(`visitor ${channelId} ${visitorId}`).digest()

/** A visit of somebody at a channel. */
interface Seen {
  channelId: string
  /** The channel's name for the browser. */
  visitorId: string
  /** ISO 8601 */
  at: string
}

/**
 * Notes what channels that are paid for visitors are owed for visits, in the transaction that stores the visits: for each visitor once
 * on each business day, however often and on however many instances the visits arrive.
 * @param dayOf the business day of an instant, `yyyy-mm-dd`; asked only for visits of channels that are paid for visitors
 */
export async function noteVisitors(
  write: Db,
  visits: readonly Seen[],
  dayOf: (at: string) => string,
): Promise<void> {
  const terms = await termsOf(
    write,
    visits.map(({ channelId }) => channelId),
  )
  const paid = visits.filter(({ channelId }) => terms.get(channelId)?.settlement === 'cpuv')
  if (paid.length === 0) return
  const first = new Map<string, { channelId: string; at: string; businessDay: string; visitor: string }>()
  for (const { channelId, visitorId, at } of paid) {
    const [visitor, businessDay] = [visitorOf(channelId, visitorId).toString('hex'), dayOf(at)]
    const key = `${visitor} ${businessDay}`
    if (!first.has(key)) first.set(key, { channelId, at, businessDay, visitor })
  }
  // In one order, so that two transactions with the same visitors never wait for each other.
  const all = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, visit]) => visit)
  const { rows } = await sql<{ nth: number }>`
    with given as (
      select * from unnest(${all.map(({ visitor }) => visitor)}::text[], ${all.map(({ businessDay }) => businessDay)}::date[])
        with ordinality g (visitor, day, nth)
    ), added as (
      insert into unique_visitor (id, org_id, visitor)
        select time_id_at(day::timestamp at time zone 'UTC'), 0, decode(visitor, 'hex') from given order by nth
        on conflict do nothing returning id, visitor
    )
    select g.nth::int from given g join added a
      on a.visitor = decode(g.visitor, 'hex') and a.id = time_id_at(g.day::timestamp at time zone 'UTC')`.execute(
    write.withoutPlugins(),
  )
  const counted = new Set(rows.map(({ nth }) => nth))
  await noteResults(
    write,
    'visitor',
    all
      .filter((_, nth) => counted.has(nth + 1))
      .map(({ visitor, ...visit }) => ({ ...visit, id: visitor.slice(0, 32) })),
  )
}
