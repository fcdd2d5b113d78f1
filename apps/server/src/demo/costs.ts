import type pg from 'pg'
import { type ChannelTerms, costUnder, paidKindOf } from '#ledger'
import { timeIdAt } from '#platform/db/partitions'
import { type Cell, copyRows } from './copy.ts'
import { type Facts, type FactsOfPerson, ofPush, ofUser, openMoneyRows } from './facts.ts'
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
 * @param facts null: the database makes the facts
 */
export async function bookCosts(
  client: pg.PoolClient,
  channels: readonly string[],
  { terms, facts }: { terms: ReadonlyMap<string, ChannelTerms>; facts: Facts | null },
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
    if (of) await bookChannel(client, account, { terms: of, facts })
  }
}

interface Account extends ChainEnd {
  channelId: string
  costId: string
  /** Of its last result. */
  number: number
}

async function bookChannel(
  client: pg.PoolClient,
  account: Account,
  { terms, facts }: { terms: ChannelTerms; facts: Facts | null },
): Promise<void> {
  const { channelId, costId, number: before } = account
  const paidKind = paidKindOf(terms)
  if (paidKind !== 'registration' && paidKind !== 'push') return
  const results = await readResults(client, channelId, { paidKind, isFirst: facts !== null })
  const lowId = await openLowIds(client, 2 * results.length + 1)
  const chain = openChain(account, lowId)
  const rows: Cell[][] = []
  const factRows = openMoneyRows()
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
  for (const { id, priceFen, at, ...about } of results) {
    const cost = costUnder(terms, { kind: paidKind, id, priceFen })
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
      ...[paidKind, id, isDeducted ? 'agreedRate' : null],
    ])
    if (costFen > 0) facts?.addMoney(factRows, { kind: 'cost', at, refId: rowId, fen: costFen, about })
  }
  book()
  await copyRows(client, 'channel_result', resultColumns, rows)
  if (facts) await factRows.store(client)
  else await client.query('select note_gathered_costs($1, $2)', [channelId, before])
  await storeChain(client, chain.links)
  await client.query(
    `insert into channel_result_end values ($1, $2) on conflict (channel_id) do update set number = excluded.number`,
    [channelId, number],
  )
}

interface Result extends FactsOfPerson {
  id: string
  priceFen: number
  /** Milliseconds since 1970. */
  at: number
}

/** What may be a result of each kind, of a channel. */
const resultsOf = {
  push: `select p.id, p.price_fen as "priceFen", p.responded_at as at, ${ofPush}
    from push_record p join "user" u on u.id = p.user_id where p.channel_id = $1 and p.status = 'accepted'`,
  registration: `select u.id, 0 as "priceFen", u.created_at as at, ${ofUser} from "user" u where u.channel_id = $1`,
}

/**
 * The registrations or the accepted pushes of a channel that are no results yet, in order.
 * @param isFirst whether there can be no results
 */
async function readResults(
  client: pg.PoolClient,
  channelId: string,
  { paidKind, isFirst }: { paidKind: keyof typeof resultsOf; isFirst: boolean },
): Promise<Result[]> {
  const text = `select id::text, "priceFen", (extract(epoch from at) * 1000)::float8 as at, "userId", "cameAt", "channelId", "cityCode",
    flow, "orgId", "planId" from (${resultsOf[paidKind]}) r`
  if (isFirst) return (await client.query<Result>(`${text} order by r.at, r.id`, [channelId])).rows
  return queryHashed<Result>(
    client,
    `${text} where not exists (
       select from channel_result c where c.channel_id = $1 and c.kind = '${paidKind}' and c.ref_id = r.id::text)
     order by r.at, r.id`,
    [channelId],
  )
}
