import type { AnswerOf, BodyOf } from '@kabao/contract'
import { codes } from '@kabao/contract'
import type { jointLoginCalls } from '@kabao/contract/intake/joint-login'
import { jointLogin, redeem, type Visiting } from '#engine'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'

/**
 * Finds an organization for a visitor, in transactions of its own.
 * @throws Problem if the channel has no such user, or nobody takes the visitor
 */
export async function openLogin(
  visiting: Visiting,
  {
    userId,
    channelId,
    visitorId,
    productId,
    cityCode,
  }: BodyOf<typeof jointLoginCalls.jointLogin> & { channelId: string },
): Promise<AnswerOf<typeof jointLoginCalls.jointLogin>> {
  const user = await visiting.db
    .selectFrom('user')
    .select('flow')
    .where('id', '=', userId)
    .where('channelId', '=', channelId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (!user) throw notFound()
  if (user.flow !== 'uv' && user.flow !== 'city') throw new Problem(codes.conflict, 'onlyJointLogin')
  const signedIn = await jointLogin(visiting, { userId, channelId, visitorId, productId, cityCode })
  if (signedIn === 'noSuchProduct') throw invalid({ productId: 'noSuchProduct' })
  if (!signedIn) throw new Problem(codes.conflict, 'nobodyTakesVisitor')
  return signedIn
}

/** Redeems a ticket, in the caller's transaction. @throws Problem if it is not theirs, used or expired */
export async function redeemTicket(
  write: Db,
  engine: Pick<Visiting, 'clock'>,
  given: { ticket: string; orgId: string },
): Promise<AnswerOf<typeof jointLoginCalls.ticket>> {
  const redeemed = await redeem(write, engine, given)
  if (redeemed === 'notFound') throw notFound()
  if (redeemed === 'used') throw new Problem(codes.conflict, 'ticketUsed')
  return redeemed
}
