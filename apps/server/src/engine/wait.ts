import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  startOfDay,
} from '@kabao/contract/kernel/business-clock'
import { databaseNow } from '#platform/db/now'
import { opensAt, ranked, type Span, spansAt } from '#supply'
import type { Engine } from './engine.ts'
import { fittingPlans } from './fitting.ts'
import type { Looked } from './look.ts'
import { noteRun, type WhyNot } from './match-run.ts'
import type { Person } from './person.ts'
import type { Ranking } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'
import type { Subject } from './reads.ts'
import { storeScreened } from './screen.ts'
import { noteStep } from './step-log.ts'
import { advanceStep, type Step, type StepState } from './steps.ts'

/** The longest time that a person waits for plans that want it while they are full, from the first of them on. */
const longestMs = 31 * 86_400_000
/** Over how long those who waited come back when a cap opens, in milliseconds: who came first comes back first. */
const spreadMs = 60_000
/** The random part of it, so that many who came at once do not come back at once. */
const jitterMs = 1_000

/** Who waits for several organizations comes back at the latest after this long, because only one of them is watched. */
const lookAgainMs = 120_000
/** A wait that would be shorter is over, in milliseconds. */
const shortestWait = 1_000

/** When a cap that is reached opens, and since when it counts; both in milliseconds since 1970. */
export interface Opening {
  opens: number
  began: number
}

/** The spans of the caps that open again by themselves. The total cap does not, and even pacing names no instant. */
const spanOf: Partial<Record<WhyNot['rule'], Span>> = {
  hourlyCap: 'hour',
  dailyCap: 'day',
  budget: 'day',
  monthlyCap: 'month',
}

/**
 * When a person may try a plan again that did not take the person only because of a cap or the budget; null if the plan does not
 * want that anybody waits, if it is something else, or if the plan is closed then for good or for too long.
 * @param misfit why the plan did not fit
 */
export function openingOf(
  plan: RunningPlan,
  misfit: WhyNot | undefined,
  { at, waitsFrom }: { at: number; waitsFrom: number },
  clock: BusinessClock,
): Opening | null {
  if (!plan.waitsWhenFull || !misfit) return null
  const opening = capOpening(plan, misfit, at, clock)
  return opening && opening.opens <= waitsFrom + longestMs ? opening : null
}

/** When a plan opens whose cap or budget is reached; null if it is something else, or if the plan never opens again. */
function capOpening(plan: RunningPlan, misfit: WhyNot, at: number, clock: BusinessClock): Opening | null {
  const span = spanOf[misfit.rule]
  if (span === undefined) return null
  const began = Date.parse(spansAt(at, clock)[span])
  const opens = opensAt(plan, endOf(span, at, clock), clock)
  return opens === null ? null : { opens, began }
}

function endOf(span: Span, at: number, clock: BusinessClock): number {
  if (span === 'hour') return Date.parse(spansAt(at, clock).hour) + 3_600_000
  const day = businessDayAt(at, clock)
  if (span === 'day') return endOfDay(day, clock)
  // The 31st day after the first of a month is in the next one.
  return startOfDay(`${daysAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, clock)
}

/** When somebody who begins to wait at `at` comes back. @param chance from 0 to 1 */
export const comesBackAt = ({ opens, began }: Opening, at: number, chance: number): number =>
  opens + Math.round(((at - began) / (opens - began)) * spreadMs + chance * jitterMs)

/** What a person waits for. */
export interface Wait {
  plan: RunningPlan
  /** When the plan opens, or until when the person waits for it; in milliseconds since 1970, as `dueAt`. */
  until: number
  /** When the person comes back. */
  dueAt: number
  /** Whether the person comes back earlier as soon as the plan can take people. */
  wakes: boolean
}

/** What opens again at an instant that nobody knows before, or for everybody at once: the person is woken. */
const waking: readonly WhyNot['rule'][] = ['breaker', 'pause', 'funds', 'pace']

/**
 * Whom only something keeps from a plan that opens again by itself waits for it, as long as `push.waitMinutes` says: an open breaker, a
 * pause, a cap, a budget, even pacing, a balance, a closed window. A cap or a window that opens later than that is not waited for.
 * @param run `whyNot`: the plans that do not fit, and why; `isDone`: whether the search is done with a plan
 * @returns null: nothing opens in time
 */
export async function waitOf(
  engine: Engine,
  run: {
    subject: Subject
    at: number
    state: StepState
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
    isDone?: (plan: RunningPlan) => boolean
  },
): Promise<Wait | null> {
  const { subject, at, state, isDone = () => false } = run
  const until = (state.heldFrom ?? at) + engine.settings.get('push.waitMinutes') * 60_000
  if (until < at + shortestWait) return null
  const whyNot = [...run.whyNot].filter(([plan]) => !isDone(plan))
  const opening = await firstOpening(engine, subject, { at, until }, whyNot)
  const woken = ranked(
    whyNot.filter(([, misfit]) => isWaking(misfit, until)).map(([plan]) => plan),
    engine.plans,
  )
  const [best] = woken
  if (!best) return opening && { ...opening, wakes: false }
  const isAlone = woken.every(({ orgId }) => orgId === best.orgId)
  const dueAt = Math.min(until, isAlone ? until : at + lookAgainMs, opening?.dueAt ?? until)
  return { plan: best, until, dueAt, wakes: true }
}

/** A pause says when it ends; the others may end at any time. */
const isWaking = ({ rule, seen }: WhyNot, until: number) =>
  waking.includes(rule) && (rule !== 'pause' || Date.parse(String(seen)) <= until)

/** The first instant at which a plan opens that then takes the person. */
async function firstOpening(
  engine: Engine,
  subject: Subject,
  { at, until }: { at: number; until: number },
  whyNot: readonly (readonly [RunningPlan, WhyNot])[],
): Promise<Omit<Wait, 'wakes'> | null> {
  const clock = engine.clock()
  const opening = whyNot.flatMap(([plan, misfit]) => {
    const found = isClosed(misfit)
      ? windowOpening(plan, at, until, clock)
      : capOpening(plan, misfit, at, clock)
    return found && found.opens <= until ? [{ plan, ...found }] : []
  })
  const instants = new Set(opening.map(({ opens }) => opens).sort((one, other) => one - other))
  for (const opens of instants) {
    const then = opening.filter((each) => each.opens === opens)
    const of = then.map(({ plan }) => plan)
    const { fitting } = await fittingPlans(engine, subject, opens, new Map(), of)
    const first = then.find(({ plan }) => fitting.includes(plan))
    if (first) return { plan: first.plan, until: opens, dueAt: comesBackAt(first, at, Math.random()) }
  }
  return null
}

const isClosed = ({ rule }: WhyNot) => rule === 'window' || rule === 'dates'

/** When closed plans open, as long as they are held in memory: many people ask for it while they are closed. */
const nextOpenings = new WeakMap<RunningPlan, number>()

/** Who came first comes back first also when a window opens; nobody who waits for it came earlier than the wait is long. */
function windowOpening(plan: RunningPlan, at: number, until: number, clock: BusinessClock): Opening | null {
  const known = nextOpenings.get(plan) ?? at
  const opens = known > at ? known : (opensAt(plan, at, clock) ?? Number.POSITIVE_INFINITY)
  nextOpenings.set(plan, opens)
  return opens > at && opens <= until ? { opens, began: Math.min(at, opens - (until - at)) } : null
}

/** Makes a person wait. Then a new search begins, or the push is handed over again; who was asked before is not asked again. */
export async function waitFor(
  { db, leaseMs }: Engine,
  claimed: Step,
  run: {
    wait: Wait
    /** The step that comes then. */
    kind: 'match' | 'retry'
    state: StepState
    person: Person
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
    /** The plan that the person waits for, and those that it goes before. */
    ranking?: Ranking | undefined
    looked?: Looked | undefined
    ms: number
  },
): Promise<void> {
  const { wait, kind, ms } = run
  const { searchMs: _over, ...before } = run.state
  const planId = wait.plan.id
  const state: StepState = { ...before, waitsOn: planId }
  const isKnown = wait.wakes && before.waitsOn === planId
  await db.transaction().execute(async (write) => {
    const step = await storeScreened(write, claimed, leaseMs)
    if (!step) return
    const next = await advanceStep(
      write,
      step,
      {
        kind,
        pushId: step.pushId,
        state,
        inMs: wait.dueAt - databaseNow(),
        waitsFor: { planId, wakes: wait.wakes },
      },
      leaseMs,
    )
    // Who waits for the same plan as before has nothing new to say.
    if (!next || isKnown) return
    await noteRun(write, { ...run, userId: step.userId, planId: null, id: null })
    await noteStep(write, {
      userId: step.userId,
      kind: 'match',
      ms,
      result: 'waiting',
      planId,
      until: wait.until,
    })
  })
}
