import { normalIp } from '@kabao/contract/kernel/ip'
import type { MatchRule } from '@kabao/contract/supply/plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { claimProbe } from '#supply'
import { capsOf, claimedOf, misfitOfCap, type WantedCap } from '../caps/claim.ts'
import { holdPrice, Undecided } from '../decide.ts'
import type { Engine } from '../engine.ts'
import { fittingPlans, type RowContext } from '../fitting.ts'
import type { WhyNot } from '../match-run.ts'
import { readPerson } from '../person.ts'
import type { RunningPlan } from '../plans/running.ts'
import type { Push } from '../push.ts'
import { readsIn } from '../reads.ts'
import type { StepState } from '../steps.ts'
import { type Agreement, type Offer, readOffers } from './offers.ts'

/** What a person agreed to, as the channel sent it. */
export interface Consent {
  userId: string
  channelId: string
  planId: string
  agreements: readonly Pick<Agreement, 'name' | 'version'>[]
  /** ISO 8601, by the channel's clock. */
  at: string
  ip: string
}

/**
 * Why a consent is refused. `notOffered`: this plan was not offered. `offerExpired`: it was, too long ago. `otherAgreements`: not exactly
 * the offered ones. `beforeOffer`, `inFuture`: the instant cannot be. `alreadyConsented`: another consent to this offer is stored.
 * `underWay`: another application of the person is. A rule of the match: the plan does not take the person any more.
 */
export type ConsentRefusal =
  | 'notOffered'
  | 'offerExpired'
  | 'otherAgreements'
  | 'beforeOffer'
  | 'inFuture'
  | 'alreadyConsented'
  | 'underWay'
  | { rule: WhyNot['rule'] | MatchRule }

/** How far the clock of a channel may be off, in milliseconds. */
const clockSlack = 300_000

type Outcome = { pushId: string; status: Push['status'] } | { refusal: ConsentRefusal }

/**
 * Stores a consent and sends the person on to the organization, in the caller's transaction, which must be rolled back after a
 * refusal. It claims the caps and the pair of person and organization, and holds the price last. The same consent again changes nothing.
 * The caller has locked the user.
 */
export async function consent(
  write: Db,
  engine: RowContext & Pick<Engine, 'plans'>,
  given: Consent,
): Promise<Outcome> {
  const offer = (await readOffers(write, given.userId)).find(({ planId }) => planId === given.planId)
  if (!offer) return repeated(write, given)
  const refusal = refusalOf(given, offer)
  if (refusal) return { refusal }
  const found = await findPlan(engine, write, given)
  if ('refusal' in found) return found
  const { plan, person, at } = found
  const { priceFen, priceMinFen, priceMaxFen } = offer
  const priced = { ...plan, priceFen, priceMinFen, priceMaxFen }
  const caps = capsOf(priced, person.channelId, at, engine.clock())
  const refused = await store(write, { given, offer, plan: priced, caps })
  if (refused) return { refusal: refused }
  try {
    await holdPrice(write, priced, offer.pushId)
  } catch (error) {
    if (error instanceof Undecided && 'rule' in error.outcome)
      return { refusal: { rule: error.outcome.rule } }
    throw error
  }
  return { pushId: offer.pushId, status: 'pending' }
}

/** Stores the consent and the step that submits the push, and claims all but the price. @returns why it is refused */
async function store(
  write: Db,
  {
    given,
    offer,
    plan,
    caps,
  }: { given: Consent; offer: Offer; plan: RunningPlan; caps: readonly WantedCap[] },
): Promise<ConsentRefusal | null> {
  const state: StepState = { caps: claimedOf(caps), orgId: plan.orgId, round: 0 }
  const { pushId, orgId, agreements } = offer
  const { userId, channelId, planId, at, ip } = given
  const wanted = {
    user: userId,
    push: pushId,
    channel: channelId,
    plan: planId,
    org: orgId,
    state,
    caps,
    dedupe: plan.dedupeDays,
    agreements,
    at,
    ip,
  }
  const { rows } = await sql<Stored>`select * from store_consent(${JSON.stringify(wanted)}::jsonb)`.execute(
    write.withoutPlugins(),
  )
  const stored = rows[0] as Stored
  switch (stored.outcome) {
    case 'stored':
      return null
    case 'gone':
      return 'notOffered'
    case 'underWay':
      return 'underWay'
    case 'expired':
      return 'offerExpired'
    case 'dedupe':
      return { rule: 'dedupe' }
    case 'cap': {
      const { rule } = misfitOfCap(plan, caps[stored.refused.at] as WantedCap, stored.refused)
      return { rule }
    }
  }
}

/** How the database answers to a consent. */
type Stored =
  | { outcome: 'stored' | 'gone' | 'underWay' | 'dedupe' | 'expired' }
  | { outcome: 'cap'; refused: { at: number; used: number; fen: number } }

function refusalOf(given: Consent, { agreements, offeredAt }: Offer): ConsentRefusal | null {
  if (!isSame(given.agreements, agreements)) return 'otherAgreements'
  const at = Date.parse(given.at)
  if (at < Date.parse(offeredAt) - clockSlack) return 'beforeOffer'
  // The time of the channel, so the clock that checks its signature.
  return at > Date.now() + clockSlack ? 'inFuture' : null
}

/** The plan of the offer, if it still takes the person. */
async function findPlan(
  engine: RowContext,
  write: Db,
  { userId, planId }: Consent,
): Promise<
  | { plan: RunningPlan; person: NonNullable<Awaited<ReturnType<typeof readPerson>>>; at: number }
  | { refusal: ConsentRefusal }
> {
  const { plans, vault } = engine
  const person = await readPerson(write, vault, userId)
  if (!person) return { refusal: 'notOffered' }
  // A plan that started a moment ago may not be known here yet.
  if (!plans.find(planId)) await plans.refresh()
  const plan = plans.find(planId)
  if (!plan) return { refusal: { rule: 'status' } }
  const at = databaseNow()
  const whyNot = new Map<RunningPlan, WhyNot>()
  const inWrite = { ...engine, reads: readsIn({ ...engine, db: write }) }
  const subject = await inWrite.reads.subject(person)
  const { fitting, halfOpen } = await fittingPlans(inWrite, subject, at, whyNot, [plan])
  if (halfOpen.has(plan.orgId) && !(await claimProbe(write, plan.orgId)))
    return { refusal: { rule: 'breaker' } }
  return fitting.length > 0
    ? { plan, person, at }
    : { refusal: { rule: (whyNot.get(plan) as WhyNot | undefined)?.rule ?? 'status' } }
}

/** What became of the consent, if it is known already; else why there is no offer. */
async function repeated(db: Db, given: Consent): Promise<Outcome> {
  const { rows } = await sql<{
    pushId: string
    status: Push['status']
    agreements: Agreement[] | null
    at: string
    ip: string | null
  }>`
    select r.id as "pushId", r.status, c.agreements, c.at, c.ip from push_record r left join consent c on c.id = r.id
    where r.user_id = ${given.userId} and r.plan_id = ${given.planId} and (r.stage = 'consent' or c.id is not null)
    order by r.id desc limit 1`.execute(db.withoutPlugins())
  const [last] = rows
  if (!last) return { refusal: 'notOffered' }
  if (!last.agreements) return { refusal: 'offerExpired' }
  const isRepeat =
    isSame(given.agreements, last.agreements) &&
    Date.parse(given.at) === Date.parse(last.at) &&
    // An older row may have an IPv4 address as IPv6 writes it.
    last.ip !== null &&
    given.ip === normalIp(last.ip)
  return isRepeat ? { pushId: last.pushId, status: last.status } : { refusal: 'alreadyConsented' }
}

function isSame(
  given: readonly Pick<Agreement, 'name' | 'version'>[],
  offered: readonly Pick<Agreement, 'name' | 'version'>[],
): boolean {
  const namesOf = (all: typeof given) =>
    [...new Set(all.map(({ name, version }) => `${version}\n${name}`))].sort()
  return namesOf(given).join('\n\n') === namesOf(offered).join('\n\n')
}
