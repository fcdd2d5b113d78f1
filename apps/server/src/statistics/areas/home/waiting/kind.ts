import { mostWaiting, type WaitingItem, type WaitingKind } from '@kabao/contract/statistics/home'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { channelOfOwner } from '#users'

export interface Asked {
  db: Db
  caller: Caller
  /** After this many hours, open feedback is overdue. */
  overdueHours: number
  /** When the business day ends, ISO 8601. */
  endOfToday: string
}

/** One kind of waiting items: a query with one row for each, and the list that shows them. */
export interface Waiting {
  kind: WaitingKind
  /** The permission points and pages that the caller needs; otherwise the kind is not counted. */
  needs: readonly string[]
  link(asked: Asked): WaitingItem['link']
  rows(asked: Asked): RawBuilder<unknown>
}

/** SQL of how many rows a query has, up to `mostWaiting`. */
const counted = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*)::int from (${rows} limit ${sql.lit(mostWaiting)}) counted)`

/** How many rows each of these queries has, up to `mostWaiting`: one statement, so a home page takes one connection for all of them. */
export async function countEach(db: Db, queries: readonly RawBuilder<unknown>[]): Promise<number[]> {
  if (queries.length === 0) return []
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(queries.map(counted))}]::int[] as counts`.execute(db.withoutPlugins())
  return rows[0]?.counts ?? []
}

/** A further condition on a row `t` with the caller's data scope `own`: it is of one of their channels. */
export const ofChannels = (caller: Caller): RawBuilder<unknown> => {
  const [own] = channelOfOwner(sql`t.channel_id`, ownerOf(caller))
  return own ? sql`and ${own}` : sql``
}
