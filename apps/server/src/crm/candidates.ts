import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import { isWithinAny } from '@kabao/region'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { isInWindows, type Moment } from '#supply'
import { isOnDuty } from './held-counters.ts'

/** A salesman whom a pool can give leads. */
export interface Colleague {
  id: string
  weight: number
  cityCodes: string[]
  sources: string[]
  /** Whether he is on duty at this moment of the week. */
  isHere: boolean
  /** How many leads he can still get. */
  room: number
}

/** The pool of a round of assignment. */
export interface Pool {
  id: string
  name: string
  kind: 'public' | 'team'
  teamId: string | null
  maxHeld: number
  firstContactMinutes: number
}

/** The pools that give out their leads by themselves. */
export async function automaticPools(db: Db): Promise<{ id: string }[]> {
  const { rows } = await sql<{
    id: string
  }>`select id::text from lead_pool where is_automatic order by lead_pool.id`.execute(db)
  return rows
}

/** Locks a pool for one round of assignment, before any lead. @returns undefined if another instance is at it */
export async function lockPool(write: Db, id: string): Promise<Pool | undefined> {
  const { rows } = await sql<Pool>`
    select id::text, name, kind, team_id::text, max_held, first_contact_minutes from lead_pool
    where id = ${id} and is_automatic for no key update skip locked`.execute(write)
  return rows[0]
}

/**
 * The salesmen of a pool with a share in its leads, with the room that each has. Their counters stay locked until the transaction has
 * ended, in the order of `shift`, so what is given out within the room is never refused.
 * @param holders who else loses leads in this transaction
 */
export async function lockColleagues(
  write: Db,
  pool: Pool,
  { day, moment }: { day: string; moment: Moment },
  holders: readonly string[] = [],
): Promise<Colleague[]> {
  const { rows: members } = await sql<{ id: string }>`
    select s.id::text from salesman s where ${isOnDuty} and s.weight > 0
      and (${pool.kind === 'public'} or s.team_id = ${pool.teamId}) order by s.id`.execute(write)
  const ids = members.map(({ id }) => id)
  const all = [...new Set([...ids, ...holders])]
  await sql`
    insert into lead_pool_use (salesman_id, pool_id) select id, ${pool.id} from unnest(${ids}::bigint[]) m (id) order by id
    on conflict do nothing`.execute(write)
  await sql`
    select from lead_pool_use where pool_id = ${pool.id} and salesman_id = any(${all}::bigint[])
    order by salesman_id for no key update`.execute(write)
  await sql`select from salesman where id = any(${all}::bigint[]) order by id for no key update`.execute(
    write,
  )
  // Read anew: who waited for the locks may see other counters and another status now.
  const { rows } = await sql<Omit<Colleague, 'isHere'> & { windows: PlanWindow[] }>`
    select s.id::text, s.weight, s.city_codes, s.sources, s.windows,
      least(s.capacity - s.held, ${pool.maxHeld} - u.held, coalesce(s.daily_quota, 1000000)
        - case when s.daily_quota is not null and s.taken_on >= ${day}::date then s.taken else 0 end)::integer as room
    from salesman s join lead_pool_use u on u.salesman_id = s.id and u.pool_id = ${pool.id}
    where s.id = any(${ids}::bigint[]) and s.status = 'onDuty' order by s.id`.execute(write)
  return rows.map(({ windows, ...colleague }) => ({ ...colleague, isHere: isInWindows(windows, moment) }))
}

/** Whether a salesman prefers leads of this city or source; who prefers neither, prefers none. */
export const prefers = (
  { cityCodes, sources }: Colleague,
  lead: { cityCode: string | null; source: string },
): boolean =>
  (cityCodes.length > 0 || sources.length > 0) &&
  (cityCodes.length === 0 || (lead.cityCode !== null && isWithinAny(lead.cityCode, cityCodes))) &&
  (sources.length === 0 || sources.includes(lead.source))
