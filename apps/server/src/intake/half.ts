import type { AnswerOf, BodyOf } from '@kabao/contract'
import { codes } from '@kabao/contract'
import type { userCalls } from '@kabao/contract/intake/user'
import { sql } from 'kysely'
import { addStep, type ConsentRefusal, consent, type RowContext, readOffers } from '#engine'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Settings } from '#platform/settings/settings'

interface Whose {
  userId: string
  channelId: string
}

/** What is known of the organizations that would take a user. When nothing is known any more, they are asked again. */
export async function offersOf(
  db: Db,
  settings: Settings,
  { userId, channelId }: Whose,
): Promise<AnswerOf<typeof userCalls.offers>> {
  const { rows } = await sql<{ flow: string; status: string; step: string | null; isFresh: boolean }>`
    select u.flow, u.status, s.kind as step, coalesce((
        select time_of_id(t.id) > now() - make_interval(mins => ${settings.get('push.offerMinutes')})
        from step_taken t where t.user_id = u.id order by t.id desc limit 1), false) as "isFresh"
    from "user" u left join due_step s on s.user_id = u.id
    where u.id = ${userId} and u.channel_id = ${channelId} and u.status <> 'deleted'`.execute(
    db.withoutPlugins(),
  )
  const [user] = rows
  if (!user) throw notFound()
  if (user.flow !== 'half') throw new Problem(codes.conflict, 'onlyHalfFlow')
  const known = await readOffers(db, userId)
  const offers = known.map(({ planId, orgName, agreements, expiresAt }) => ({
    planId,
    orgName,
    agreements,
    expiresAt,
  }))
  if (user.step === 'screen' || user.step === 'check') return { status: 'searching', offers }
  if (offers.length > 0) return { status: 'ready', offers }
  if (user.step !== null || user.isFresh || user.status === 'accepted') return { status: 'none', offers }
  await addStep(db, [{ userId, kind: 'screen' }])
  return { status: 'searching', offers }
}

/**
 * Takes a consent and sends the user on to the organization, in the caller's transaction.
 * @throws Problem if it is refused; then nothing of it is kept
 */
export async function acceptConsent(
  write: Db,
  finding: RowContext,
  given: Whose & BodyOf<typeof userCalls.consent>,
): Promise<AnswerOf<typeof userCalls.consent>> {
  const user = await write
    .selectFrom('user')
    .select('flow')
    .where('id', '=', given.userId)
    .where('channelId', '=', given.channelId)
    .where('status', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw notFound()
  if (user.flow !== 'half') throw new Problem(codes.conflict, 'onlyHalfFlow')
  const outcome = await consent(write, finding, given)
  if ('refusal' in outcome) throw problemOf(outcome.refusal)
  return outcome
}

function problemOf(refusal: ConsentRefusal): Problem {
  switch (refusal) {
    case 'notOffered':
      return invalid({ planId: 'notOffered' })
    case 'otherAgreements':
      return invalid({ agreements: 'otherAgreements' })
    case 'beforeOffer':
      return invalid({ at: 'beforeOffer' })
    case 'inFuture':
      return invalid({ at: 'future' })
    case 'offerExpired':
    case 'alreadyConsented':
      return new Problem(codes.conflict, refusal)
    case 'underWay':
      return new Problem(codes.conflict, 'applicationUnderWay')
    default:
      return new Problem(codes.conflict, 'offerClosed')
  }
}
