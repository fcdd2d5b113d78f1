import { sql } from 'kysely'
import type { Db } from '#db/client'

/** Takes a job out of its queue, where it has not begun. */
export const dropJob = (db: Db, name: string, id: string) =>
  sql`update pgboss.job set state = 'cancelled', completed_on = now()
    where name = ${name} and id = ${id} and state < 'active'`.execute(db)

/** Rows that wait for a job which is not there any more: it was cancelled, or its instance was killed too often. */
export async function findForsaken(
  db: Db,
  table: 'batch' | 'export_task',
  jobName: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t
    where t.status in ('queued', 'running') and t.updated_at < now() - interval '5 seconds' and not exists (
      select from pgboss.job j where j.name = ${jobName} and j.id = t.job_id and j.state < 'completed')
    order by t.id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}
