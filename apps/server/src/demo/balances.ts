import type pg from 'pg'
import { timeIdAt } from '#db/partitions'
import { type ChainLink, hashOf } from '../ledger/chain.ts'
import { type Cell, copyRows } from './copy.ts'

/** What a recharge is a multiple of, in fen: 10,000 yuan as a rule; 100 yuan where the balance is low on purpose. */
const usualStep = 1_000_000
const lowStep = 10_000
/** One in so many organisations has a low balance, so that the console has something to warn of. */
const lowEvery = 5
/** In about so many recharges an organisation pays for its pushes. */
const recharges = 8
const hour = 3_600_000
/** The demo's business days are those of Asia/Shanghai, which has no summer time. */
const zoneMs = 8 * hour

/**
 * Books the recharges and charges of the made-up organisations: each accepted push is charged at its price, and pushes under way hold
 * theirs. What was recharged is a round amount; at every fifth organisation it only just covers the pushes. What was booked
 * before stays.
 * @param orgs their ids
 * @param until the end of the demo's past, in milliseconds since 1970
 */
export async function setBalances(
  client: pg.PoolClient,
  orgs: readonly string[],
  until: number,
): Promise<void> {
  const { rows } = await client.query<Common>(
    `select min(id) filter (where kind = 'bank') as bank, min(id) filter (where kind = 'revenue') as revenue from account
     where owner_id is null`,
  )
  for (const org of await readOrgs(client, orgs))
    await bookOrg(client, org, { ...(rows[0] as Common), until })
  await client.query(
    `insert into hold (ref_kind, ref_id, account_id, amount_fen)
     select 'push', p.id::text, a.id, p.price_fen from push_record p join account a on a.org_id = p.org_id
     where p.status in ('pending', 'unknown') and p.price_fen > 0 and p.org_id = any($1::bigint[]) on conflict do nothing`,
    [orgs],
  )
  await client.query(
    `update account a set held_fen = held.fen
     from (select account_id, sum(amount_fen) as fen from hold group by account_id) held
     where held.account_id = a.id and a.org_id = any($1::bigint[])`,
    [orgs],
  )
}

interface Common {
  bank: string
  revenue: string
}

interface DemoOrg {
  orgId: string
  accountId: string
  balanceFen: number
  transfers: number
  hash: Buffer
  /** What it has still to recharge, and what each recharge is a multiple of. */
  missingFen: number
  step: number
}

interface Charge {
  id: string
  priceFen: number
  /** Milliseconds since 1970. */
  at: number
}

async function readOrgs(client: pg.PoolClient, orgs: readonly string[]): Promise<DemoOrg[]> {
  const { rows } = await client.query<DemoOrg>(
    `select org_id as "orgId", account_id as "accountId", balance_fen::float8 as "balanceFen", transfers::float8, hash, step,
       (ceil((charged + held + spare) / step::numeric) * step - balance_fen - booked)::float8 as "missingFen"
     from (
       select o.id as org_id, a.id as account_id, a.balance_fen, a.transfers, a.hash,
         case when row_number() over (order by o.id) % $2 = 0 then $3::int else $4::int end as step,
         case when row_number() over (order by o.id) % $2 = 0 then 0 else o.alert_fen end as spare,
         (select coalesce(sum(p.price_fen), 0) from push_record p where p.org_id = o.id and p.status = 'accepted') as charged,
         (select coalesce(sum(p.price_fen), 0) from push_record p where p.org_id = o.id and p.status in ('pending', 'unknown')) as held,
         (select coalesce(sum(t.amount_fen), 0) from transfer t where t.account_id = a.id and t.kind = 'charge') as booked
       from org o join account a on a.org_id = o.id where o.id = any($1::bigint[])
     ) org order by org_id`,
    [orgs, lowEvery, lowStep, usualStep],
  )
  return rows
}

async function bookOrg(
  client: pg.PoolClient,
  org: DemoOrg,
  common: Common & { until: number },
): Promise<void> {
  const { rows: charges } = await client.query<Charge>(
    `select p.id, p.price_fen as "priceFen", (extract(epoch from p.responded_at) * 1000)::float8 as at from push_record p
     where p.org_id = $1 and p.status = 'accepted' and p.price_fen > 0 and not exists (
       select from transfer_ref r where r.kind = 'charge' and r.ref_kind = 'push' and r.ref_id = p.id::text)
     order by p.responded_at, p.id`,
    [org.orgId],
  )
  if (charges.length === 0 && org.missingFen <= 0) return
  const first = charges[0]?.at ?? common.until
  await client.query(`select make_partitions('transfer', $1)`, [new Date(first - hour)])
  const { rows } = await client.query<{ low: string }>(`select nextval('time_id_seq') as low`)
  const links = transfersOf(org, charges, { ...common, low: BigInt(rows[0]?.low ?? 0) })
  await copyRows(client, 'transfer', transferColumns, links.map(cellsOf))
  await copyRows(
    client,
    'transfer_ref',
    ['kind', 'ref_kind', 'ref_id', 'transfer_id'],
    links.map(({ kind, refKind, refId, id }) => [kind, refKind, refId, id]),
  )
  const last = links.at(-1) as ChainLink
  await client.query('update account set balance_fen = $2, transfers = $3, hash = $4 where id = $1', [
    org.accountId,
    last.balanceAfterFen,
    last.number,
    hashOf(last),
  ])
}

/**
 * The transfers of an organisation, in order: each charge, and a recharge before one that the balance would not cover.
 * @param low the lower bits of the first id
 */
function transfersOf(
  org: DemoOrg,
  charges: readonly Charge[],
  { bank, revenue, until, low }: Common & { until: number; low: bigint },
): ChainLink[] {
  const { accountId, step } = org
  const part = Math.ceil(org.missingFen / recharges / step) * step
  const links: ChainLink[] = []
  let { balanceFen, missingFen, transfers: number, hash: previousHash } = org
  let lastAt = 0
  const add = (
    kind: 'recharge' | 'charge',
    amountFen: number,
    wantedAt: number,
    ref: [string, string] | null,
  ) => {
    const at = Math.max(wantedAt, lastAt)
    const isCharge = kind === 'charge'
    const [refKind, refId] = ref ?? ['recharge', `demo-${org.orgId}-${number + 1}`]
    balanceFen += isCharge ? -amountFen : amountFen
    const link: ChainLink = {
      previousHash,
      accountId,
      number: ++number,
      id: (BigInt(timeIdAt(at)) + ((low + BigInt(links.length)) & 0x3fffffn)).toString(),
      at,
      debitAccountId: isCharge ? accountId : bank,
      creditAccountId: isCharge ? revenue : accountId,
      amountFen,
      balanceAfterFen: balanceFen,
      kind,
      refKind,
      refId,
      businessDay: new Date(at + zoneMs).toISOString().slice(0, 10),
      byAdmin: null,
      reversesId: null,
    }
    links.push(link)
    previousHash = hashOf(link)
    lastAt = at
  }
  const recharge = (fen: number, at: number) => {
    if (fen <= 0) throw new Error(`the recharges of organization ${org.orgId} do not cover its charges`)
    missingFen -= fen
    add('recharge', fen, at, null)
  }
  for (const { id, priceFen, at } of charges) {
    while (balanceFen < priceFen) recharge(Math.min(part, missingFen), at - hour)
    add('charge', priceFen, at, ['push', id])
  }
  if (missingFen > 0) recharge(missingFen, lastAt || until)
  return links
}

const transferColumns = [
  'id',
  'at',
  'debit_account_id',
  'credit_account_id',
  'amount_fen',
  'kind',
  'ref_kind',
  'ref_id',
  'business_day',
  'account_id',
  'number',
  'balance_after_fen',
  'previous_hash',
  'hash',
]

const cellsOf = (link: ChainLink): Cell[] => [
  link.id,
  new Date(link.at).toISOString(),
  link.debitAccountId,
  link.creditAccountId,
  link.amountFen,
  link.kind,
  link.refKind,
  link.refId,
  link.businessDay,
  link.accountId,
  link.number,
  link.balanceAfterFen,
  link.previousHash,
  hashOf(link),
]
