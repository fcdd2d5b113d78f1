import { type BodyOf, codes } from '@kabao/contract'
import { pushWords } from '@kabao/contract/engine/push.words'
import type { jointLoginCalls } from '@kabao/contract/intake/joint-login'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { PushStatus } from '@kabao/contract/users/push-status'
import { sql } from 'kysely'
import { answerLater, askReturn, type PushKey, readPush, refusalOf, type Settling } from '#engine'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { isAhead, isBefore } from './partner-clock.ts'

type Body = BodyOf<typeof jointLoginCalls.result>

/**
 * Takes what an organization says later about one of its own pushes, in the caller's transaction. Said again, nothing changes.
 * @throws Problem 4040 if the organization has no such push, 4090 if the result contradicts how the push ended
 *   the push has another number of the organization, or the balance of the organization does not cover the price
 */
export async function takeResult(
  write: Db,
  engine: Settling,
  { orgId, body }: { orgId: string; body: Body },
): Promise<{ pushId: string; status: Body['status'] }> {
  const { userId, id: pushId, externalId: known, sentAt } = await findPush(write, orgId, body)
  const { status, reason, externalId, at } = body
  if (isAhead(at)) throw invalid({ at: 'future' })
  if (isBefore(at, sentAt)) throw invalid({ at: 'beforePush' })
  if (status === 'returned') await takeReturn(write, engine, { userId, pushId, orgId, reason })
  else {
    const answered = await answerLater(write, engine, {
      pushId,
      orgId,
      outcome: status,
      // The first number stays.
      externalId: known === null ? externalId : undefined,
      reason: reason && maskText(reason),
    })
    if (answered === 'notFound') throw notFound()
    if (answered === 'conflict') throw await contradicts(write, { userId, pushId })
    if (answered === 'unpaid') throw new Problem(codes.conflict, 'unpaid')
  }
  // What a first result left open may come with a repeated one.
  await sql`
    update push_record set quality = coalesce(${body.quality ?? null}, quality),
      external_id = coalesce(external_id, ${externalId ?? null}), updated_at = now()
    where id = ${pushId} and user_id = ${userId} and (quality is distinct from coalesce(${body.quality ?? null}, quality)
      or (external_id is null and ${externalId ?? null}::text is not null))`.execute(write)
  const push = await readPush(write, { userId, pushId })
  // Another one may have come at the same moment; then nothing of this result is kept.
  if (externalId !== undefined && push?.externalId !== externalId)
    throw new Problem(codes.conflict, 'otherExternalId')
  return { pushId, status: push?.status as Body['status'] }
}

/** @throws Problem if the organization has no such push, or several with its own number */
async function findPush(write: Db, orgId: string, { pushId, externalId }: Body): Promise<Found> {
  if (!pushId && !externalId) throw invalid({ pushId: 'required' })
  const which = pushId ? sql`id = ${pushId.replace(/^p/, '')}` : sql`external_id = ${externalId}`
  const { rows } = await sql<Found>`
    select user_id as "userId", id, external_id as "externalId", time_of_id(id) as "sentAt" from push_record
    where ${which} and org_id = ${orgId} limit 2`.execute(write.withoutPlugins())
  const [found] = rows
  if (!found) throw notFound()
  if (rows.length > 1) throw new Problem(codes.conflict, 'severalPushes')
  return found
}

interface Found {
  userId: string
  id: string
  externalId: string | null
  sentAt: string
}

async function takeReturn(
  write: Db,
  { clock }: Settling,
  { userId, pushId, orgId, reason }: PushKey & { orgId: string; reason: string | undefined },
): Promise<void> {
  if (!reason) throw invalid({ reason: 'required' })
  const asked = await askReturn(write, clock(), { pushId, orgId, reason, way: 'org', adminId: null })
  if (!('refusal' in asked)) return
  if (asked.refusal === 'notAccepted') throw await contradicts(write, { userId, pushId })
  throw refusalOf(asked)
}

async function contradicts(write: Db, key: PushKey): Promise<Problem> {
  const push = await readPush(write, key)
  const state = pushWords.tree.status[push?.status as PushStatus]
  return new Problem(codes.conflict, 'resultConflict', { texts: { state } })
}
