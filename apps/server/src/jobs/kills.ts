import { sql } from 'kysely'
import type { Db } from '#db/client'

/**
 * How many runs of one job may be killed with their process before it is given up. Once may have been the machine; a job whose
 * process is gone twice may be what ends it, and what else that process did is ended with it each time.
 */
export const mostKilledRuns = 2
/** For longer than the queue keeps an ended job, in days. */
const keptDays = 15

/**
 * Notes that a run has begun.
 * @param run its own id
 * @returns how many earlier runs of the job were killed: they began, and nobody has said since that they ended
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
 * Notes that a run has ended, however it did. Where another has begun meanwhile, because this one was believed to be dead, that
 * one counted it as killed, and it is taken back.
 */
export async function noteEnd(db: Db, jobId: string, run: string): Promise<void> {
  await sql`
    with gone as (delete from job_run where job_id = ${jobId} and run = ${run} and killed = 0)
    update job_run set is_under_way = is_under_way and run <> ${run}, updated_at = now(),
      killed = case when run <> ${run} then greatest(killed - 1, 0) else killed end
    where job_id = ${jobId} and (run <> ${run} or killed > 0)`.execute(db)
}

/** Removes what is noted of runs whose job is gone from the queue. */
export const forgetOldRuns = (db: Db) =>
  sql`delete from job_run where updated_at < now() - make_interval(days => ${keptDays})`.execute(db)
