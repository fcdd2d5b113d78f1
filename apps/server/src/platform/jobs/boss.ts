import { type CompiledQuery, CompiledQuery as Query, sql } from 'kysely'
import PgBoss from 'pg-boss'
import { bossSchema } from '../db/boss-schema.ts'
import type { Db } from '../db/client.ts'
import type { AnyJob } from './job.ts'
import { makePageIndexes } from './pgboss-tables.ts'

/** The lease of a run that sends no heartbeat, in seconds. */
export const leaseSeconds = 60

/** A job as the queue returns it. Its times are ISO 8601 texts, as on all our connections, although the type says Date. */
export type QueuedJob = PgBoss.JobWithMetadata<unknown>

/** Runs the queue's statements on our own connections or transaction. */
export const statementsOf = (db: Db): PgBoss.Db => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await db.withoutPlugins().executeQuery(raw(text, values))
    return { rows }
  },
})

const raw = (text: string, values: unknown[]): CompiledQuery<Record<string, unknown>> =>
  Query.raw(text, values.map(asParameter)) as CompiledQuery<Record<string, unknown>>

/** The driver would turn an array into a PostgreSQL array; the queue uses JSON for objects only. */
const asParameter = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? JSON.stringify(value)
    : (value ?? null)

/** The queue, for its statements. It runs nothing until it is started. */
export const createBoss = (db: Db, maintenanceSeconds = 30): PgBoss =>
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
 * Creates the queue's tables, a queue for each job, and the indexes of the jobs page. Only the owner of the tables may do this.
 * Two instances may do it at once.
 */
export const ensureQueues = (db: Db, jobs: readonly AnyJob[]): Promise<void> =>
  // The queue uses its own transactions, so the lock belongs to the connection.
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
