import type { AnswerOf, Endpoint } from '@kabao/contract'
import { costCalls } from '@kabao/contract/intake/cost'
import { jointLoginCalls } from '@kabao/contract/intake/joint-login'
import { leadCalls } from '@kabao/contract/intake/lead'
import { orderCalls } from '@kabao/contract/intake/order'
import { reportCalls } from '@kabao/contract/intake/report'
import { userCalls } from '@kabao/contract/intake/user'
import { visitCalls } from '@kabao/contract/intake/visit'
import { type Consent, settlingOf, type Visiting } from '#engine'
import type { Paying } from '#payment'
import { notFound } from '#platform/base/problem'
import type { Batcher } from '#platform/batcher'
import type { ErrorThrottle } from '#platform/callers/throttle'
import type { ErrorIntake } from '#platform/errors/intake'
import type { Entrance } from '#platform/http/entrance'
import { succeeded } from '#platform/http/envelope'
import { type Call, type Served, serveAt } from '#platform/http/serve'
import type { Vault } from '#platform/keys/vault'
import { businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { announceFeedback, storeFeedback } from '#users'
import type { Answered } from './answered.ts'
import type { BatchedCall } from './batched-calls.ts'
import type { Partner } from './caller.ts'
import type { Check } from './check.ts'
import { costsOf } from './cost.ts'
import { capReached, grantEach } from './day-use.ts'
import type { NamedCaller, VerifiedCaller } from './entrance.ts'
import { offersOf } from './half.ts'
import { openLogin, redeemTicket } from './joint-login.ts'
import type { NewLead } from './lead.ts'
import { orderByNo, orderFor } from './order.ts'
import { completeProfile, refuseLaterBirth } from './profile.ts'
import type { Registration } from './register.ts'
import { takeResult } from './result.ts'
import { stateOf } from './user-state.ts'
import type { Report } from './visit.ts'

/** How often a channel may send feedback on a business day: far more than its users do. */
const mostFeedback = 2_000

export interface CallServices {
  vault: Vault
  settings: Settings
  finding: Visiting
  paying: Paying
  errors: ErrorIntake
  errorThrottle: ErrorThrottle
  registrations: Batcher<BatchedCall<Registration>, Answered>
  leads: Batcher<BatchedCall<NewLead>, Answered>
  consents: Batcher<BatchedCall<Consent>, Answered>
  checks: Batcher<BatchedCall<Check>, Answered>
  reports: Batcher<BatchedCall<Report>, Answered>
}

/** The handlers of every call of the open contract. */
export function intakeCallsAt(
  entrance: Entrance<VerifiedCaller, NamedCaller>,
  {
    vault,
    settings,
    finding,
    paying,
    errors,
    errorThrottle,
    registrations,
    leads,
    consents,
    checks,
    reports,
  }: CallServices,
): Served[] {
  return [
    serveAt(entrance, visitCalls, {
      visit: (call) =>
        batched(reports, visitCalls.visit, call, ({ partner }) => ({ partner, visits: call.body.visits })),
    }),
    serveAt(entrance, userCalls, {
      check: (call) =>
        batched(checks, userCalls.check, call, ({ partner }) => ({
          partner,
          phoneHash: call.body.phoneHash,
        })),
      user: async (call) => {
        refuseLaterBirth(settings, call.body)
        return batched(registrations, userCalls.user, call, ({ partner }) => ({ partner, body: call.body }))
      },
      userState: ({ db, params, caller }) =>
        stateOf(db, { userId: params.id, channelId: caller.partner.key.owner.id }),
      profile: async ({ db, params, body, caller }) => {
        refuseLaterBirth(settings, body)
        const channelId = caller.partner.key.owner.id
        return { missing: await completeProfile(db, vault, { userId: params.id, channelId, body }) }
      },
      offers: ({ db, params, caller }) =>
        offersOf(db, settings, { userId: params.id, channelId: caller.partner.key.owner.id }),
      consent: (call) =>
        batched(consents, userCalls.consent, call, ({ partner }) => ({
          ...call.body,
          userId: call.params.id,
          channelId: partner.key.owner.id,
        })),
    }),
    serveAt(entrance, leadCalls, {
      lead: (call) => batched(leads, leadCalls.lead, call, ({ partner }) => ({ partner, body: call.body })),
    }),
    serveAt(entrance, jointLoginCalls, {
      jointLogin: ({ body, caller }) =>
        openLogin(finding, { ...body, channelId: caller.partner.key.owner.id }),
      ticket: ({ db, body, caller }) =>
        redeemTicket(db, finding, { ticket: body.ticket, orgId: caller.partner.key.owner.id }),
      result: ({ db, body, caller }) =>
        takeResult(db, settlingOf(settings), { orgId: caller.partner.key.owner.id, body }),
    }),
    serveAt(entrance, costCalls, {
      cost: ({ db, body, caller }) => costsOf(db, caller.partner.key.owner.id, body),
    }),
    serveAt(entrance, signedOrderCalls, {
      order: ({ body, caller }) => orderFor(paying, { ...body, channelId: caller.partner.key.owner.id }),
      orderByNo: ({ db, params, caller }) =>
        orderByNo(db, { channelNo: params.no, channelId: caller.partner.key.owner.id }),
    }),
    serveAt(
      entrance,
      reportCalls,
      {
        feedback: async ({ db, body, caller }) => {
          await refuseOthersUser(db, body.userId, caller.partner)
          const day = businessDay(settings)
          const channelIds = [caller.partner.key.owner.id]
          const [isGranted] = await grantEach(db, { use: 'feedback', day }, channelIds, mostFeedback)
          if (!isGranted) throw capReached(settings, day)
          const id = await storeFeedback(db, { ...body, contact: body.contact ?? null, fileIds: [] })
          caller.afterCommit.push((write) => announceFeedback(write, id, body.kind))
          return { id }
        },
        error: async ({ body: { userId, ...body }, userAgent }) => {
          const person = userId === undefined ? null : { kind: 'user' as const, id: userId }
          await errors.take({ ...body, source: 'h5', userAgent, requestId: '', person })
          return null
        },
      },
      {},
      { error: errorThrottle },
    ),
  ]
}

/** The provider's calls have their own form; `callback.ts` serves them. */
const { payCallback: _, ...signedOrderCalls } = orderCalls

/**
 * Does a call together with others. Its answer is the text of the envelope, which the transaction has stored; the entrance sends it as
 * it is.
 */
async function batched<I, E extends Endpoint>(
  batcher: Batcher<BatchedCall<I>, Answered>,
  endpoint: E,
  { caller, language }: Pick<Call<E, VerifiedCaller>, 'language'> & { caller: VerifiedCaller },
  inputOf: (caller: VerifiedCaller) => I,
): Promise<AnswerOf<E>> {
  const one = {
    entry: caller.entry,
    input: inputOf(caller),
    text: (answer: unknown) => JSON.stringify(succeeded(endpoint.answer.parse(answer), language)),
  }
  const answered = await batcher.add(one, caller.isGone)
  return answered as unknown as AnswerOf<E>
}

/** @throws Problem 4040 if the channel has no such user */
async function refuseOthersUser(db: Call<Endpoint>['db'], userId: string, { key }: Partner): Promise<void> {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('channelId', '=', key.owner.id)
    .executeTakeFirst()
  if (!found) throw notFound()
}
