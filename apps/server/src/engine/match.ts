import { noteUnaccepted } from '#crm'
import { databaseNow } from '#platform/db/now'
import { claimProbe, closedBy, ranked } from '#supply'
import type { Engine } from './engine.ts'
import { type Looked, lookAtPlans } from './look.ts'
import { noteRun, type WhyNot } from './match-run.ts'
import type { Person } from './person.ts'
import { type Ranking, rankingOf } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'
import type { Subject } from './reads.ts'
import { retryAfter } from './retry-times.ts'
import { storeScreened } from './screen.ts'
import { noteStep } from './step-log.ts'
import { advanceStep, endStep, type Step, type StepState } from './steps.ts'
import { comesBackAt, openingOf, type Wait, waitFor, waitOf } from './wait.ts'

/** A search ends when less is left of it than any call takes, in milliseconds. */
const shortestCall = 200

/**
 * The match: tries the plans that fit, the best first, until one is decided for. The caps, balances and pushes that were read here
 * only choose whom to try; `decide` has the last word.
 */
export async function match(engine: Engine, step: Step): Promise<Step | null> {
  const { db, plans } = engine
  const begun = performance.now()
  const at = databaseNow()
  const { state } = step
  const subject = await subjectOf(engine, step)
  if (!subject) {
    await endStep(db, step)
    return null
  }
  const { person } = subject
  const whyNot = new Map<RunningPlan, WhyNot>()
  const { fitting, halfOpen, looked } = await lookAtPlans(engine, subject, at, whyNot)
  const isDone = ({ id }: RunningPlan) => state.tried?.includes(id) === true
  const run = () => ({ person, whyNot, looked, ms: performance.now() - begun })
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
        plan,
        until: opening.opens,
        wakes: false,
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
      const outcome = await engine.deciding.add({
        step,
        plan,
        person,
        at,
        state,
        run: { ...run(), ranking: ranking() },
      })
      if (!('rule' in outcome)) return outcome.next
      whyNot.set(plan, outcome)
    }
    const waits = untilFull(plan)
    // The time until a cap opens is not that of shorter waits.
    if (waits) return wait(waits, { waitsFrom: state.waitsFrom ?? at, heldFrom: undefined }, ranking())
  }
  const waits = state.failed?.length ? null : await waitOf(engine, { subject, at, state, whyNot, isDone })
  if (waits) return wait(waits, { heldFrom: state.heldFrom ?? at })
  return endSearch(engine, step, state, {
    ...run(),
    result: state.heldFrom === undefined ? 'nobody' : 'waited',
  })
}

/** The person of a step; null if the user was deleted. Who was screened a moment ago is not read again. */
export async function subjectOf({ reads }: Engine, { userId, known }: Step): Promise<Subject | null> {
  if (known?.subject) return known.subject
  const person = await reads.person(userId)
  return person && reads.subject(person)
}

/** Why a search is over, as the reason of a plan that would fit: so many organizations were asked, or for so long. */
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

/**
 * Nobody is left to try: the best of the pushes that surely failed is tried again later, if there is one. The run and the step say why
 * the search ended.
 */
export async function endSearch(
  { db, leaseMs, pauses, settings }: Engine,
  claimed: Step,
  state: StepState,
  run: {
    person: Person
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
    looked?: Looked | undefined
    ms: number
    result: 'nobody' | 'waited' | 'offers' | 'time'
  },
): Promise<null> {
  await db.transaction().execute(async (write) => {
    const step = await storeScreened(write, claimed, leaseMs)
    if (!step) return
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
    if (!again) await noteUnaccepted(write, settings, [step.userId])
    await noteRun(write, { ...run, userId: step.userId, planId: null, id: null })
    await noteStep(write, { userId: step.userId, kind: 'match', ms: run.ms, result: run.result })
  })
  return null
}
