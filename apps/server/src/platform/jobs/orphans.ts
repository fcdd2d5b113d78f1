import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { createBoss } from './boss.ts'
import { isUnfinished, lockJob } from './pgboss-tables.ts'

/** Removes a job that has not begun from its queue, in the caller's transaction. */
export async function dropJob(db: Db, name: string, id: string): Promise<void> {
  const found = await lockJob(db, name, id)
  if (found?.state === 'created' || found?.state === 'retry') await createBoss(db).cancel(name, id)
}

/** Rows whose job no longer exists, because it was cancelled or its process was killed too often. */
export async function findOrphans(
  db: Db,
  table: 'batch' | 'export_task' | 'report_run',
  jobName: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t
    where t.status in ('queued', 'running') and t.updated_at < now() - interval '5 seconds'
      and not ${isUnfinished([jobName], sql`t.job_id`)}
    order by t.id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}
