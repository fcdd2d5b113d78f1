import { databaseNow } from '#platform/db/now'
import { closeInterrupted, endAttempt } from './attempts.ts'
import { type CallEnd, callOrg, prepare } from './call.ts'
import type { Engine } from './engine.ts'
import type { Push } from './push.ts'
import type { Ending } from './settle.ts'
import { advanceStep, endStep, keyOf, type Step, type StepState } from './steps.ts'

/** The least time that a call gets, in milliseconds, however late it is in the search. */
const leastDeadline = 1_000

/** A search is over after seconds, so it does not matter when in such a time the call begins, in milliseconds. */
const momentMs = 100

/**
 * Hands a person over. The attempt is stored before the call, so that after a kill it is known that the organization may have got
 * the person; then the push is unclear, and is not handed over again.
 */
export async function submit(engine: Engine, step: Step): Promise<Step | null> {
  const { db } = engine
  // Before anything is read, because people may wait long for an organization that answers slowly.
  if (engine.places.isFull(step.state.orgId ?? '')) return wait(engine, step)
  const key = keyOf(step)
  const push = step.known?.push ?? (await engine.reads.push(key))
  if (push?.status !== 'pending') {
    // Somebody else has found out how it ended, and the step with it.
    await closeInterrupted(db, key)
    await endStep(db, step)
    return null
  }
  const leave = await engine.places.enter(push.orgId)
  if (!leave) return wait(engine, step)
  try {
    return await handOver(engine, step, push, leave)
  } finally {
    leave()
  }
}

/** Hands a person over, with a place for the call, which is left as soon as the call is over. */
async function handOver(engine: Engine, step: Step, push: Push, leave: () => void): Promise<Step | null> {
  const { id: pushId, userId } = push
  const connection = await engine.reads.connection(push.orgId)
  const canQuery = connection?.template.stages.query !== undefined
  const settled = (held: Step, ending: Ending) =>
    engine.settling.add({ push, held, ending: { ...ending, canQuery } })
  await engine.at?.('decided', pushId)
  // Whom this instance has decided for just now, nobody has submitted.
  if (!step.known && (await engine.reads.isInterrupted({ userId, pushId })))
    return settled(step, { outcome: 'unknown', wasInterrupted: true })
  const person = step.known?.person ?? (await engine.reads.person(push.userId))
  if (!person || !connection) return settled(step, { outcome: 'failed', askedMs: 0 })
  // It asked for a pause after the decision. Nobody is asked, and nothing is held meanwhile.
  if (connection.pausedMs > 0)
    return settled(step, { outcome: 'failed', pauseMs: connection.pausedMs, isUnasked: true })
  const prepared = prepare(engine, connection, 'submit', person, push)
  if ('failure' in prepared) return settled(step, { outcome: 'failed', askedMs: 0 })
  const state = { ...step.state, askedAt: askedFrom(step.state, databaseNow()) }
  const calls = [{ pushId, shown: prepared.shown }]
  const begun = await engine.beginning.add({ step: { ...step, state }, stage: 'submit', calls })
  if (!begun) return null
  const { held, attemptIds } = begun
  const attemptId = attemptIds[0] as string
  await engine.at?.('begun', pushId)
  const end = await callOrg(engine, connection, 'submit', prepared, {
    push,
    deadlineMs: deadlineOf(engine, step),
  })
  leave()
  await engine.at?.('answered', pushId)
  if (end.waitMs !== null) return notYet(engine, held, { attemptId, end, inMs: end.waitMs })
  const ending = { ...endingOf(end, attemptId), askedMs: end.ms }
  const next = await persistently(() => settled(held, ending))
  await engine.at?.('settled', pushId)
  return next
}

/**
 * Since when the organization is asked, in milliseconds since 1970. What was decided a moment ago has its time in the row, whose state then
 * stays as it is.
 */
export const askedFrom = ({ askedAt = 0 }: StepState, now: number): number =>
  now >= askedAt && now - askedAt < momentMs ? askedAt : now

/** What is left of the search; a push that is handed over again, or by a consent, has no such limit. */
function deadlineOf({ settings }: Engine, { state }: Step): number {
  if ((state.round ?? 0) > 0 || state.offers === undefined) return Number.POSITIVE_INFINITY
  return Math.max(leastDeadline, settings.get('push.searchSeconds') * 1_000 - (state.searchMs ?? 0))
}

/** How a call ended a push. */
export const endingOf = (end: CallEnd, attemptId: string): Ending => ({
  outcome: end.outcome,
  reason: end.reading?.reason,
  externalId: end.reading?.externalId,
  priceFen: end.reading?.priceFen,
  pauseMs: end.pauseMs,
  attempt: { id: attemptId, end },
})

/** The limits did not let the call begin, so nothing was sent: it is made a little later. */
async function notYet(
  { db, leaseMs }: Engine,
  held: Step,
  { attemptId, end, inMs }: { attemptId: string; end: CallEnd; inMs: number },
): Promise<null> {
  await db.transaction().execute(async (write) => {
    await endAttempt(write, { userId: held.userId, attemptId }, end)
    await advanceStep(write, held, { ...held, inMs }, leaseMs)
  })
  return null
}

/** Storing an answer is worth several tries: without it nobody knows how the push ended. */
export async function persistently<T>(store: () => Promise<T>): Promise<T> {
  for (let pause = 50; ; pause *= 4) {
    try {
      return await store()
    } catch (error) {
      if (pause > 5_000) throw error
      await new Promise((done) => setTimeout(done, pause))
    }
  }
}

/** As many people as may wait for a call to this organization on this instance are waiting: the step comes due again soon. */
async function wait({ releasing }: Engine, step: Step): Promise<null> {
  await releasing.add({ step, inMs: 150 + Math.random() * 200 })
  return null
}
