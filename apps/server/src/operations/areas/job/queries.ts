import { exactTotal } from '@kabao/contract'
import type { JobPage } from '@kabao/contract/operations/job'
import type { Db } from '#platform/db/client'
import type { Page } from '#platform/db/page'
import { createBoss, type QueuedJob } from '#platform/jobs/boss'
import { countJobs, findJobs, lockJob, type StoredJob } from '#platform/jobs/pgboss-tables'
import { apartFromTrace } from '#platform/jobs/trace'

/** Runs of these jobs; pages end at the 10,000th run. */
export async function findPageOfJobs(
  db: Db,
  page: JobPage,
  names: readonly string[],
): Promise<Page<StoredJob>> {
  const { current, size, state, createdFrom, createdTo } = page
  const search = { names: page.name ? [page.name] : names, state, createdFrom, createdTo }
  const offset = Math.min((current - 1) * size, exactTotal)
  const limit = Math.min(size, exactTotal - offset)
  const [records, total] = await Promise.all([
    findJobs(db, { ...search, oldestFirst: page.sort === 'createdAt', offset, limit }),
    countJobs(db, search, exactTotal + 1),
  ])
  return { records, total, current, size, ...(total > exactTotal && { totalIsEstimate: true }) }
}

/** A run, ended or not. */
export async function findJob(db: Db, name: string, id: string): Promise<QueuedJob | null> {
  const found = await createBoss(db).getJobById(name, id, { includeArchive: true })
  return found && { ...found, data: apartFromTrace(found.data).data }
}

/** Cancels a run that waits or runs, in the caller's transaction. @returns whether it was waiting or running */
export async function cancelJob(db: Db, name: string, id: string): Promise<boolean> {
  const found = await lockJob(db, name, id)
  if (!found || !['created', 'retry', 'active'].includes(found.state)) return false
  await createBoss(db).cancel(name, id)
  return true
}
