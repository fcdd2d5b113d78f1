import type { OperationPart, PartFailure } from '@kabao/contract/operations/operation-judgment'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How long one part may take, and after which time no other one is begun, in milliseconds. The console waits for 10 s. */
const partMs = 1_500
const allMs = 6_000

/** PostgreSQL's codes for a right that the user lacks, and for a statement that took too long. */
const denied = '42501'
const timedOut = '57014'

type Readers = Partial<Record<OperationPart, (db: Db) => Promise<unknown>>>
type Facts<R extends Readers> = {
  [K in keyof R]: R[K] extends (db: Db) => Promise<infer T> ? T | null : never
}

/**
 * Reads the parts one after the other over one connection, in one transaction. A part that fails leaves the others as they are.
 * @param report is told of failures that nobody expects
 */
export async function readEach<R extends Readers>(
  db: Db,
  readers: R,
  report: (error: unknown) => void,
): Promise<{ facts: Facts<R>; failures: { part: OperationPart; why: PartFailure }[] }> {
  const facts: Partial<Record<OperationPart, unknown>> = {}
  const failures: { part: OperationPart; why: PartFailure }[] = []
  const until = performance.now() + allMs
  await db.transaction().execute(async (held) => {
    await sql`select set_config('statement_timeout', ${String(partMs)}, true)`.execute(held)
    for (const [part, read] of Object.entries(readers) as [OperationPart, (db: Db) => Promise<unknown>][]) {
      facts[part] = null
      if (performance.now() > until) {
        failures.push({ part, why: 'slow' })
        continue
      }
      await sql`savepoint part`.execute(held)
      try {
        facts[part] = await read(held)
        await sql`release savepoint part`.execute(held)
      } catch (error) {
        const why = whyOf(error)
        if (why === 'failed') report(error)
        failures.push({ part, why })
        await sql`rollback to savepoint part`.execute(held)
      }
    }
  })
  return { facts: facts as Facts<R>, failures }
}

function whyOf(error: unknown): PartFailure {
  const { code } = error as { code?: string }
  if (code === denied) return 'denied'
  return code === timedOut ? 'slow' : 'failed'
}
