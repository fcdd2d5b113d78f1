import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  startOfDay,
} from '@kabao/contract/business-clock'
import { databaseNow } from '#db/now'
import { opensAt } from '../match/windows.ts'
import { type Span, spansAt } from './caps/spans.ts'
import type { Engine } from './engine.ts'
import { noteRun, type WhyNot } from './match-run.ts'
import type { Person } from './person.ts'
import type { Ranking } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'
import { advanceStep, type Step, type StepState } from './steps.ts'
import { noteStep } from './taken.ts'

/** The longest time that a person waits for plans that are full, from the first of them on. */
const longestMs = 31 * 86_400_000
/** Over how long those who waited come back when a cap opens, in milliseconds: who came first comes back first. */
const spreadMs = 60_000
/** The random part of it, so that many who came at once do not come back at once. */
const jitterMs = 1_000

/** When a cap that is reached opens, and since when it counts; both in milliseconds since 1970. */
export interface Opening {
  opens: number
  began: number
}

/** The spans of the caps that open again by themselves. The total cap does not, and even pacing names no instant. */
const spanOf: Partial<Record<WhyNot['rule'], Span>> = {
  ...{ hourlyCap: 'hour', dailyCap: 'day', budget: 'day', monthlyCap: 'month' },
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
  const span = misfit && spanOf[misfit.rule]
  if (!plan.waitsWhenFull || span === undefined) return null
  const began = Date.parse(spansAt(at, clock)[span])
  const opens = opensAt(plan, endOf(span, at, clock), clock)
  return opens === null || opens > waitsFrom + longestMs ? null : { opens, began }
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

/** Makes a person wait until a plan opens. Then a new search begins; who was asked before is not asked again. */
export async function waitFor(
  { db, leaseMs }: Engine,
  step: Step,
  run: {
    plan: RunningPlan
    opening: Opening
    at: number
    state: StepState
    person: Person
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
    ranking: Ranking | undefined
    ms: number
  },
): Promise<void> {
  const { plan, opening, at, ms } = run
  const { searchAt: _ended, ...state } = run.state
  const inMs = comesBackAt(opening, at, Math.random()) - databaseNow()
  await db.transaction().execute(async (write) => {
    const next = await advanceStep(
      write,
      step,
      { kind: 'match', pushId: null, state: { ...state, waitsFrom: state.waitsFrom ?? at }, inMs },
      leaseMs,
    )
    if (!next) return
    await noteRun(write, { ...run, userId: step.userId, planId: null, id: null })
    await noteStep(write, {
      ...{ userId: step.userId, kind: 'match', ms, result: 'waiting', planId: plan.id, until: opening.opens },
    })
  })
}
