import { normalIp } from '@kabao/contract/kernel/ip'
import type { MatchRule } from '@kabao/contract/supply/plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { claimProbe } from '#supply'
import { capsOf } from '../caps/claim.ts'
import { claimAll, holdPrice, Undecided } from '../decide.ts'
import type { Engine } from '../engine.ts'
import { fittingPlans, type RowContext } from '../fitting.ts'
import type { WhyNot } from '../match-run.ts'
import { readPerson } from '../person.ts'
import type { RunningPlan } from '../plans/running.ts'
import type { Push } from '../push.ts'
import { readsIn } from '../reads.ts'
import type { StepState } from '../steps.ts'
import { raiseUserStatus } from '../user-status.ts'
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
 * refusal. It claims the caps and the pair of person and organization, and holds the price. The same consent again changes nothing.
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
  const wanted = capsOf(priced, person.channelId, at, engine.clock())
  const caps = wanted.map(({ most: _most, mostFen: _mostFen, ...claimed }) => claimed)
  if (!(await raiseUserStatus(write, person.id, 'matched', true))) return { refusal: 'notOffered' }
  if (!(await addSubmit(write, offer, { userId: person.id, state: { caps, orgId: plan.orgId, round: 0 } })))
    return { refusal: 'underWay' }
  try {
    await claimAll(write, priced, person, wanted, offer.pushId)
    // Lock order: offer → push, as who closes expired offers; the push of one that was closed just now has failed.
    const taken = await sql`update offer set is_open = false where id = ${offer.pushId} and is_open`.execute(
      write,
    )
    if (taken.numAffectedRows !== 1n) return { refusal: 'offerExpired' }
    await sql`update push_record set stage = 'submit', updated_at = now() where id = ${offer.pushId}`.execute(
      write,
    )
    await sql`
      insert into consent (id, user_id, channel_id, plan_id, org_id, agreements, at, ip)
      values (${offer.pushId}, ${given.userId}, ${given.channelId}, ${given.planId}, ${offer.orgId},
        ${JSON.stringify(offer.agreements)}::jsonb, ${given.at}, ${given.ip})`.execute(write)
    await holdPrice(write, priced, offer.pushId)
  } catch (error) {
    if (error instanceof Undecided && 'rule' in error.outcome)
      return { refusal: { rule: error.outcome.rule } }
    throw error
  }
  return { pushId: offer.pushId, status: 'pending' }
}

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

/** The step that submits the push. A push that is only waiting to be tried again gives way. */
async function addSubmit(
  write: Db,
  { pushId }: Offer,
  { userId, state }: { userId: string; state: StepState },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into due_step (user_id, kind, push_id, state) values (${userId}, 'submit', ${pushId}, ${JSON.stringify(state)}::jsonb)
    on conflict (user_id) do update set kind = excluded.kind, push_id = excluded.push_id, state = excluded.state,
      due_at = excluded.due_at, claims = due_step.claims + 1, waits_for = null, wakes = false where due_step.kind = 'retry'`.execute(
    write,
  )
  return numAffectedRows === 1n
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
