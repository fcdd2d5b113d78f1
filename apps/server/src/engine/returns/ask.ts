import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPush, type PushKey } from '../push.ts'
import { lockUser } from '../settle.ts'
import { bookReturns } from './book.ts'

/** How a return was asked for: by the organization's call, by an administrator, or by a list. */
export type AskedWay = 'org' | 'admin' | 'import'

export interface ReturnRequest {
  pushId: string
  /** Only pushes to this organization are found; null: any. */
  orgId: string | null
  /** One of the reasons that the plan agrees on. */
  reason: string
  way: AskedWay
  /** The administrator who asks; null: the organization. */
  adminId: string | null
}

/**
 * Why a person cannot be returned.
 * - `notFound`: there is no such push
 * - `notAccepted`: the push was not accepted
 * - `none`: the plan agrees on no returns
 * - `late`: the days of the plan are over
 * - `reason`: the plan does not agree on this reason
 * - `refused`: the organization asked before, and a reviewer refused it
 */
export type ReturnRefusal = 'notFound' | 'notAccepted' | 'none' | 'late' | 'reason' | 'refused'

export type AskedReturn =
  | {
      /** The return, new or of before. */
      id: string
      status: 'asked' | 'returned'
      /** Whether it was asked for before; then nothing has changed. */
      isKnown: boolean
    }
  | { refusal: ReturnRefusal; returnDays: number; reasons: readonly string[] }

interface Terms {
  status: string
  returnDays: number
  reasons: string[]
  isReviewed: boolean
  isLate: boolean
}

/**
 * Asks for the return of an accepted person, in the caller's transaction. Asked again, it answers with the return of before. Where
 * the plan has no review, the return is booked at once.
 */
export async function askReturn(
  write: Db,
  clock: BusinessClock,
  { pushId, orgId, reason, way, adminId }: ReturnRequest,
): Promise<AskedReturn> {
  const found = await findPush(write, pushId)
  const refuse = (refusal: ReturnRefusal, terms?: Terms): AskedReturn => ({
    refusal,
    returnDays: terms?.returnDays ?? 0,
    reasons: terms?.reasons ?? [],
  })
  if (!found || (orgId !== null && found.orgId !== orgId)) return refuse('notFound')
  const key = { userId: found.userId, pushId }
  // Of several requests for one push, each but the first sees the return of the first.
  await lockUser(write, found.userId)
  const known = await readReturn(write, key)
  if (known?.status === 'asked' || known?.status === 'returned')
    return { id: known.id, status: known.status, isKnown: true }
  const terms = await readTerms(write, key)
  if (terms.status !== 'accepted') return refuse('notAccepted', terms)
  if (terms.returnDays === 0) return refuse('none', terms)
  if (terms.isLate) return refuse('late', terms)
  if (!terms.reasons.includes(reason)) return refuse('reason', terms)
  if (way === 'org' && known?.status === 'refused') return refuse('refused', terms)
  const { rows } = await sql<{ id: string }>`
    insert into push_return (push_id, user_id, org_id, plan_id, channel_id, reason, asked_way, asked_by, updated_by)
    values (${pushId}, ${found.userId}, ${found.orgId}, ${found.planId}, ${found.channelId}, ${reason}, ${way}, ${adminId},
      ${adminId}) returning id`.execute(write)
  const id = rows[0]?.id as string
  if (terms.isReviewed) return { id, status: 'asked', isKnown: false }
  await bookReturns(write, clock, [id], null)
  await sql`
    update push_return set status = 'returned', version = version + 1, updated_at = now()
    where id = ${id} and user_id = ${key.userId}`.execute(write)
  return { id, status: 'returned', isKnown: false }
}

/** The last return of a push. */
async function readReturn(
  write: Db,
  { userId, pushId }: PushKey,
): Promise<{ id: string; status: string } | undefined> {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from push_return where push_id = ${pushId} and user_id = ${userId}
    order by id desc limit 1`.execute(write)
  return rows[0]
}

async function readTerms(write: Db, { userId, pushId }: PushKey): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select t.status, p.return_days as "returnDays", p.return_reasons as reasons, p.is_return_reviewed as "isReviewed",
      now() > t.responded_at + p.return_days * interval '1 day' as "isLate"
    from push_record t join plan p on p.id = t.plan_id
    where t.id = ${pushId} and t.user_id = ${userId}`.execute(write.withoutPlugins())
  return rows[0] as Terms
}
