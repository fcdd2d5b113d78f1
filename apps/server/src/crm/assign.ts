import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Moment } from '#supply'
import { automaticPools, lockColleagues, lockPool } from './candidates.ts'
import { createChooser, type Offered } from './choose-salesman.ts'
import { type Given, giveOut } from './give-out.ts'

/** How many leads one transaction gives out. */
const batch = 1_000

/** When it is, by the business clock. */
export interface Now {
  day: string
  moment: Moment
}

/**
 * Gives the waiting leads of automatic pools to salesmen on duty with room, the oldest first. Each transaction leaves leads, shares
 * and counters in agreement, so a killed run loses none and gives none twice.
 * @returns how many were given out
 */
export async function assignWaiting(db: Db, now: () => Now, signal?: AbortSignal): Promise<number> {
  let done = 0
  for (const { id } of await automaticPools(db))
    for (let after: Place | null = null; !signal?.aborted; ) {
      const round: Round = await db.transaction().execute((write) => assignSome(write, id, after, now()))
      done += round.given
      after = round.last
      if (after === null) break
    }
  return done
}

interface Place {
  id: string
  at: string
}
interface Round {
  given: number
  /** The last lead that was looked at; null: there are no more, or nobody has room. */
  last: Place | null
}

async function assignSome(write: Db, poolId: string, after: Place | null, now: Now): Promise<Round> {
  const nothing = { given: 0, last: null }
  if (!(await isAnyWaiting(write, poolId))) return nothing
  const pool = await lockPool(write, poolId)
  if (!pool) return nothing
  const { rows: seen } = await sql<Place>`
    select id::text, arrived_at as at from lead
    where pool_id = ${poolId} and salesman_id is null and closed_at is null and coalesce(rest_until <= now(), true) and not is_forgotten
      ${after ? sql`and (arrived_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
    order by lead.arrived_at, lead.id limit ${batch}`.execute(write)
  if (seen.length === 0) return nothing
  const { rows: leads } = await sql<Offered & { at: string }>`
    select id::text, city_code, source, arrived_at as at from lead
    where id = any(${seen.map(({ id }) => id)}::bigint[]) and salesman_id is null and closed_at is null
      and coalesce(rest_until <= now(), true) and not is_forgotten order by lead.id for no key update skip locked`.execute(
    write,
  )
  const colleagues = await lockColleagues(write, pool, now)
  if (!colleagues.some(({ isHere, room }) => isHere && room > 0)) return nothing
  const waits = await readWaits(write, leads)
  const chooser = await createChooser(write, poolId, colleagues)
  const places = new Map(seen.map(({ id }, index) => [id, index]))
  const given: Given[] = []
  for (const lead of leads.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))) {
    const toId = chooser.next(lead, waits.get(lead.id) ?? nobody)
    if (toId !== null) given.push({ id: lead.id, fromId: null, toId })
  }
  if (given.length > 0) {
    await giveOut(write, pool, given, { day: now.day, kind: 'assigned' })
    await chooser.save(write)
  }
  return { given: given.length, last: seen.length < batch ? null : (seen.at(-1) as Place) }
}

const nobody: ReadonlySet<string> = new Set()

async function isAnyWaiting(db: Db, poolId: string): Promise<boolean> {
  const { rows } = await sql`
    select from lead where pool_id = ${poolId} and salesman_id is null and closed_at is null and coalesce(rest_until <= now(), true)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Who held each of these leads lately, and does not get it again yet. */
async function readWaits(db: Db, leads: readonly Offered[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ leadId: string; salesmanId: string }>`
    select lead_id::text, salesman_id::text from lead_wait
    where lead_id = any(${leads.map(({ id }) => id)}::bigint[]) and until > now()`.execute(db)
  const waits = new Map<string, Set<string>>()
  for (const { leadId, salesmanId } of rows)
    waits.set(leadId, (waits.get(leadId) ?? new Set()).add(salesmanId))
  return waits
}
