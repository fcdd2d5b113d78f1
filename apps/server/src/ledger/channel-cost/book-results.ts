import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'

/** How many results of a channel are moved while its account is locked. */
export const mostAtOnce = 5_000

/**
 * Books what a channel is owed for the results that were committed until now, in the caller's transaction: each result is moved once,
 * with its number. The channel's account stays locked until the transaction ends.
 * @returns how many results were moved; `most` means that there may be more
 */
export async function bookChannelResults(
  write: Db,
  clock: BusinessClock,
  channelId: string,
  most: number = mostAtOnce,
): Promise<number> {
  const day = businessDayAt(databaseNow(), clock)
  const { rows } = await sql<{ moved: number }>`
    select gather_channel_results(${channelId}, ${day}, ${most}) as moved`.execute(write)
  return rows[0]?.moved ?? 0
}

/** Books what all channels are owed for new results, channel by channel. @returns how many results were moved */
export async function bookResults(
  db: Db,
  clock: () => BusinessClock,
  { signal, most = mostAtOnce }: { signal?: AbortSignal; most?: number } = {},
): Promise<number> {
  let moved = 0
  for (const channelId of await waitingChannels(db))
    for (let last = most; last >= most; moved += last) {
      signal?.throwIfAborted()
      last = await db.transaction().execute((write) => bookChannelResults(write, clock(), channelId, most))
    }
  return moved
}

/** The channels with new results. It steps from channel to channel, so it takes no longer if a channel has many. */
async function waitingChannels(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive waiting (id) as (
      (select channel_id from channel_result_new order by channel_id limit 1)
      union all
      select (select n.channel_id from channel_result_new n where n.channel_id > w.id order by n.channel_id limit 1)
      from waiting w where w.id is not null
    ) select id from waiting where id is not null order by id`.execute(db)
  return rows.map(({ id }) => id)
}
