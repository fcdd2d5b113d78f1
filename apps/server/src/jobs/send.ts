import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { openBoss, statementsOf } from './boss.ts'
import type { Job } from './job.ts'

/** Where it is announced, with the commit, that a job waits; the payload is its name. */
export const jobChannel = 'job'

/**
 * Puts a job in its queue, in the caller's transaction: it is there, and begun by whichever instance is free, with the
 * commit and not before.
 * @param after seconds from now before which it is not begun
 * @returns its id; null where it is one at a time and one waits already
 */
export async function sendJob<D>(
  db: Db,
  job: Pick<Job<D>, 'name' | 'data'>,
  data: D,
  { after = 0 }: { after?: number } = {},
): Promise<string | null> {
  const checked = job.data.parse(data) as object
  const id = await openBoss(db).send(job.name, checked, {
    id: randomUUID(),
    db: statementsOf(db),
    ...(after > 0 && { startAfter: after }),
  })
  if (id !== null) await sql`select pg_notify(${jobChannel}, ${job.name})`.execute(db)
  return id
}
