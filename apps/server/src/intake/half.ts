import type { AnswerOf } from '@kabao/contract'
import { codes } from '@kabao/contract'
import type { userCalls } from '@kabao/contract/intake/user'
import { sql } from 'kysely'
import {
  addStep,
  type Consent,
  type ConsentRefusal,
  type RowContext,
  readOffers,
  storeConsents,
} from '#engine'
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
  const { rows } = await sql<{
    flow: string
    source: string
    status: string
    step: string | null
    isFresh: boolean
  }>`
    select u.flow, u.source, u.status, s.kind as step, coalesce((
        select time_of_id(t.id) > now() - make_interval(mins => ${settings.get('push.offerMinutes')})
        from step_taken t where t.user_id = u.id order by t.id desc limit 1), false) as "isFresh"
    from "user" u left join due_step s on s.user_id = u.id
    where u.id = ${userId} and u.channel_id = ${channelId} and u.status <> 'deleted'`.execute(
    db.withoutPlugins(),
  )
  const [user] = rows
  if (!user) throw notFound()
  if (user.flow !== 'half') throw new Problem(codes.conflict, 'onlyHalfFlow')
  const known = await readOffers(db, [userId])
  const offers = known.map(({ planId, orgName, agreements, expiresAt }) => ({
    planId,
    orgName,
    agreements,
    expiresAt,
  }))
  if (user.step === 'screen' || user.step === 'check') return { status: 'searching', offers }
  if (offers.length > 0) return { status: 'ready', offers }
  // Whom no channel brought, only a push plan sends on.
  if (user.source === 'import') return { status: 'none', offers }
  if (user.step !== null || user.isFresh || user.status === 'accepted') return { status: 'none', offers }
  await addStep(db, [{ userId, kind: 'screen' }])
  return { status: 'searching', offers }
}

/**
 * Takes consents and sends the users on to the organizations, in the caller's transaction.
 * @returns the answer to each, or why it is refused, in their order; nothing is kept of one that is refused
 */
export async function acceptConsents(
  write: Db,
  finding: RowContext,
  all: readonly Consent[],
): Promise<(AnswerOf<typeof userCalls.consent> | Problem)[]> {
  const { rows } = await sql<{ id: string; channelId: string; flow: string }>`
    select id, channel_id as "channelId", flow from "user" where id = any(${all.map(({ userId }) => userId)}::bigint[])
      and status <> 'deleted' order by id for no key update`.execute(write.withoutPlugins())
  const problems = all.map(({ userId, channelId }) => {
    const user = rows.find((row) => row.id === userId && row.channelId === channelId)
    if (!user) return notFound()
    return user.flow === 'half' ? null : new Problem(codes.conflict, 'onlyHalfFlow')
  })
  const admitted = all.filter((_, index) => problems[index] === null)
  const outcomes = await storeConsents(write, finding, admitted)
  return problems.map((problem) => {
    if (problem) return problem
    const outcome = outcomes.shift() as (typeof outcomes)[number]
    return 'refusal' in outcome ? problemOf(outcome.refusal) : outcome
  })
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
