import { crmNoticeWords } from '@kabao/contract/crm/crm-notice.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Now } from './assign.ts'
import { automaticPools, type Colleague, lockColleagues, lockPool, type Pool } from './candidates.ts'
import { createChooser, type Offered } from './choose-salesman.ts'
import { type Given, giveOut } from './give-out.ts'
import { returnToPool } from './recycle.ts'
import { countsOf, tellSalesmen } from './salesman-messages.ts'

/** How many leads one transaction passes on. */
const batch = 500

interface Late extends Offered {
  salesmanId: string
  poolId: string
  isTold: boolean
}

/**
 * Passes on the leads of automatic pools that were not contacted in time: to a colleague who has not let it pass yet, or to the pool
 * when all have. While nobody has room it stays, and somebody in charge is told once.
 * @returns how many were passed on or returned
 */
export async function passOnLate(db: Db, now: () => Now, signal?: AbortSignal): Promise<number> {
  let done = 0
  for (const { id } of await automaticPools(db))
    for (let after = '0'; !signal?.aborted; ) {
      const round: Round = await db.transaction().execute((write) => passSome(write, id, after, now()))
      done += round.moved
      if (round.last === null) break
      after = round.last
    }
  return done
}

interface Round {
  moved: number
  /** The last lead that was looked at; null: there are no more. */
  last: string | null
}

async function passSome(write: Db, poolId: string, after: string, now: Now): Promise<Round> {
  const nothing = { moved: 0, last: null }
  const due = sql`pool_id = ${poolId} and first_contact_due_at <= now() and closed_at is null and not is_forgotten`
  const { rows: seen } = await sql<{ id: string }>`
    select id::text from lead where ${due} and id > ${after} order by lead.id limit ${batch}`.execute(write)
  if (seen.length === 0) return nothing
  const pool = await lockPool(write, poolId)
  if (!pool) return nothing
  const { rows: late } = await sql<Late>`
    select id::text, city_code, source, salesman_id::text, pool_id::text, stuck_at is not null as is_told from lead
    where id = any(${seen.map(({ id }) => id)}::bigint[]) and ${due} and salesman_id is not null
    order by lead.id for no key update skip locked`.execute(write)
  const holders = late.map(({ salesmanId }) => salesmanId)
  const colleagues = await lockColleagues(write, pool, now, holders)
  const passed = await readPassed(write, late)
  const chooser = await createChooser(write, poolId, colleagues)
  const given: Given[] = []
  const back: Late[] = []
  const stuck: Late[] = []
  for (const lead of late) {
    const had = (passed.get(lead.id) ?? new Set<string>()).add(lead.salesmanId)
    const toId = chooser.next(lead, had)
    if (toId !== null) given.push({ id: lead.id, fromId: lead.salesmanId, toId })
    else if (colleagues.every(({ id }: Colleague) => had.has(id))) back.push(lead)
    else stuck.push(lead)
  }
  await giveOut(write, pool, given, { day: now.day, kind: 'passedOn' })
  await chooser.save(write)
  await returnToPool(write, back)
  await tellWhoLost(write, pool, [
    ...given.map(({ fromId }) => fromId as string),
    ...back.map((lead) => lead.salesmanId),
  ])
  await tellInCharge(
    write,
    pool,
    stuck.filter(({ isTold }) => !isTold),
  )
  return { moved: given.length + back.length, last: seen.length < batch ? null : (seen.at(-1)?.id ?? null) }
}

/** Who let each lead pass since it was last in the pool. */
async function readPassed(db: Db, leads: readonly Late[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ leadId: string; fromId: string }>`
    select e.lead_id::text, e.from_id::text from lead_event e
    where e.lead_id = any(${leads.map(({ id }) => id)}::bigint[]) and e.kind = 'passedOn' and not exists (
      select from lead_event b where b.lead_id = e.lead_id and b.id > e.id and b.to_id is null and b.from_id is not null)`.execute(
    db,
  )
  const passed = new Map<string, Set<string>>()
  for (const { leadId, fromId } of rows) passed.set(leadId, (passed.get(leadId) ?? new Set()).add(fromId))
  return passed
}

const tellWhoLost = (write: Db, pool: Pool, lost: readonly string[]): Promise<void> =>
  tellSalesmen(
    write,
    [...countsOf(lost)].map(([salesmanId, count]) => ({
      salesmanId,
      ...crmNoticeWords.tree.passed,
      values: { count, pool: pool.name },
      query: { poolId: pool.id, place: 'waiting' },
    })),
  )

/** Tells the owner of the pool, or else the head of its team. */
async function tellInCharge(write: Db, pool: Pool, stuck: readonly Late[]): Promise<void> {
  if (stuck.length === 0) return
  await sql`update lead set stuck_at = now() where id = any(${stuck.map(({ id }) => id)}::bigint[])`.execute(
    write,
  )
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(p.owner_id, t.head_id)::text as id from lead_pool p left join sales_team t on t.id = p.team_id
    where p.id = ${pool.id}`.execute(write)
  const salesmanId = rows[0]?.id
  if (!salesmanId) return
  const values = { count: stuck.length, pool: pool.name }
  const query = { poolId: pool.id, late: 'true' }
  await tellSalesmen(write, [{ salesmanId, ...crmNoticeWords.tree.stuck, values, query }])
}
