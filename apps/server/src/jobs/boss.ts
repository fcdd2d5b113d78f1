import { type CompiledQuery, CompiledQuery as Query, sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Db } from '#db/client'
import type { AnyJob } from './job.ts'
import { bossSchema, makePageIndexes } from './pgboss-tables.ts'

/** For how long a run that says nothing is believed to live, in seconds. */
export const leaseSeconds = 60

/** A job as the queue gives it out. Its times are ISO 8601 texts, as from every connection of ours, whatever the type says. */
export type QueuedJob = PgBoss.JobWithMetadata<unknown>

/** The queue's statements over connections or a transaction of ours. */
export const statementsOf = (db: Db): PgBoss.Db => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await db.withoutPlugins().executeQuery(raw(text, values))
    return { rows }
  },
})

const raw = (text: string, values: unknown[]): CompiledQuery<Record<string, unknown>> =>
  Query.raw(text, values.map(asParameter)) as CompiledQuery<Record<string, unknown>>

/** The driver would make an array of PostgreSQL of one; the queue means JSON by an object only. */
const asParameter = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? JSON.stringify(value)
    : (value ?? null)

/** The queue, for its statements; it runs nothing by itself before it is started. */
export const openBoss = (db: Db, maintenanceSeconds = 30): PgBoss =>
  new PgBoss({
    db: statementsOf(db),
    schema: bossSchema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: maintenanceSeconds,
    archiveCompletedAfterSeconds: 12 * 3_600,
    archiveFailedAfterSeconds: 7 * 86_400,
    deleteAfterDays: 14,
  })

/**
 * Makes the queue's tables, a queue for each job, and what its page reads them by. Only the owner of the tables may.
 * Two instances may do so at once.
 */
export const ensureQueues = (db: Db, jobs: readonly AnyJob[]): Promise<void> =>
  // The queue ends transactions of its own, so the lock is the connection's.
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('kabao queues'))`.execute(connection)
    try {
      await makeQueues(connection, jobs)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('kabao queues'))`.execute(connection)
    }
  })

async function makeQueues(db: Db, jobs: readonly AnyJob[]): Promise<void> {
  const boss = new PgBoss({
    db: statementsOf(db),
    schema: bossSchema,
    migrate: true,
    schedule: false,
    supervise: false,
  })
  await boss.start()
  for (const job of jobs) {
    const queue = {
      name: job.name,
      policy: job.isSingle ? ('stately' as const) : ('standard' as const),
      retryLimit: job.retries ?? 2,
      retryDelay: job.retrySeconds ?? 30,
      retryBackoff: true,
      expireInSeconds: leaseSeconds,
    }
    await boss.createQueue(job.name, queue)
    await boss.updateQueue(job.name, queue)
  }
  await boss.stop({ graceful: false })
  await makePageIndexes(db)
}
