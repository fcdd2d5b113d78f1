import { sql } from 'kysely'
import { databaseNow } from '#platform/db/now'
import { calendarDay } from '#platform/settings/business-clock'
import { type Closed, claimProbe, closedBy, readClosed } from '#supply/breaker'
import { type MatchPerson, type MatchUse, misfitOf } from '#supply/match/match'
import { elapsedShare, momentAt } from '#supply/match/windows'
import { noteUnaccepted } from '../crm/note-candidate.ts'
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
import { comesBackAt, openingOf, type Wait, waitFor, waitOf } from './wait.ts'

/** A search ends when less is left of it than any call takes, in milliseconds. */
const shortestCall = 200

/**
 * The match: tries the plans that fit, the best first, until one is decided for. The caps, balances and pushes that were read here
 * only choose whom to try; `decide` has the last word.
 */
export async function match(engine: Engine, step: Step): Promise<Step | null> {
  const { db, vault, plans } = engine
  const begun = performance.now()
  const at = databaseNow()
  const { state } = step
  const person = await readPerson(db, vault, step.userId)
  if (!person) {
    await endStep(db, step)
    return null
  }
  const whyNot = new Map<RunningPlan, WhyNot>()
  const { fitting, halfOpen } = await fittingPlans(engine, person, at, whyNot, plans.ofFlow(person.flow))
  const isDone = ({ id }: RunningPlan) => state.tried?.includes(id) === true
  const run = () => ({ person, whyNot, ms: performance.now() - begun })
  const over = searchOver(engine, state)
  if (over) {
    for (const plan of fitting) if (!isDone(plan)) whyNot.set(plan, over)
    return endSearch(engine, step, state, { ...run(), result: over.rule })
  }
  const wait = async (wait: Wait, more: StepState, ranking?: Ranking) => {
    await waitFor(engine, step, { ...run(), wait, kind: 'match', state: { ...state, ...more }, ranking })
    return null
  }
  /** Makes the person wait for a plan, if the plan wants it and only a cap is in the way. */
  const untilFull = (plan: RunningPlan): Wait | null => {
    const since = { at, waitsFrom: state.waitsFrom ?? at }
    const opening = openingOf(plan, whyNot.get(plan), since, engine.clock())
    return (
      opening && {
        ...{ plan, until: opening.opens, wakes: false },
        dueAt: comesBackAt(opening, at, Math.random()),
      }
    )
  }
  const full = plans.ofFlow(person.flow).filter((plan) => plan.waitsWhenFull && whyNot.has(plan))
  const order = ranked([...fitting, ...full], plans).filter((plan) => !isDone(plan))
  for (const [place, plan] of order.entries()) {
    const ranking = () =>
      rankingOf(
        plan,
        order.slice(place + 1).filter((other) => !whyNot.has(other)),
        plans,
      )
    if (!whyNot.has(plan)) {
      const closed = halfOpen.get(plan.orgId)
      if (closed && !(await claimProbe(db, plan.orgId))) {
        whyNot.set(plan, closedBy(closed))
        continue
      }
      const outcome = await decide(engine, step, { ...run(), plan, at, state, ranking: ranking() })
      if (!('rule' in outcome)) return outcome.next
      whyNot.set(plan, outcome)
    }
    const waits = untilFull(plan)
    // The time until a cap opens is not that of shorter waits.
    if (waits) return wait(waits, { waitsFrom: state.waitsFrom ?? at, heldFrom: undefined }, ranking())
  }
  const waits = state.failed?.length ? null : await waitOf(engine, { person, at, state, whyNot, isDone })
  if (waits) return wait(waits, { heldFrom: state.heldFrom ?? at })
  return endSearch(engine, step, state, {
    ...run(),
    result: state.heldFrom === undefined ? 'nobody' : 'waited',
  })
}

/** Why a search is over, as the reason of a plan that would fit: so many organisations were asked, or for so long. */
function searchOver(
  { settings }: Engine,
  { offers = 0, searchMs = 0 }: StepState,
): (WhyNot & { rule: 'offers' | 'time' }) | null {
  const most = settings.get('push.maxOffers')
  if (offers >= most) return { rule: 'offers', wanted: most, seen: offers }
  const seconds = settings.get('push.searchSeconds')
  const isLate = seconds * 1_000 - searchMs < shortestCall
  return isLate ? { rule: 'time', wanted: seconds, seen: Math.round(searchMs / 1_000) } : null
}

/** What of the engine finding plans uses. */
export type Finding = Pick<Engine, 'db' | 'vault' | 'settings' | 'plans' | 'clock'>

/** The plans that fit a person. */
export interface Fitting {
  fitting: RunningPlan[]
  /** Of their organisations those whose breaker is half open: who goes there must be the probe (`claimProbe`). */
  halfOpen: Map<string, Closed>
}

/**
 * The plans of the person's flow that fit by what is known now; the others are added to `whyNot`.
 * @param at when the person would be sent, in milliseconds since 1970
 * @param of looks only at these
 */
export async function fittingPlans(
  { db, vault, settings, plans, clock }: Finding,
  person: Person,
  at: number,
  whyNot: Map<RunningPlan, WhyNot>,
  of: readonly RunningPlan[] = plans.ofFlow(person.flow),
): Promise<Fitting> {
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
  if (fitting.length === 0) return { fitting, halfOpen: new Map() }
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
  return reachable(db, affordable, at, whyNot)
}

/** The plans of organisations that may be called. */
async function reachable(
  db: Engine['db'],
  plans: readonly RunningPlan[],
  at: number,
  whyNot: Map<RunningPlan, WhyNot>,
): Promise<Fitting> {
  const closed = await readClosed(
    db,
    plans.map(({ orgId }) => orgId),
    at,
  )
  const halfOpen = new Map([...closed].filter(([, { rule }]) => rule === 'halfOpen'))
  const fitting = plans.filter(({ orgId }) => !closed.has(orgId) || halfOpen.has(orgId))
  for (const plan of plans)
    if (!fitting.includes(plan)) whyNot.set(plan, closedBy(closed.get(plan.orgId) as Closed))
  return { fitting, halfOpen }
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

/**
 * Nobody is left to try: the best of the pushes that surely failed is tried again later, if there is one. The run and the step say why
 * the search ended.
 */
export async function endSearch(
  { db, leaseMs, pauses, settings }: Engine,
  step: Step,
  state: StepState,
  run: {
    person: Person
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
    ms: number
    result: 'nobody' | 'waited' | 'offers' | 'time'
  },
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
    if (!isOurs) return
    if (!again) await noteUnaccepted(write, settings, step.userId)
    await noteRun(write, { ...run, userId: step.userId, planId: null, id: null })
    await noteStep(write, { userId: step.userId, kind: 'match', ms: run.ms, result: run.result })
  })
  return null
}
