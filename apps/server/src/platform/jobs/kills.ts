import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/**
 * How many runs of one job may be killed with their process before the job is given up. One kill may have been the machine's
 * fault; after two, the job itself may be the cause, and each kill also ends the other work of that process.
 */
export const mostKilledRuns = 2
/** How long starts are kept, in days: longer than the queue keeps an ended job. */
const keptDays = 15

/**
 * Records that a run has begun.
 * @param run the id of the run
 * @returns how many earlier runs of the job were killed, which means that their start is recorded and their end is not
 */
export async function noteBegin(db: Db, name: string, jobId: string, run: string): Promise<number> {
  const { rows } = await sql<{ killed: number }>`
    insert into job_run (job_id, name, run, is_under_way) values (${jobId}, ${name}, ${run}, true)
    on conflict (job_id) do update set run = ${run}, is_under_way = true, updated_at = now(),
      killed = job_run.killed + job_run.is_under_way::int
    returning killed`.execute(db)
  return rows[0]?.killed ?? 0
}

/**
 * Records that a run has ended, with or without success. If another run has begun in between because this one was taken for dead,
 * that run counted this one as killed, and the count is corrected.
 */
export async function noteEnd(db: Db, jobId: string, run: string): Promise<void> {
  await sql`
    with gone as (delete from job_run where job_id = ${jobId} and run = ${run} and killed = 0)
    update job_run set is_under_way = is_under_way and run <> ${run}, updated_at = now(),
      killed = case when run <> ${run} then greatest(killed - 1, 0) else killed end
    where job_id = ${jobId} and (run <> ${run} or killed > 0)`.execute(db)
}

/** Deletes the records of runs whose job the queue no longer has. */
export const forgetOldRuns = (db: Db) =>
  sql`delete from job_run where updated_at < now() - make_interval(days => ${keptDays})`.execute(db)
