import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { createBoss, statementsOf } from './boss.ts'
import type { Job } from './job.ts'
import { withTrace } from './trace.ts'

/** The channel that announces at the commit that a job waits; the payload is the job's name. */
export const jobChannel = 'job'

/**
 * Puts a job into its queue in the caller's transaction, as a part of the trace of its caller. After the commit, and not before, a free instance begins it.
 * @param after the delay in seconds before it may begin
 * @returns its id; null if the job runs one at a time and one waits already
 */
export async function sendJob<D>(
  db: Db,
  job: Pick<Job<D>, 'name' | 'data'>,
  data: D,
  { after = 0 }: { after?: number } = {},
): Promise<string | null> {
  const checked = job.data.parse(data) as object
  const id = await createBoss(db).send(job.name, withTrace(checked), {
    id: randomUUID(),
    db: statementsOf(db),
    ...(after > 0 && { startAfter: after }),
  })
  if (id !== null) await sql`select pg_notify(${jobChannel}, ${job.name})`.execute(db)
  return id
}
