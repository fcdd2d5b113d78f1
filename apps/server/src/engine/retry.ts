import { databaseNow } from '#platform/db/now'
import { claimProbe, closedBy, isInWindows, momentAt, readClosed } from '#supply'
import type { Engine } from './engine.ts'
import { subjectOf } from './match.ts'
import type { WhyNot } from './match-run.ts'
import type { RunningPlan } from './plans/running.ts'
import { retryAfter } from './retry-times.ts'
import { advanceStep, endStep, keyOf, type Step } from './steps.ts'
import { noteTrouble } from './trouble.ts'
import { waitFor, waitOf } from './wait.ts'

/** Hands over again a push that surely failed, if its plan still takes the person; after the last round it is dead. */
export async function retry(engine: Engine, step: Step): Promise<Step | null> {
  const { db, reads, plans, clock } = engine
  const begun = performance.now()
  const key = keyOf(step)
  const { pushId } = key
  const push = await reads.push(key)
  const subject = await subjectOf(engine, step)
  const [failed] = step.state.failed ?? []
  if (push?.status !== 'failed' || !subject || !failed || subject.isBlacklisted) {
    await endStep(db, step)
    return null
  }
  const { person } = subject
  const round = failed.round + 1
  const at = databaseNow()
  const plan = plans.find(push.planId)
  if (plan) {
    const outcome = (await obstacleOf(plan)) ?? (await tryAgain(plan))
    if ('next' in outcome) return outcome.next
    // What opens again by itself costs no round.
    const whyNot = new Map([[plan, outcome]])
    const wait = await waitOf(engine, { subject, at, state: step.state, whyNot })
    if (wait) {
      const state = { ...step.state, heldFrom: step.state.heldFrom ?? at }
      const ms = performance.now() - begun
      await waitFor(engine, step, { wait, kind: 'retry', state, person, whyNot, ms })
      return null
    }
  }
  const inMs = retryAfter(engine.pauses, round)
  await db.transaction().execute(async (write) => {
    if (inMs === null) {
      if (await endStep(write, step)) await noteTrouble(write, push, 'dead')
      return
    }
    const state = { ...step.state, failed: [{ ...failed, round }] }
    await advanceStep(write, step, { kind: 'retry', pushId, state, inMs }, engine.leaseMs)
  })
  return null

  /** Why the plan is not tried now. */
  async function obstacleOf({ org, isConnected, windows, orgId }: RunningPlan): Promise<WhyNot | null> {
    if (org.status !== 'enabled') return { rule: 'org', wanted: 'enabled', seen: org.status }
    if (!isConnected) return { rule: 'connection', wanted: true, seen: false }
    const now = momentAt(at, clock())
    if (!isInWindows(windows, now))
      return { rule: 'window', wanted: windows, seen: [now.weekday, now.minute] }
    const closed = (await readClosed(db, [orgId], at)).get(orgId)
    if (!closed || (closed.rule === 'halfOpen' && (await claimProbe(db, orgId)))) return null
    return closedBy(closed)
  }

  function tryAgain(plan: RunningPlan) {
    const { failed: _failed, ...rest } = step.state
    const state = { ...rest, round }
    return engine.deciding.add({ step, plan, person, at, state })
  }
}
