import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { type CapSpan, capSpans, type GivenCap } from '@kabao/contract/supply/cap-limit'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { spansAt } from './spans.ts'

/** A cap with what is used of it in its current span. */
export interface UsedCap {
  channelId: string
  channelName: string | null
  span: CapSpan
  most: number | null
  mostFen: number | null
  used: number
  usedFen: number
}

/**
 * The caps of an organization, or of a plan by channel (`pair`), in the order of their channels and spans.
 * @param at milliseconds since 1970
 */
export async function readCaps(
  db: Db,
  { kind, id }: { kind: 'org' | 'pair'; id: string },
  at: number,
  clock: BusinessClock,
): Promise<UsedCap[]> {
  const starts = spansAt(at, clock)
  const begun = sql.join(capSpans.map((span) => sql`(${span}, ${starts[span]}::timestamptz)`))
  const { rows } = await sql<UsedCap>`
    select l.channel_id as "channelId", c.name as "channelName", l.span, l.most, l.most_fen::float8 as "mostFen",
      coalesce(u.used, 0) as used, coalesce(u.fen, 0)::float8 as "usedFen"
    from cap_limit l join (values ${begun}) as b (span, starts) on b.span = l.span
      left join channel c on c.id = l.channel_id
      left join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (l.kind, l.id, l.channel_id, l.span, b.starts)
    where l.kind = ${kind} and l.id = ${id}
    order by l.channel_id, array_position(${capSpans as readonly string[]}::text[], l.span)`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** Replaces the caps of an organization, or of a plan by channel, in the caller's transaction. The engine follows the announcement of the row. */
export async function writeCaps(
  write: Db,
  { kind, id }: { kind: 'org' | 'pair'; id: string },
  caps: readonly GivenCap[],
): Promise<void> {
  const rows = caps.map(({ channelId = '0', span, most, mostFen }) => ({ channelId, span, most, mostFen }))
  await sql`delete from cap_limit where kind = ${kind} and id = ${id}`.execute(write)
  await sql`
    insert into cap_limit (kind, id, channel_id, span, most, most_fen)
    select ${kind}, ${id}, g."channelId", g.span, g.most, g."mostFen"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g
      ("channelId" bigint, span text, most integer, "mostFen" bigint)`.execute(write)
}

/** One text for each cap, for the audit log, so that the history names those that were added and removed. */
export const tracedCaps = (caps: readonly UsedCap[]): string[] =>
  caps.map(({ channelName, span, most, mostFen }) =>
    [channelName, span, most, mostFen === null ? null : `¥${mostFen / 100}`]
      .filter((part) => part !== null)
      .join(' '),
  )
