import type pg from 'pg'
import { type ChainEnd, openChain, openLowIds, storeChain } from './transfers.ts'

/**
 * Books what the made-up channels are owed for accepted pushes. What was booked before stays.
 * @param channels their ids
 */
export async function bookCosts(client: pg.PoolClient, channels: readonly string[]): Promise<void> {
  const { rows: accounts } = await client.query<ChainEnd & { channelId: string; costId: string }>(
    `select channel_id as "channelId", id as "accountId", balance_fen::float8 as "balanceFen", transfers::float8, hash,
       (select id from account where kind = 'channelCost') as "costId"
     from account where channel_id = any($1::bigint[]) order by channel_id`,
    [channels],
  )
  for (const account of accounts) {
    const owed = await readOwed(client, account.channelId)
    const chain = openChain(account, await openLowIds(client, owed.length + 1))
    for (const { pushId, costFen, at } of owed)
      chain.add({
        ...{ kind: 'cost', amountFen: costFen, isTaken: false, otherId: account.costId, at },
        ref: ['push', pushId],
      })
    await storeChain(client, chain.links)
  }
}

interface Owed {
  pushId: string
  costFen: number
  /** Milliseconds since 1970. */
  at: number
}

/** The accepted pushes of a channel whose cost is not booked, in order. */
async function readOwed(client: pg.PoolClient, channelId: string): Promise<Owed[]> {
  const { rows } = await client.query<Owed>(
    `select p.id as "pushId", p.cost_fen as "costFen", (extract(epoch from p.responded_at) * 1000)::float8 as at from push_record p
     where p.channel_id = $1 and p.status = 'accepted' and p.cost_fen > 0 and not exists (
       select from transfer_ref r where r.kind = 'cost' and r.ref_kind = 'push' and r.ref_id = p.id::text)
     order by p.responded_at, p.id`,
    [channelId],
  )
  return rows
}
