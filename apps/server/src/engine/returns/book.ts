import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { noteReturned } from '#crm'
import { findTransfer, noteReturn, refund } from '#ledger'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'

interface Returned {
  id: string
  returnId: string
  userId: string
  orgId: string
  planId: string
  channelId: string | null
  respondedAt: string
  costFen: number
}

/** A return whose push is not accepted any more. Nothing of the transaction may stay. */
export class NotAccepted extends Error {
  override name = 'NotAccepted'
}

/**
 * Books returns in the caller's transaction, which has locked their rows and gives them their status: the pushes become `returned`,
 * the price is paid back to the organization on the business day of now, and the channel is no longer owed the cost: its period is
 * corrected, or the next one if that is settled. The caps and the pair of person and organization stay used, because the person was
 * sent; the status of the user stays as far as it came. What was never charged is not paid back.
 * @param by the administrator who reviewed them; null: nobody had to
 * @throws NotAccepted
 */
export async function bookReturns(
  write: Db,
  clock: BusinessClock,
  ids: readonly string[],
  by: string | null,
): Promise<void> {
  const pushes = await markReturned(write, ids)
  if (pushes.length !== ids.length)
    throw new NotAccepted(`of ${ids.length} returns, ${pushes.length} can be booked`)
  await countBack(write, clock, pushes)
  await noteReturned(
    write,
    pushes.map(({ userId }) => userId),
  )
  const businessDay = businessDayAt(databaseNow(), clock)
  const back = new Map(
    pushes.map(({ returnId, userId }) => [returnId, { user: userId, refundFen: 0, costBackFen: 0 }]),
  )
  const amounts = (returnId: string) => back.get(returnId) as { refundFen: number; costBackFen: number }
  // By the ids of the organizations, as in every transaction with several accounts.
  for (const { id, returnId } of pushes.toSorted((a, b) => byId(a.orgId, b.orgId) || byId(a.id, b.id))) {
    const ref = { kind: 'push', id }
    const charge = await findTransfer(write, 'charge', ref)
    if (!charge) continue
    amounts(returnId).refundFen = charge.amountFen
    await refund(write, { ref, amountFen: charge.amountFen, businessDay, by })
  }
  for (const { id, returnId, channelId, costFen, respondedAt } of pushes) {
    if (channelId === null || costFen === 0) continue
    amounts(returnId).costBackFen = costFen
    const day = businessDayAt(Date.parse(respondedAt), clock)
    await noteReturn(write, { channelId, pushId: id, costFen, businessDay: day })
  }
  const values = JSON.stringify([...back].map(([id, amount]) => ({ id, ...amount })))
  await sql`
    update push_return t set refund_fen = b."refundFen", cost_back_fen = b."costBackFen"
    from jsonb_to_recordset(${values}::jsonb) as b (id bigint, "user" bigint, "refundFen" bigint, "costBackFen" bigint)
    where t.id = b.id and t.user_id = b."user"`.execute(write)
}

const byId = (a: string, b: string): number => (a === b ? 0 : BigInt(a) < BigInt(b) ? -1 : 1)

/** Locks the users, as everybody does who changes their pushes, and then gives the pushes their status. */
async function markReturned(write: Db, ids: readonly string[]): Promise<Returned[]> {
  await sql`
    select from "user" where id in (select user_id from push_return where id = any(${ids}::bigint[]))
    order by id for no key update`.execute(write)
  const { rows } = await sql<Returned>`
    update push_record t set status = 'returned', updated_at = now()
    from push_return r where r.id = any(${ids}::bigint[]) and t.id = r.push_id and t.user_id = r.user_id and t.status = 'accepted'
    returning t.id, r.id as "returnId", t.user_id as "userId", t.org_id as "orgId", t.plan_id as "planId", t.channel_id as "channelId",
      t.responded_at as "respondedAt", t.cost_fen as "costFen"`.execute(write.withoutPlugins())
  return rows
}

/** The acceptance rate of a plan says what a person is worth, so one who came back does not count as accepted. */
async function countBack(write: Db, clock: BusinessClock, pushes: readonly Returned[]): Promise<void> {
  const counts = new Map<string, { planId: string; day: string; count: number }>()
  for (const { planId, respondedAt } of pushes) {
    const day = businessDayAt(Date.parse(respondedAt), clock)
    const key = `${planId.padStart(20)} ${day}`
    counts.set(key, { planId, day, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  for (const [, { planId, day, count }] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await sql`update plan_answer set accepted = greatest(0, accepted - ${count}) where plan_id = ${planId} and day = ${day}`.execute(
      write,
    )
}
