import { databaseNow } from '#db/now'
import { isInWindows, momentAt } from '../match/windows.ts'
import { claimProbe, readBreakers } from './breaker.ts'
import { decideAgain } from './decide.ts'
import type { Engine } from './engine.ts'
import { isBlacklisted, readPerson } from './person.ts'
import { readPush } from './push.ts'
import { retryAfter } from './retry-times.ts'
import { advanceStep, endStep, type Step } from './steps.ts'
import { noteTrouble } from './trouble.ts'

/** Hands over again a push that surely failed, if its plan still takes the person; after the last round it is dead. */
export async function retry(engine: Engine, step: Step): Promise<Step | null> {
  const { db, vault, plans, clock } = engine
  const pushId = step.pushId as string
  const push = await readPush(db, pushId)
  const person = await readPerson(db, vault, step.userId)
  const [failed] = step.state.failed ?? []
  if (push?.status !== 'failed' || !person || !failed || (await isBlacklisted(db, vault, person))) {
    await endStep(db, step)
    return null
  }
  const round = failed.round + 1
  const at = databaseNow()
  const plan = plans.find(push.planId)
  const isOpen =
    plan?.org.status === 'enabled' && plan.isConnected && isInWindows(plan.windows, momentAt(at, clock()))
  if (plan && isOpen && (await isReachable())) {
    const { failed: _failed, ...rest } = step.state
    const state = { ...rest, round }
    const outcome = await decideAgain(engine, step, { plan, person, at, state })
    if ('next' in outcome) return outcome.next
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

  async function isReachable(): Promise<boolean> {
    const { orgId } = push as { orgId: string }
    const until = (await readBreakers(db, [orgId])).get(orgId)
    return until === undefined || (until <= databaseNow() && (await claimProbe(db, orgId)))
  }
}
