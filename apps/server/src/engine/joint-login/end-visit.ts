import { createHash } from 'node:crypto'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { giveUp, noteResult } from '#ledger'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { closeInterrupted, endAttempt } from '../attempts.ts'
import { type ClaimedCap, giveBackCaps } from '../caps/claim.ts'
import type { Engine } from '../engine.ts'
import type { Push } from '../push.ts'
import { type Ending, lockUser } from '../settle.ts'
import { raiseUserStatus } from '../user-status.ts'
import { charge, countAnswer, endPush } from './visit-parts.ts'

/** A person who comes with another browser is the same visitor. */
export const userVisitorOf = (userId: string): Buffer =>
  createHash('sha256').update(`user ${userId}`).digest()

interface OpenVisit {
  caps: ClaimedCap[]
  visitor: Buffer
  day: string
}

/**
 * Ends a visit, once, in the caller's transaction, with all that follows: the charge if the visitor is the first of the day, the caps
 * and the price that are given back otherwise, the cost of the channel and the status of the user.
 * @param isInTime also refuses a ticket that has expired
 * @returns false if the visit ended before
 */
export async function endVisit(
  write: Db,
  { clock }: Pick<Engine, 'clock'>,
  { pushId, userId, isInTime = false }: { pushId: string; userId: string; isInTime?: boolean },
  ending: Ending & { outcome: 'accepted' | 'rejected' | 'duplicate' | 'failed' },
): Promise<boolean> {
  await lockUser(write, userId)
  const isAccepted = ending.outcome === 'accepted'
  const { rows } = await sql<OpenVisit>`
    update login_ticket set is_open = false, redeemed_at = ${isAccepted ? sql`now()` : null}
    where id = ${pushId} and user_id = ${userId} and is_open ${isInTime ? sql`and expires_at > now()` : sql``}
    returning caps, visitor, to_char(day, 'YYYY-MM-DD') as day`.execute(write.withoutPlugins())
  const [visit] = rows
  if (!visit) return false
  if (ending.attempt) await endAttempt(write, { userId, attemptId: ending.attempt.id }, ending.attempt.end)
  else await closeInterrupted(write, { userId, pushId })
  const push = await endPush(write, { userId, pushId }, ending)
  if (!push) return false
  const businessDay = businessDayAt(databaseNow(), clock())
  if (ending.outcome !== 'failed') {
    await raiseUserStatus(write, userId, isAccepted ? 'accepted' : 'rejected')
    await countAnswer(write, push.planId, businessDay, isAccepted)
  }
  const first = isAccepted ? await countVisitor(write, push, visit) : { ofOrg: false, ofChannel: false }
  if (first.ofOrg) await pay(write, push, { businessDay, isUniqueVisitor: first.ofChannel })
  else await giveBack(write, push, visit)
  return true
}

/** Counts a visitor of a day, for the organization and for the channel. Of two visits at once, one is the first. */
async function countVisitor(
  write: Db,
  { orgId, userId }: Push,
  { visitor, day }: OpenVisit,
): Promise<{ ofOrg: boolean; ofChannel: boolean }> {
  const { rows } = await sql<{ orgId: string }>`
    insert into unique_visitor (id, org_id, visitor)
    select time_id_at(${day}::date::timestamp at time zone 'UTC'), o.org_id, v.visitor
    from unnest(array[0, ${orgId}]::bigint[]) o (org_id),
      unnest(${[userVisitorOf(userId), visitor]}::bytea[]) with ordinality v (visitor, nth)
    order by v.nth, o.org_id
    on conflict do nothing returning org_id as "orgId"`.execute(write.withoutPlugins())
  const isFirst = (id: string) => rows.filter((row) => row.orgId === id).length === 2
  return { ofOrg: isFirst(orgId), ofChannel: isFirst('0') }
}

/** Whether a visitor was counted at an organization on a day. */
export async function isKnownVisitor(
  db: Db,
  { orgId, userId, visitor, day }: { orgId: string; userId: string; visitor: Buffer; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from unique_visitor where visitor = any(${[userVisitorOf(userId), visitor]}::bytea[]) and org_id = ${orgId}
      and id = time_id_at(${day}::date::timestamp at time zone 'UTC') limit 1`.execute(db)
  return rows.length > 0
}

async function pay(
  write: Db,
  push: Push,
  { businessDay, isUniqueVisitor }: { businessDay: string; isUniqueVisitor: boolean },
): Promise<void> {
  const result = { ...push, businessDay }
  // A channel is paid by one kind of result, so at most one of both is above 0.
  const costFen =
    (await noteResult(write, 'push', result)) +
    (isUniqueVisitor ? await noteResult(write, 'visitor', result) : 0)
  if (costFen > 0)
    await sql`
      update push_record set cost_fen = ${costFen} where id = ${push.id} and user_id = ${push.userId}`.execute(
      write,
    )
  if (push.priceFen > 0) await charge(write, push, businessDay)
}

/** A visit that is not charged gives back its places and its price. */
async function giveBack(write: Db, push: Push, { caps }: OpenVisit): Promise<void> {
  await giveBackCaps(write, caps)
  if (push.priceFen === 0) return
  if (push.status === 'accepted')
    await sql`update push_record set price_fen = 0 where id = ${push.id} and user_id = ${push.userId}`.execute(
      write,
    )
  await giveUp(write, { ref: { kind: 'push', id: push.id } })
}

/** How many expired tickets are looked up at once. */
const most = 200

/** Ends the visits whose ticket nobody redeemed in time, each in a transaction of its own. @returns how many */
export async function closeExpiredTickets(db: Db, engine: Pick<Engine, 'clock'>): Promise<number> {
  let closed = 0
  for (;;) {
    const { rows } = await sql<{ pushId: string; userId: string }>`
      select id as "pushId", user_id as "userId" from login_ticket where is_open and expires_at <= now()
      order by expires_at limit ${most}`.execute(db.withoutPlugins())
    for (const visit of rows)
      if (await db.transaction().execute((write) => endVisit(write, engine, visit, { outcome: 'failed' })))
        closed++
    if (rows.length < most) return closed
  }
}
