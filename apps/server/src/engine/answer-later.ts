import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPush, readPush } from './push.ts'
import { lockUser, type Settling, settle } from './settle.ts'

/** What an organization says later about a push, or a person found out. */
export interface LaterAnswer {
  pushId: string
  /** Only pushes to this organization are found; null: any. */
  orgId: string | null
  outcome: 'accepted' | 'rejected'
  reason?: string | undefined
  externalId?: string | undefined
  /** The administrator who found it out; by default nobody. */
  by?: string | null
}

/**
 * Settles a push by an answer that came later, in the caller's transaction, with the charge and all that follows. Said again, the
 * same answer changes nothing. A push that is tried again because it surely failed takes no answer, nor does an offer or a visit.
 * @returns `settled`, `known` if it ended so before, `conflict` if it ended otherwise, `unpaid` if it stays unclear because the
 *   organization cannot pay for it, `notFound`
 */
export async function answerLater(
  write: Db,
  engine: Settling,
  { pushId, orgId, outcome, reason, externalId, by = null }: LaterAnswer,
): Promise<'settled' | 'known' | 'conflict' | 'unpaid' | 'notFound'> {
  const found = await findPush(write, pushId)
  if (!found || (orgId !== null && found.orgId !== orgId)) return 'notFound'
  const { userId } = found
  // Nobody was sent yet: a visit ends with its ticket, and an offer with a consent.
  if (found.stage !== 'submit') return 'conflict'
  // Of several answers at once, each but the first sees how the push ended.
  await lockUser(write, userId)
  const before = await readPush(write, { userId, pushId })
  if (before)
    await settle(write, engine, { push: before, held: null, ending: { outcome, reason, externalId, by } })
  const { rows } = await sql<{ status: string }>`
    select status from push_record where id = ${pushId} and user_id = ${userId}`.execute(write)
  if (rows[0]?.status === 'unknown') return 'unpaid'
  if (rows[0]?.status !== outcome) return 'conflict'
  return before?.status === outcome ? 'known' : 'settled'
}
