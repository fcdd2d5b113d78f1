import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { shift } from './held-counters.ts'
import { type Acting, nobody } from './history.ts'
import { beginning, type Moved, moveLead, refusalOf } from './lead.ts'

interface Taking extends Acting {
  leadId: string
  salesmanId: string
}

const isWaiting = sql`c.salesman_id is null`
const hasRested = sql`coalesce(c.rest_until <= now(), true)`
const isOfHisTeam = (salesmanId: string) => sql`(p.kind = 'public'
  or p.team_id = (select s.team_id from salesman s where s.id = ${salesmanId}))`

/**
 * A salesman takes a lead from the pool. Of many who claim one lead, one gets it.
 * @param write the transaction of the act
 * @throws Problem if somebody was faster, the lead rests, he held it lately, or a limit of his is reached; nothing has changed then
 */
export async function claim(write: Db, { leadId, salesmanId, by, day }: Taking): Promise<Moved> {
  const moved = await moveLead(write, leadId, {
    where: [isWaiting, hasRested, isOfHisTeam(salesmanId)],
    set: beginning(salesmanId),
    kind: 'claimed',
    by,
    from: nobody,
    to: sql`m.salesman_id`,
  })
  if (!moved) throw await claimRefusal(write, leadId)
  // Such waits are written under the lock of the lead, so one that is not there now does not exist.
  if (await hasToWait(write, leadId, salesmanId)) throw new Problem(codes.conflict, 'leadCoolDown')
  await shift(write, day, [{ salesmanId, poolId: moved.poolId, held: 1, way: 'claim' }])
  return moved
}

/**
 * Gives a waiting lead to a salesman, whether or not it rests and he held it before.
 * @param isAutomatic whether the service chose him: it counts in his quota
 * @throws Problem if the lead does not wait any more, or a limit of his is reached
 */
export async function assign(
  write: Db,
  {
    leadId,
    salesmanId,
    by,
    day,
    isAutomatic = false,
    reason,
  }: Taking & { isAutomatic?: boolean; reason?: string },
): Promise<Moved> {
  const moved = await moveLead(write, leadId, {
    where: [isWaiting, ...(isAutomatic ? [hasRested] : [])],
    set: beginning(salesmanId),
    kind: 'assigned',
    by,
    from: nobody,
    to: sql`m.salesman_id`,
    ...(reason && { reason }),
  })
  if (!moved) throw await refusalOf(write, leadId, null)
  const way = isAutomatic ? ('automatic' as const) : undefined
  await shift(write, day, [{ salesmanId, poolId: moved.poolId, held: 1, ...(way && { way }) }])
  return moved
}

/**
 * Gives a lead that somebody holds to another salesman; its clocks begin anew.
 * @param fromId who holds it, as the caller saw it
 * @throws Problem if somebody else holds it by now, or a limit of the other one is reached
 */
export async function transfer(
  write: Db,
  { leadId, fromId, salesmanId, by, day, reason }: Taking & { fromId: string; reason: string },
): Promise<Moved> {
  const moved = await moveLead(write, leadId, {
    where: [sql`c.salesman_id = ${fromId}`, sql`c.salesman_id <> ${salesmanId}`],
    set: beginning(salesmanId),
    kind: 'transferred',
    by,
    from: sql`${fromId}::bigint`,
    to: sql`m.salesman_id`,
    reason,
  })
  if (!moved) throw await refusalOf(write, leadId, fromId)
  const { poolId } = moved
  await shift(write, day, [
    { salesmanId: fromId, poolId, held: -1 },
    { salesmanId, poolId, held: 1 },
  ])
  return moved
}

async function hasToWait(write: Db, leadId: string, salesmanId: string): Promise<boolean> {
  const { rows } =
    await sql`select from lead_wait w where w.lead_id = ${leadId} and w.salesman_id = ${salesmanId}
    and w.until > now()`.execute(write)
  return rows.length > 0
}

/** Why a claim was not possible: the reasons of every act, then those of the pool. */
async function claimRefusal(db: Db, leadId: string): Promise<Problem> {
  const { rows } = await sql<{ isResting: boolean }>`
    select coalesce(c.rest_until > now(), false) as is_resting from lead c
    where c.id = ${leadId} and c.salesman_id is null and c.closed_at is null and not c.is_forgotten`.execute(
    db,
  )
  const [waiting] = rows
  if (!waiting) return refusalOf(db, leadId, null)
  return new Problem(codes.conflict, waiting.isResting ? 'leadResting' : 'leadElsewhere')
}
