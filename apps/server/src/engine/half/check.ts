import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { beginAttempt, endAttempt } from '../attempts.ts'
import { callOrg, type Prepared, prepare } from '../call.ts'
import type { Connection } from '../connection.ts'
import type { Engine } from '../engine.ts'
import type { Person } from '../person.ts'
import { type Push, pushColumns } from '../push.ts'
import { endStep, type Step } from '../steps.ts'
import { choose } from './choose.ts'

/**
 * Asks the organizations of the best plans at once whether they would take a person, by a keyed hash of the phone. Each that would is
 * an offer, to which the person may consent. A check claims no caps and holds no price: nobody is sent yet.
 */
export async function check(engine: Engine, step: Step): Promise<Step | null> {
  const person = step.known?.person ?? (await engine.reads.person(step.userId))
  if (person) return step.state.checks ? call(engine, step, person) : choose(engine, step, person)
  await endStep(engine.db, step)
  return null
}

/** An organization that can be asked about a person. */
interface OrgCheck {
  push: Push
  connection: Connection
  prepared: Prepared
}

/** Asks all that have not answered yet. After a kill a check is simply made again, within a time of its own. */
async function call(engine: Engine, step: Step, person: Person): Promise<null> {
  const begun = performance.now()
  const end = databaseNow() + engine.settings.get('push.searchSeconds') * 1_000
  const { checks: known } = step.known ?? {}
  const pushes = known ?? (await readChecks(engine.db, step))
  const found = await Promise.all(pushes.map(async (push) => checkOf(engine, push, person)))
  const now = found.flatMap((each) => (each && each.connection.pausedMs === 0 ? [each] : []))
  const calls = now.map(({ push, prepared }) => ({ pushId: push.id, shown: prepared.shown }))
  // Whom this instance has chosen just now, nobody has asked.
  const interrupted = known ? [] : pushes.map(({ id }) => id)
  const stored = await engine.beginning.add({ step, stage: 'check', calls, interrupted })
  if (!stored) return null
  const { held, attemptIds } = stored
  await Promise.all([
    ...now.map((each, nth) => askOne(engine, each, { attemptId: attemptIds[nth] as string, person, end })),
    ...pushes.map((push, nth) => {
      const each = found[nth] ?? null
      if (!each) return engine.checks.ending.add({ push, answer: null })
      return now.includes(each) ? null : askLater(engine, each, person, end)
    }),
  ])
  await engine.checks.over.add({ held, ms: performance.now() - begun })
  return null
}

async function readChecks(db: Db, { userId, state: { checks = [] } }: Step): Promise<Push[]> {
  const { rows } = await sql<Push>`
    select ${pushColumns} from push_record where id = any(${checks}::bigint[]) and user_id = ${userId}
      and stage = 'check' and status = 'pending' order by id`.execute(db.withoutPlugins())
  return rows
}

/** How the organization of a push is asked about a person; null: it cannot be asked. */
async function checkOf(engine: Engine, push: Push, person: Person): Promise<OrgCheck | null> {
  const connection = await engine.reads.connection(push.orgId)
  const prepared = connection?.template.stages.check && prepare(engine, connection, 'check', person, push)
  return connection && prepared && !('failure' in prepared) ? { push, connection, prepared } : null
}

/** Asks an organization that wants a pause, if the pause ends in time. */
async function askLater(
  engine: Engine,
  { push, connection: { pausedMs } }: OrgCheck,
  person: Person,
  end: number,
): Promise<null> {
  const { checks, db } = engine
  if (databaseNow() + pausedMs >= end) return checks.ending.add({ push, answer: null })
  await new Promise((done) => setTimeout(done, pausedMs))
  const again = await checkOf(engine, push, person)
  if (!again) return checks.ending.add({ push, answer: null })
  if (again.connection.pausedMs > 0) return askLater(engine, again, person, end)
  const attemptId = await db.transaction().execute((write) =>
    beginAttempt(write, {
      userId: push.userId,
      pushId: push.id,
      stage: 'check',
      shown: again.prepared.shown,
    }),
  )
  return askOne(engine, again, { attemptId, person, end })
}

/** Asks an organization, whose attempt is stored, and stores what it says. */
async function askOne(
  engine: Engine,
  orgCheck: OrgCheck,
  { attemptId, person, end }: { attemptId: string; person: Person; end: number },
): Promise<null> {
  const { push, connection, prepared } = orgCheck
  await engine.at?.('begun', push.id)
  for (;;) {
    const deadlineMs = Math.max(1, end - databaseNow())
    const called = await callOrg(engine, connection, 'check', prepared, { push, deadlineMs })
    await engine.at?.('answered', push.id)
    const isLate = databaseNow() + (called.waitMs ?? called.pauseMs) >= end
    if (called.pauseMs > 0 && !isLate) {
      await endAttempt(engine.db, { userId: push.userId, attemptId }, called)
      return askLater(
        engine,
        { ...orgCheck, connection: { ...connection, pausedMs: called.pauseMs } },
        person,
        end,
      )
    }
    if (called.waitMs === null || isLate)
      return engine.checks.ending.add({ push, answer: { attemptId, called } })
    // As many calls as the organization gets at once are under way.
    await new Promise((done) => setTimeout(done, called.waitMs ?? 0))
  }
}
