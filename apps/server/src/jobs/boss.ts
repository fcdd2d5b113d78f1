import { type CompiledQuery, CompiledQuery as Query, sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Db } from '#db/client'
import type { AnyJob } from './job.ts'

/** Where the queue keeps its tables. */
export const bossSchema = 'pgboss'

/** For how long a run that says nothing is believed to live, in seconds. */
export const leaseSeconds = 60

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
  for (const table of ['job', 'archive']) {
    for (const columns of ['created_on, id', 'state, created_on, id', 'name, created_on, id']) {
      const name = `${table}_${columns.split(', ')[0]}_page_idx`
      await statementsOf(db).executeSql(
        `create index if not exists ${name} on ${bossSchema}.${table} (${columns})`,
        [],
      )
    }
  }
}
