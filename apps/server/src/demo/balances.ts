import type pg from 'pg'
import type { ChainLink } from '#ledger'
import { type Facts, type FactsOfPerson, ofPush, openMoneyRows } from './facts.ts'
import { queryHashed } from './hashed.ts'
import { type ChainEnd, openChain, openLowIds, storeChain } from './transfers.ts'

/** What a recharge is a multiple of, in fen: 10,000 yuan as a rule; 100 yuan where the balance is low on purpose. */
const usualStep = 1_000_000
const lowStep = 10_000
/** One in so many organizations has a low balance, so that the console has something to warn of. */
const lowEvery = 5
/** In about so many recharges an organization pays for its pushes. */
const recharges = 8
const hour = 3_600_000

/**
 * Books the recharges and charges of the made-up organizations: each accepted push is charged at its price, and pushes under way hold
 * theirs. What was recharged is a round amount; at every fifth organization it only just covers the pushes. What was booked
 * before stays.
 * @param orgs their ids
 * @param until the end of the demo's past, in milliseconds since 1970
 * @param facts null: the triggers make the facts
 */
export async function setBalances(
  client: pg.PoolClient,
  orgs: readonly string[],
  { until, facts }: { until: number; facts: Facts | null },
): Promise<void> {
  const { rows } = await client.query<Common>(
    `select min(id) filter (where kind = 'bank') as bank, min(id) filter (where kind = 'revenue') as revenue from account
     where owner_id is null`,
  )
  // One organization after the other, so that memory does not depend on the number of all charges.
  for (const org of await readOrgs(client, orgs)) {
    const charges = await readCharges(client, org.orgId, facts !== null)
    const first = charges[0]?.at ?? until
    await client.query(`select make_partitions('transfer', $1)`, [new Date(first - hour)])
    const lowId = await openLowIds(client, charges.length + 4 * recharges)
    const links = transfersOf(org, charges, { ...(rows[0] as Common), until, lowId })
    await storeChain(client, links)
    if (facts) await storeChargeFacts(client, facts, links, charges)
  }
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
  // Nobody needs a message about what was made up like this; the next crossing is told.
  await client.query(
    `insert into org_low_balance (org_id)
     select o.id from org o join org_account a on a.org_id = o.id
     where o.id = any($1::bigint[]) and a.balance_fen - a.held_fen < o.alert_fen on conflict do nothing`,
    [orgs],
  )
}

interface Common {
  bank: string
  revenue: string
}

interface DemoOrg extends ChainEnd {
  orgId: string
  /** What it has still to recharge, and what each recharge is a multiple of. */
  missingFen: number
  step: number
}

interface Charge extends FactsOfPerson {
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

/** The charges of an organization that are not booked yet, in order. @param isFirst whether nothing can be booked */
async function readCharges(client: pg.PoolClient, orgId: string, isFirst: boolean): Promise<Charge[]> {
  const text = `
    select p.id, p.price_fen as "priceFen", (extract(epoch from p.responded_at) * 1000)::float8 as at, ${ofPush}
    from push_record p join "user" u on u.id = p.user_id where p.org_id = $1 and p.status = 'accepted' and p.price_fen > 0`
  if (isFirst) return (await client.query<Charge>(`${text} order by p.responded_at, p.id`, [orgId])).rows
  return queryHashed<Charge>(
    client,
    `${text} and not exists (
       select from transfer_ref r where r.kind = 'charge' and r.ref_kind = 'push' and r.ref_id = p.id::text)
     order by p.responded_at, p.id`,
    [orgId],
  )
}

/** Each charge is a fact about its push. */
async function storeChargeFacts(
  client: pg.PoolClient,
  facts: Facts,
  links: readonly ChainLink[],
  charges: readonly Charge[],
): Promise<void> {
  const rows = openMoneyRows()
  let nth = 0
  for (const { kind, at, businessDay, id, amountFen } of links)
    if (kind === 'charge')
      facts.addMoney(rows, {
        kind,
        at,
        day: businessDay,
        refId: id,
        fen: amountFen,
        about: charges[nth++] as Charge,
      })
  await rows.store(client)
}

/** The transfers of an organization, in order: each charge, and a recharge before one that the balance would not cover. */
function transfersOf(
  org: DemoOrg,
  charges: readonly Charge[],
  { bank, revenue, until, lowId }: Common & { until: number; lowId: () => bigint },
): ChainLink[] {
  const part = Math.ceil(org.missingFen / recharges / org.step) * org.step
  const chain = openChain(org, lowId)
  let { missingFen } = org
  const recharge = (amountFen: number, at: number) => {
    if (amountFen <= 0) throw new Error(`the recharges of organization ${org.orgId} do not cover its charges`)
    missingFen -= amountFen
    const ref = ['recharge', `demo-${org.orgId}-${chain.number() + 1}`] as const
    chain.add({ kind: 'recharge', amountFen, isTaken: false, otherId: bank, at, ref })
  }
  for (const { id, priceFen, at } of charges) {
    while (chain.balance() < priceFen) recharge(Math.min(part, missingFen), at - hour)
    chain.add({ kind: 'charge', amountFen: priceFen, isTaken: true, otherId: revenue, at, ref: ['push', id] })
  }
  if (missingFen > 0) recharge(missingFen, chain.lastAt() || until)
  return chain.links
}
