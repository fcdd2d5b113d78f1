import { beginAttempt, closeInterrupted, endAttempt } from './attempts.ts'
import { callOrg, prepare } from './call.ts'
import type { Engine } from './engine.ts'
import { queryAfter } from './retry-times.ts'
import { advanceStep, endStep, keyOf, type Step } from './steps.ts'
import { endingOf } from './submit.ts'
import { noteTrouble } from './trouble.ts'

/** Asks the organization how an unclear push ended. What stays unclear is asked again later, and at last left to a person. */
export async function query(engine: Engine, step: Step): Promise<Step | null> {
  const { db, reads } = engine
  const key = keyOf(step)
  const { pushId } = key
  // A question whose instance was killed. Left open, it would look like a call under way, and a later submit would be taken for unclear.
  await closeInterrupted(db, key)
  const push = await reads.push(key)
  if (push?.status !== 'unknown') {
    await endStep(db, step)
    return null
  }
  const connection = await reads.connection(push.orgId)
  const person = await reads.person(push.userId)
  if (!person || !connection?.template.stages.query) return later()
  const prepared = prepare(engine, connection, 'query', person, push)
  if ('failure' in prepared) return later()
  const begun = await db.transaction().execute(async (write) => {
    const held = await advanceStep(write, step, { ...step, inMs: null }, engine.leaseMs)
    return (
      held && {
        held,
        attemptId: await beginAttempt(write, { ...key, stage: 'query', shown: prepared.shown }),
      }
    )
  })
  if (!begun) return null
  const { held, attemptId } = begun
  const end = await callOrg(engine, connection, 'query', prepared, {
    push,
    deadlineMs: Number.POSITIVE_INFINITY,
  })
  // That this call failed says nothing about the submit.
  const isAnswer = end.reading !== null && end.httpStatus !== 429 && end.outcome !== 'unknown'
  if (isAnswer) return engine.settling.add({ push, held, ending: endingOf(end, attemptId) })
  await endAttempt(db, { ...key, attemptId }, { ...end, outcome: 'unknown' })
  return later(held, end.pauseMs)

  async function later(held = step, pauseMs = 0): Promise<null> {
    const asked = (step.state.asked ?? 0) + 1
    const inMs = connection?.template.stages.query && person ? queryAfter(engine.pauses, asked) : null
    await db.transaction().execute(async (write) => {
      const isOurs = await advanceStep(
        write,
        held,
        inMs === null
          ? { kind: 'ask', pushId, state: held.state, inMs: 'never' }
          : { kind: 'query', pushId, state: { ...held.state, asked }, inMs: Math.max(inMs, pauseMs) },
        engine.leaseMs,
      )
      if (isOurs && inMs === null && push) await noteTrouble(write, push, 'unknown')
    })
    return null
  }
}
