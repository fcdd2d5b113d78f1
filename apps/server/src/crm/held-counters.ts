import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'

/** What changes for a salesman when leads of a pool come to him or leave him. */
export interface Step {
  salesmanId: string
  poolId: string
  /** How many open leads more (above zero) or fewer he holds. */
  held: number
  /** How they come: a `claim` counts in the pool's claims of the day, both count in his quota; others count in neither. */
  way?: 'claim' | 'automatic'
}

/**
 * Changes the counters of salesmen, within their limits, in the transaction that moves the leads. The leads are locked before. The
 * rows are locked in one order, so acts on the same salesmen never wait for each other in a circle.
 * @param day the business day of now, `yyyy-mm-dd`
 * @throws Problem if a salesman is not on duty or has no place left; then the transaction is rolled back
 */
export async function shift(write: Db, day: string, steps: readonly Step[]): Promise<void> {
  const inOrder = summed(steps)
  for (const step of inOrder) if (!(await shiftPool(write, day, step))) throw await poolRefusal(write, step)
  for (const step of summed(inOrder.map((each) => ({ ...each, poolId: '0' }))))
    if (!(await shiftSalesman(write, day, step))) throw await salesmanRefusal(write, step)
}

/** Whether a salesman `s` gets leads: he is on duty, and his account is not disabled. */
export const isOnDuty = sql<boolean>`(s.status = 'onDuty'
  and exists (select from admin a where a.id = s.admin_id and a.status = 'enabled'))`

/** One step for each salesman, pool and way, in the order of their ids. */
function summed(steps: readonly Step[]): Step[] {
  const sums = new Map<string, Step>()
  for (const step of steps) {
    const key = `${step.salesmanId.padStart(20)} ${step.poolId.padStart(20)} ${step.way ?? ''}`
    const { held = 0 } = sums.get(key) ?? {}
    sums.set(key, { ...step, held: held + step.held })
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, step]) => step)
}

/** @returns false if the limits of the pool do not allow it */
async function shiftPool(write: Db, day: string, { salesmanId, poolId, held, way }: Step): Promise<boolean> {
  if (held <= 0) {
    await sql`update lead_pool_use set held = held + ${held} where salesman_id = ${salesmanId} and pool_id = ${poolId}`.execute(
      write,
    )
    return true
  }
  const claims = way === 'claim' ? held : 0
  const { rows } = await sql`
    insert into lead_pool_use as u (salesman_id, pool_id, held, day, claims)
    select ${salesmanId}::bigint, p.id, ${held}::integer, ${day}::date, ${claims}::integer from lead_pool p
    where p.id = ${poolId} and p.max_held >= ${held} and (${claims} = 0 or p.max_claims_per_day >= ${claims})
    on conflict (salesman_id, pool_id) do update
      set held = u.held + ${held}, day = greatest(u.day, ${day}::date),
        claims = case when u.day >= ${day}::date then u.claims else 0 end + ${claims}
      where u.held + ${held} <= (select p.max_held from lead_pool p where p.id = u.pool_id)
        and (${claims} = 0 or case when u.day >= ${day}::date then u.claims else 0 end + ${claims}
          <= (select p.max_claims_per_day from lead_pool p where p.id = u.pool_id))
    returning u.held`.execute(write)
  return rows.length > 0
}

/** @returns false if he is not on duty, or his limits do not allow it */
async function shiftSalesman(write: Db, day: string, { salesmanId, held, way }: Step): Promise<boolean> {
  const taken = way === undefined ? 0 : held
  const { rows } = await sql`
    update salesman s set held = s.held + ${held}, taken_on = greatest(s.taken_on, ${day}::date),
      taken = case when s.taken_on >= ${day}::date then s.taken else 0 end + ${taken}
    where s.id = ${salesmanId} and (${held} <= 0 or (${isOnDuty} and s.held + ${held} <= s.capacity))
      and (${taken} = 0 or s.daily_quota is null
        or case when s.taken_on >= ${day}::date then s.taken else 0 end + ${taken} <= s.daily_quota)
    returning s.id`.execute(write)
  return rows.length > 0
}

/** Why a pool does not allow a step. */
async function poolRefusal(db: Db, { salesmanId, poolId, held, way }: Step): Promise<Problem> {
  const { rows } = await sql<{ name: string; isFull: boolean }>`
    select s.name, coalesce(u.held, 0) + ${held} > p.max_held as is_full
    from salesman s cross join lead_pool p left join lead_pool_use u on u.salesman_id = s.id and u.pool_id = p.id
    where s.id = ${salesmanId} and p.id = ${poolId}`.execute(db)
  const [found] = rows
  return way === 'claim' && !found?.isFull
    ? new Problem(codes.conflict, 'claimsUsed')
    : new Problem(codes.conflict, 'poolFull', { values: { name: found?.name ?? '' } })
}

/** Why a salesman gets no more. */
async function salesmanRefusal(db: Db, { salesmanId, held }: Step): Promise<Problem> {
  const { rows } = await sql<{ name: string; isOnDuty: boolean; isFull: boolean }>`
    select s.name, ${isOnDuty} as is_on_duty, s.held + ${held} > s.capacity as is_full from salesman s where s.id = ${salesmanId}`.execute(
    db,
  )
  const [found] = rows
  const reason = !found?.isOnDuty ? 'notOnDuty' : found.isFull ? 'capacityFull' : 'quotaUsed'
  return new Problem(codes.conflict, reason, { values: { name: found?.name ?? '' } })
}

/**
 * Frees the places of many leads at once, in the transaction that takes them from their holders. The rows are locked in the order of
 * `shift`.
 */
export async function freePlaces(
  write: Db,
  left: readonly { salesmanId: string; poolId: string }[],
): Promise<void> {
  if (left.length === 0) return
  const given = sql`(select g.salesman_id, g.pool_id, count(*)::integer as n
    from unnest(${left.map(({ salesmanId }) => salesmanId)}::bigint[], ${left.map(({ poolId }) => poolId)}::bigint[])
      g (salesman_id, pool_id) group by 1, 2)`
  await sql`
    with locked as (
      select u.salesman_id, u.pool_id from lead_pool_use u join ${given} g on g.salesman_id = u.salesman_id and g.pool_id = u.pool_id
      order by u.salesman_id, u.pool_id for no key update of u
    )
    update lead_pool_use u set held = u.held - g.n from locked l, ${given} g
    where l.salesman_id = u.salesman_id and l.pool_id = u.pool_id and g.salesman_id = u.salesman_id and g.pool_id = u.pool_id`.execute(
    write,
  )
  const sums = sql`(select g.salesman_id, sum(g.n)::integer as n from ${given} g group by 1)`
  await sql`
    with locked as (
      select s.id from salesman s join ${sums} g on g.salesman_id = s.id order by s.id for no key update of s
    )
    update salesman s set held = s.held - g.n from locked l, ${sums} g where l.id = s.id and g.salesman_id = s.id`.execute(
    write,
  )
}
