import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import { isBlacklisted, readPerson } from './person.ts'
import { advanceStep, endStep, type Step } from './steps.ts'
import { noteStep } from './taken.ts'

/**
 * The first step: nobody on the blacklist goes on, and the risk level of the others is stored. In the full flow a person goes on to
 * the match once the profile is complete; until then the step ends here and is added again with the profile. In the half flow
 * organisations are asked at once. In the other flows a person goes on by a joint login.
 */
export async function screen(engine: Engine, step: Step): Promise<Step | null> {
  const { db, vault, risk } = engine
  const begun = performance.now()
  const person = await readPerson(db, vault, step.userId)
  const isStopped = person === null || (await isBlacklisted(db, vault, person))
  const level = isStopped ? null : (await risk.report(person, 'all', 'en-US')).level
  return db.transaction().execute(async (write) => {
    const note = (result: string) =>
      noteStep(write, { userId: step.userId, kind: 'screen', ms: performance.now() - begun, result })
    if (level === null) {
      if ((await endStep(write, step)) && person) await note('blacklisted')
      return null
    }
    const { rows } = await sql<{ next: 'match' | 'check' | null }>`
      update "user" set risk_level = ${level}, risk_checked_at = now() where id = ${step.userId} and status <> 'deleted'
      returning case when flow = 'half' then 'check' when flow = 'full' and profiled_at is not null then 'match' end as next`.execute(
      write.withoutPlugins(),
    )
    const kind = rows[0]?.next
    if (!kind) {
      if (await endStep(write, step)) await note(level)
      return null
    }
    const state = { searchAt: Date.now() }
    const next = await advanceStep(write, step, { kind, pushId: null, state, inMs: null }, engine.leaseMs)
    if (next) await note(level)
    return next
  })
}
