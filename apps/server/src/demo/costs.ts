import type pg from 'pg'
import { type ChainEnd, openChain, openLowIds, storeChains } from './transfers.ts'

interface Owed {
  channelId: string
  pushId: string
  costFen: number
  /** Milliseconds since 1970. */
  at: number
}

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
  const owed = await readOwed(client, channels)
  const most = [...owed.values()].reduce((sum, own) => sum + own.length, 1)
  const lowId = await openLowIds(client, most)
  const chains = accounts.map((account) => {
    const chain = openChain(account, lowId)
    for (const { pushId, costFen, at } of owed.get(account.channelId) ?? [])
      chain.add({
        ...{ kind: 'cost', amountFen: costFen, isTaken: false, otherId: account.costId, at },
        ref: ['push', pushId],
      })
    return chain.links
  })
  await storeChains(client, chains)
}

/** The accepted pushes of each channel whose cost is not booked, in order. */
async function readOwed(client: pg.PoolClient, channels: readonly string[]): Promise<Map<string, Owed[]>> {
  const { rows } = await client.query<Owed>(
    `select p.channel_id as "channelId", p.id as "pushId", p.cost_fen as "costFen",
       (extract(epoch from p.responded_at) * 1000)::float8 as at from push_record p
     where p.channel_id = any($1::bigint[]) and p.status = 'accepted' and p.cost_fen > 0 and not exists (
       select from transfer_ref r where r.kind = 'cost' and r.ref_kind = 'push' and r.ref_id = p.id::text)
     order by p.channel_id, p.responded_at, p.id`,
    [channels],
  )
  const owed = new Map<string, Owed[]>()
  for (const row of rows) {
    const own = owed.get(row.channelId)
    if (own) own.push(row)
    else owed.set(row.channelId, [row])
  }
  return owed
}
