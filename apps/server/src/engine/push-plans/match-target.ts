import type { UnfitReason } from '@kabao/contract/engine/push-plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { claimProbe, closedBy } from '#supply'
import type { Engine } from '../engine.ts'
import { fittingPlans } from '../fitting.ts'
import { endSearch, subjectOf } from '../match.ts'
import { noteRun, type WhyNot } from '../match-run.ts'
import type { Person } from '../person.ts'
import type { RunningPlan } from '../plans/running.ts'
import { noteStep } from '../step-log.ts'
import { endStep, type Step } from '../steps.ts'
import { isPassing } from './hold.ts'

/** How long a person whom the plan could not take at this moment waits, in seconds. */
const putOffSeconds = 15

/**
 * The match of a person whom a push plan sends: only its plan, decided as for anybody else. Whom the plan does not take for a reason
 * that passes waits again; with another reason the person is done. After an answer, nobody else gets the person by this push plan.
 */
export async function matchTarget(engine: Engine, step: Step): Promise<Step | null> {
  const { db, plans } = engine
  const begun = performance.now()
  const at = databaseNow()
  const { state } = step
  const planId = state.onlyPlanId as string
  const subject = await subjectOf(engine, step)
  if (!subject) return giveUp(engine, step, 'gone')
  const { person } = subject
  const whyNot = new Map<RunningPlan, WhyNot>()
  const run = () => ({ person, whyNot, ms: performance.now() - begun })
  if (state.tried?.includes(planId)) return endSearch(engine, step, state, { ...run(), result: 'nobody' })
  if (!person.isProfiled) return giveUp(engine, step, 'profile')
  const plan = plans.find(planId)
  if (!plan) return giveUp(engine, step, 'status')
  const { fitting, halfOpen } = await fittingPlans(engine, subject, at, whyNot, [plan])
  const closed = halfOpen.get(plan.orgId)
  if (closed && !(await claimProbe(db, plan.orgId))) whyNot.set(plan, closedBy(closed))
  else if (fitting.length > 0) {
    const { ms } = run()
    const outcome = await engine.deciding.add({ step, plan, person, at, state, run: { whyNot, ms } })
    if ('next' in outcome) return outcome.next
    whyNot.set(plan, outcome)
  }
  const { rule } = whyNot.get(plan) as WhyNot
  return giveUp(engine, step, rule, run())
}

/** Ends the way of a person who is not pushed now. */
async function giveUp(
  { db }: Engine,
  step: Step,
  reason: UnfitReason,
  run?: { person: Person; whyNot: ReadonlyMap<RunningPlan, WhyNot>; ms: number },
): Promise<null> {
  await db.transaction().execute(async (write) => {
    if (!(await endStep(write, step))) return
    await endTarget(write, step, reason)
    if (!run) return
    await noteRun(write, { ...run, userId: step.userId, planId: null, id: null })
    if (!isPassing(reason))
      await noteStep(write, { userId: step.userId, kind: 'match', ms: run.ms, result: 'nobody' })
  })
  return null
}

const endTarget = (write: Db, { userId, state }: Step, reason: UnfitReason) =>
  isPassing(reason)
    ? sql`update push_target set state = 'waiting', tries = 0, due_at = now() + ${putOffSeconds} * interval '1 second'
        where push_plan_id = ${state.pushPlanId} and user_id = ${userId} and state = 'sent'`.execute(write)
    : sql`update push_target set state = 'unfit', reason = ${reason}
        where push_plan_id = ${state.pushPlanId} and user_id = ${userId} and state = 'sent'`.execute(write)
