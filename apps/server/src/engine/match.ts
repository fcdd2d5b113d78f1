import { sql } from 'kysely'
import { databaseNow } from '#db/now'
import { calendarDay } from '#settings/business-clock'
import { noteUnaccepted } from '../crm/note-candidate.ts'
import { type MatchPerson, type MatchUse, misfitOf } from '../match/match.ts'
import { elapsedShare, momentAt } from '../match/windows.ts'
import { claimProbe, readBreakers } from './breaker.ts'
import { readUse, unused } from './caps/claim.ts'
import { decide } from './decide.ts'
import type { Engine } from './engine.ts'
import { noteRun, type WhyNot } from './match-run.ts'
import { asMatchPerson, isBlacklisted, type Person, readPerson } from './person.ts'
import { type Ranking, ranked, rankingOf } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'
import { retryAfter } from './retry-times.ts'
import { advanceStep, endStep, type Step, type StepState } from './steps.ts'
import { noteStep } from './taken.ts'
import { openingOf, waitFor } from './wait.ts'

/** A search ends when less is left of it than any call takes, in milliseconds. */
const shortestCall = 200

/**
 * The match: tries the plans that fit, the best first, until one is decided for. The caps, balances and pushes that were read here
 * only choose whom to try; `decide` has the last word.
 */
export async function match(engine: Engine, step: Step): Promise<Step | null> {
  const { db, vault, settings, plans } = engine
  const begun = performance.now()
  const at = databaseNow()
  const state = { searchAt: at, ...step.state }
  const person = await readPerson(db, vault, step.userId)
  if (!person) {
    await endStep(db, step)
    return null
  }
  const left = state.searchAt + settings.get('push.searchSeconds') * 1_000 - at
  if (left < shortestCall || (state.offers ?? 0) >= settings.get('push.maxOffers'))
    return endSearch(engine, step, state)
  const whyNot = new Map<RunningPlan, WhyNot>()
  const fitting = await fittingPlans(engine, person, at, whyNot, plans.ofFlow(person.flow))
  /** Makes the person wait for a plan, if the plan wants it and only a cap is in the way. */
  const waits = async (plan: RunningPlan, rankingOfIt: () => Ranking | undefined) => {
    const opening = openingOf(
      plan,
      whyNot.get(plan),
      { at, waitsFrom: state.waitsFrom ?? at },
      engine.clock(),
    )
    if (opening === null) return false
    const [ranking, ms] = [rankingOfIt(), performance.now() - begun]
    await waitFor(engine, step, { plan, opening, at, state, person, whyNot, ranking, ms })
    return true
  }
  const full = plans.ofFlow(person.flow).filter((plan) => plan.waitsWhenFull && whyNot.has(plan))
  const order = ranked([...fitting, ...full], plans).filter(({ id }) => !state.tried?.includes(id))
  for (const [place, plan] of order.entries()) {
    const ranking = () =>
      rankingOf(
        plan,
        order.slice(place + 1).filter((other) => !whyNot.has(other)),
        plans,
      )
    if (whyNot.has(plan)) {
      if (await waits(plan, ranking)) return null
      continue
    }
    const outcome = await decide(engine, step, {
      plan,
      person,
      at,
      state,
      whyNot,
      ranking: ranking(),
      ms: performance.now() - begun,
    })
    if (!('rule' in outcome)) return outcome.next
    whyNot.set(plan, outcome)
    if (await waits(plan, ranking)) return null
  }
  return endSearch(engine, step, state, { person, whyNot, ms: performance.now() - begun })
}

/** What of the engine finding plans uses. */
export type Finding = Pick<Engine, 'db' | 'vault' | 'settings' | 'plans' | 'clock'>

/**
 * The plans of the person's flow that fit by what is known now; the others are added to `whyNot`.
 * @param of looks only at these
 */
export async function fittingPlans(
  { db, vault, settings, plans, clock }: Finding,
  person: Person,
  at: number,
  whyNot: Map<RunningPlan, WhyNot>,
  of: readonly RunningPlan[] = plans.ofFlow(person.flow),
): Promise<RunningPlan[]> {
  const businessClock = clock()
  const moment = momentAt(at, businessClock)
  const base = asMatchPerson(person, calendarDay(settings, new Date(at)))
  const blacklisted = await isBlacklisted(db, vault, person)
  // A visitor comes as often as they like, and is charged once a day.
  const isVisitor = person.flow === 'uv' || person.flow === 'city'
  const sent = isVisitor ? new Map<string, number>() : await daysSinceSent(db, person.id)
  // One object for all organisations that nobody was sent to, because there may be thousands of plans.
  const fresh: MatchPerson = { ...base, isBlacklisted: blacklisted, daysSinceSent: null }
  const asked = ({ orgId }: RunningPlan): MatchPerson => {
    const daysSinceSent = sent.get(orgId)
    return daysSinceSent === undefined ? fresh : { ...fresh, daysSinceSent }
  }
  const free: MatchUse = { ...unused, elapsed: 1, availableFen: Number.POSITIVE_INFINITY }
  const keep = (among: readonly RunningPlan[], useOf: (plan: RunningPlan) => MatchUse) =>
    among.filter((plan) => {
      const misfit: WhyNot | null = plan.isConnected
        ? misfitOf(plan, asked(plan), moment, useOf(plan))
        : { rule: 'connection', wanted: true, seen: false }
      if (misfit) whyNot.set(plan, misfit)
      return misfit === null
    })
  const fitting = keep(of, () => free)
  if (fitting.length === 0) return fitting
  const use = await readUse(
    db,
    fitting.map(({ id }) => id),
    at,
    businessClock,
  )
  const available = await readAvailable(
    db,
    fitting.map(({ orgId }) => orgId),
  )
  const affordable = keep(fitting, (plan) => ({
    ...(use.get(plan.id) ?? unused),
    elapsed: plan.isPaced ? elapsedShare(plan.windows, at, businessClock) : 1,
    availableFen: available.get(plan.orgId) ?? 0,
  }))
  return reachable(db, affordable, whyNot)
}

/** Of the plans of organisations whose breaker is open, only the one that may probe. */
async function reachable(
  db: Engine['db'],
  plans: readonly RunningPlan[],
  whyNot: Map<RunningPlan, WhyNot>,
): Promise<RunningPlan[]> {
  const open = await readBreakers(
    db,
    plans.map(({ orgId }) => orgId),
  )
  const reached: RunningPlan[] = []
  for (const plan of plans) {
    const until = open.get(plan.orgId)
    if (until === undefined || (until <= databaseNow() && (await claimProbe(db, plan.orgId))))
      reached.push(plan)
    else whyNot.set(plan, { rule: 'breaker', wanted: null, seen: new Date(until).toISOString() })
  }
  return reached
}

/**
 * Days since the person last went to each organisation; 0 while on the way. What surely failed does not count, and neither do
 * organisations that were only asked about the person.
 */
async function daysSinceSent(db: Engine['db'], userId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ orgId: string; days: number }>`
    select org_id as "orgId", case when bool_or(status in ('pending', 'unknown')) then 0
      else floor(extract(epoch from now() - max(request_at)) / 86400)::int end as days
    from push_record where user_id = ${userId} and status <> 'failed' and stage not in ('check', 'consent') group by org_id`.execute(
    db.withoutPlugins(),
  )
  return new Map(rows.map(({ orgId, days }) => [orgId, days]))
}

/** What organizations can pay with now, in fen; one without an account is not in the map. */
export async function readAvailable(
  db: Engine['db'],
  orgIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ orgId: string; fen: number }>`
    select org_id as "orgId", (balance_fen - held_fen)::float8 as fen from org_account
    where org_id = any(${orgIds}::bigint[])`.execute(db.withoutPlugins())
  return new Map(rows.map(({ orgId, fen }) => [orgId, fen]))
}

/** Nobody is left to try: the best of the pushes that surely failed is tried again later, if there is one. */
export async function endSearch(
  { db, leaseMs, pauses, settings }: Engine,
  step: Step,
  state: StepState,
  run?: { person: Person; whyNot: ReadonlyMap<RunningPlan, WhyNot>; ms: number },
): Promise<null> {
  await db.transaction().execute(async (write) => {
    const [again] = state.failed ?? []
    const isOurs = again
      ? (await advanceStep(
          write,
          step,
          {
            kind: 'retry',
            pushId: again.pushId,
            state: { ...state, failed: [again] },
            inMs: Math.max(retryAfter(pauses, again.round) ?? 0, (again.notBefore ?? 0) - databaseNow()),
          },
          leaseMs,
        )) !== null
      : await endStep(write, step)
    if (isOurs && !again) await noteUnaccepted(write, settings, step.userId)
    if (!isOurs || !run) return
    await noteRun(write, { ...run, userId: step.userId, planId: null, id: null })
    await noteStep(write, { userId: step.userId, kind: 'match', ms: run.ms, result: 'nobody' })
  })
  return null
}
