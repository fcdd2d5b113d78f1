import { normalIp } from '@kabao/contract/kernel/ip'
import type { MatchRule } from '@kabao/contract/supply/plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { highestFen, probeMs } from '#supply'
import { capsOf, claimedOf, countersOf, misfitOfCap, type WantedCap } from '../caps/claim.ts'
import { fittingPlans, type RowContext } from '../fitting.ts'
import type { WhyNot } from '../match-run.ts'
import { readPeople } from '../person.ts'
import type { RunningPlan } from '../plans/running.ts'
import type { Push } from '../push.ts'
import { readSubjects, readUsage } from '../reads.ts'
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

/** A consent to an offer that the person still fits. */
interface Admitted {
  given: Consent
  offer: Offer
  /** With the price of the offer. */
  plan: RunningPlan
  caps: WantedCap[]
  /** Whether the breaker of the organization is half open. */
  probes: boolean
}

/**
 * Stores consents and sends the people on to the organizations, in the caller's transaction. Each claims the caps and the pair of person
 * and organization, and holds the price; nothing is kept of one that is refused. The same consent again changes nothing. The caller has
 * locked the users.
 * @returns what became of each, in their order
 */
export async function storeConsents(
  write: Db,
  engine: RowContext,
  all: readonly Consent[],
): Promise<Outcome[]> {
  const outcomes = new Map<Consent, Outcome>()
  const refuse = (given: Consent, refusal: ConsentRefusal) => void outcomes.set(given, { refusal })
  const offers = await readOffers(write, [...new Set(all.map(({ userId }) => userId))])
  const offered = all.flatMap((given) => {
    const offer = offers.find(({ userId, planId }) => userId === given.userId && planId === given.planId)
    const refusal = offer && refusalOf(given, offer)
    if (refusal) refuse(given, refusal)
    return offer && !refusal ? [{ given, offer }] : []
  })
  const stored = new Set<string>()
  for (const { given, offer, refusal } of await store(write, await admit(write, engine, offered, refuse)))
    if (refusal) refuse(given, refusal)
    else {
      stored.add(offer.pushId)
      outcomes.set(given, { pushId: offer.pushId, status: 'pending' })
    }
  // Without an offer, or another of these has consented to it.
  const late = all.filter((given) => {
    const outcome = outcomes.get(given)
    if (!outcome || 'pushId' in outcome) return !outcome
    return offered.some((each) => each.given === given && stored.has(each.offer.pushId))
  })
  for (const [given, outcome] of await repeated(write, late)) outcomes.set(given, outcome)
  return all.map((given) => outcomes.get(given) as Outcome)
}

/** Stores consents with the steps that submit the pushes. */
async function store(
  write: Db,
  admitted: readonly Admitted[],
): Promise<(Admitted & { refusal: ConsentRefusal | null })[]> {
  if (admitted.length === 0) return []
  const { counters, placesOf } = countersOf(admitted.map(({ caps }) => caps))
  const orgIds = [...new Set(admitted.map(({ plan }) => plan.orgId))]
  const wanted = admitted.map(({ given, offer, plan, caps, probes }) => {
    const state: StepState = { caps: claimedOf(caps), orgId: plan.orgId, round: 0 }
    return {
      user: given.userId,
      push: offer.pushId,
      channel: given.channelId,
      plan: plan.id,
      org: plan.orgId,
      state,
      caps: placesOf(caps),
      dedupe: plan.dedupeDays,
      amount: highestFen(plan),
      account: orgIds.indexOf(plan.orgId) + 1,
      probes,
      agreements: offer.agreements,
      at: given.at,
      ip: given.ip,
    }
  })
  const { rows } = await sql<Stored>`
    select * from store_consents(${JSON.stringify(wanted)}::jsonb, ${JSON.stringify(counters)}::jsonb, ${orgIds}::bigint[],
      ${probeMs}::float8 * interval '1 millisecond')`.execute(write.withoutPlugins())
  return rows.map((stored) => {
    const one = admitted[stored.nth - 1] as Admitted
    return { ...one, refusal: refusalBy(stored, one.plan, counters) }
  })
}

/** How the database answers to a consent. */
type Stored = { nth: number } & (
  | { outcome: 'stored' | 'gone' | 'underWay' | 'expired' | 'dedupe' | 'funds' | 'breaker' }
  | { outcome: 'cap'; cap: number; used: number; fen: string }
)

function refusalBy(stored: Stored, plan: RunningPlan, counters: readonly WantedCap[]): ConsentRefusal | null {
  switch (stored.outcome) {
    case 'stored':
      return null
    case 'gone':
      return 'notOffered'
    case 'underWay':
      return 'underWay'
    case 'expired':
      return 'offerExpired'
    case 'cap': {
      const { used, fen } = stored
      const { rule } = misfitOfCap(plan, counters[stored.cap - 1] as WantedCap, { used, fen: Number(fen) })
      return { rule }
    }
    default:
      return { rule: stored.outcome }
  }
}

function refusalOf(given: Consent, { agreements, offeredAt }: Offer): ConsentRefusal | null {
  if (!isSame(given.agreements, agreements)) return 'otherAgreements'
  const at = Date.parse(given.at)
  if (at < Date.parse(offeredAt) - clockSlack) return 'beforeOffer'
  // The time of the channel, so the clock that checks its signature.
  return at > Date.now() + clockSlack ? 'inFuture' : null
}

/** Those whose plan still takes the person; the others are refused. */
async function admit(
  write: Db,
  engine: RowContext,
  offered: readonly Pick<Admitted, 'given' | 'offer'>[],
  refuse: (given: Consent, refusal: ConsentRefusal) => void,
): Promise<Admitted[]> {
  if (offered.length === 0) return []
  const { plans, vault, clock } = engine
  const people = await readPeople(
    write,
    vault,
    offered.map(({ given }) => given.userId),
  )
  const subjects = await readSubjects({ db: write, vault }, [...people.values()])
  // A plan that started a moment ago may not be known here yet.
  if (!offered.every(({ given }) => plans.find(given.planId))) await plans.refresh()
  const at = databaseNow()
  const running = offered.flatMap(({ given }) => plans.find(given.planId) ?? [])
  const usage = await readUsage(
    { db: write, clock },
    { planIds: running.map(({ id }) => id), orgIds: running.map(({ orgId }) => orgId), at },
  )
  const context = { ...engine, reads: { usage: async () => usage } }
  const admitted: Admitted[] = []
  for (const { given, offer } of offered) {
    const subject = subjects.find(({ person }) => person.id === given.userId)
    const plan = plans.find(given.planId)
    if (!subject) refuse(given, 'notOffered')
    else if (!plan) refuse(given, { rule: 'status' })
    else {
      const whyNot = new Map<RunningPlan, WhyNot>()
      const { fitting, halfOpen } = await fittingPlans(context, subject, at, whyNot, [plan])
      if (fitting.length === 0) refuse(given, { rule: whyNot.get(plan)?.rule ?? 'status' })
      else {
        const { priceFen, priceMinFen, priceMaxFen } = offer
        const priced = { ...plan, priceFen, priceMinFen, priceMaxFen }
        const caps = capsOf(priced, subject.person.channelId, at, clock())
        admitted.push({ given, offer, plan: priced, caps, probes: halfOpen.has(plan.orgId) })
      }
    }
  }
  return admitted
}

/** What became of consents that are known already; else why there is no offer. */
async function repeated(db: Db, all: readonly Consent[]): Promise<[Consent, Outcome][]> {
  if (all.length === 0) return []
  const { rows } = await sql<Last>`
    select l.* from unnest(${all.map(({ userId }) => userId)}::bigint[], ${all.map(({ planId }) => planId)}::bigint[]) w (user_id, plan_id)
    cross join lateral (
      select r.user_id as "userId", r.plan_id as "planId", r.id as "pushId", r.status, c.agreements, c.at, c.ip
      from push_record r left join consent c on c.id = r.id and c.user_id = r.user_id
      where r.user_id = w.user_id and r.plan_id = w.plan_id and (r.stage = 'consent' or c.id is not null)
      order by r.id desc limit 1) l`.execute(db.withoutPlugins())
  return all.map((given) => [
    given,
    repeatOf(
      given,
      rows.find(({ userId, planId }) => userId === given.userId && planId === given.planId),
    ),
  ])
}

/** The last offer of a plan to a person; without agreements: the person did not consent to it. */
interface Last {
  userId: string
  planId: string
  pushId: string
  status: Push['status']
  agreements: Agreement[] | null
  at: string
  ip: string | null
}

function repeatOf(given: Consent, last: Last | undefined): Outcome {
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
