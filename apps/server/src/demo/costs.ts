import type pg from 'pg'
import { type ChannelTerms, costUnder } from '#ledger'
import { timeIdAt } from '#platform/db/partitions'
import { type Cell, copyRows } from './copy.ts'
import { queryHashed } from './hashed.ts'
import { businessDayOf, type ChainEnd, openChain, openLowIds, storeChain } from './transfers.ts'

const resultColumns = [
  'id',
  'channel_id',
  'number',
  'at',
  'base_fen',
  'cost_fen',
  'business_day',
  'due_day',
  'draw',
  'deduction_bp',
  'kind',
  'ref_id',
  'deducted_for',
]

/**
 * Adds the results of the made-up channels, and books what they are owed, as one transfer for each day. What was booked before stays.
 * @param channels their ids
 * @param terms by channel
 */
export async function bookCosts(
  client: pg.PoolClient,
  channels: readonly string[],
  terms: ReadonlyMap<string, ChannelTerms>,
): Promise<void> {
  const { rows: accounts } = await client.query<Account>(
    `select a.channel_id as "channelId", a.id as "accountId", a.balance_fen::float8 as "balanceFen", a.transfers::float8, a.hash,
       coalesce(e.number, 0)::float8 as number, (select id from account where kind = 'channelCost') as "costId"
     from account a left join channel_result_end e on e.channel_id = a.channel_id
     where a.channel_id = any($1::bigint[]) order by a.channel_id`,
    [channels],
  )
  for (const account of accounts) {
    const of = terms.get(account.channelId)
    if (of) await bookChannel(client, account, of)
  }
}

interface Account extends ChainEnd {
  channelId: string
  costId: string
  /** Of its last result. */
  number: number
}

async function bookChannel(client: pg.PoolClient, account: Account, terms: ChannelTerms): Promise<void> {
  const { channelId, costId, number: before } = account
  const results = await readResults(client, channelId)
  const lowId = await openLowIds(client, 2 * results.length + 1)
  const chain = openChain(account, lowId)
  const rows: Cell[][] = []
  /** The results of a day that are not booked yet. */
  let open = { day: '', first: before + 1, fen: 0, at: 0 }
  let number = before
  const book = () => {
    if (open.fen > 0)
      chain.add({
        kind: 'cost',
        amountFen: open.fen,
        isTaken: false,
        otherId: costId,
        at: open.at,
        ref: ['results', `${channelId}:${open.first}-${number}`],
      })
  }
  for (const { kind, id, priceFen, at } of results) {
    const cost = costUnder(terms, { kind, id, priceFen })
    if (!cost) continue
    const day = businessDayOf(at)
    if (day !== open.day) {
      book()
      open = { day, first: number + 1, fen: 0, at }
    }
    number++
    open.fen += cost.costFen
    open.at = at
    const rowId = (BigInt(timeIdAt(at)) + lowId()).toString()
    const { baseFen, costFen, draw, deductionBp, isDeducted } = cost
    rows.push([
      ...[
        rowId,
        channelId,
        number,
        new Date(at).toISOString(),
        baseFen,
        costFen,
        day,
        day,
        draw,
        deductionBp,
      ],
      ...[kind, id, isDeducted ? 'agreedRate' : null],
    ])
  }
  book()
  await copyRows(client, 'channel_result', resultColumns, rows)
  await client.query('select note_gathered_costs($1, $2)', [channelId, before])
  await storeChain(client, chain.links)
  await client.query(
    `insert into channel_result_end values ($1, $2) on conflict (channel_id) do update set number = excluded.number`,
    [channelId, number],
  )
}

interface Result {
  kind: 'registration' | 'push'
  id: string
  priceFen: number
  /** Milliseconds since 1970. */
  at: number
}

/** The registrations and the accepted pushes of a channel that are no results yet, in order. */
async function readResults(client: pg.PoolClient, channelId: string): Promise<Result[]> {
  return queryHashed<Result>(
    client,
    `select kind, id::text, "priceFen", (extract(epoch from at) * 1000)::float8 as at from (
       select 'push' as kind, id, price_fen as "priceFen", responded_at as at from push_record
         where channel_id = $1 and status = 'accepted'
       union all
       select 'registration', id, 0, created_at from "user" where channel_id = $1
     ) r where not exists (
       select from channel_result c where c.channel_id = $1 and c.kind = r.kind and c.ref_id = r.id::text)
     order by at, id`,
    [channelId],
  )
}
