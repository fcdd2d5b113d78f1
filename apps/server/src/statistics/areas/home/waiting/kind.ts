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
  /** A product with fewer idle links than this has few; 0: never. */
  poolAlert: number
  /** The names of all jobs. */
  jobs: readonly string[]
}

/** One kind of waiting items: their number, and the list that shows them. */
export interface Waiting {
  kind: WaitingKind
  /** The permission points and pages that the caller needs; otherwise the kind is not counted. */
  needs: readonly string[]
  /** Who has these is shown the kind with another list. */
  unless?: readonly string[]
  link(asked: Asked): WaitingItem['link']
  count(asked: Asked): Promise<number>
}

/** @param rows a query with one row for each item */
export async function counted(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${sql.lit(mostWaiting)}) counted`.execute(db)
  return found[0]?.count ?? 0
}

/** A further condition on a row `t` with the caller's data scope `own`: it is of one of their channels. */
export const ofChannels = (caller: Caller): RawBuilder<unknown> => {
  const [own] = channelOfOwner(sql`t.channel_id`, ownerOf(caller))
  return own ? sql`and ${own}` : sql``
}
