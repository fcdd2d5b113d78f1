import type { ExportResource, ExportStatus } from '@kabao/contract/kernel/export-body'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { exportQueue } from '#platform/exports/job'
import { keptFilter } from '#platform/exports/tasks'
import { dropJob } from '#platform/jobs/orphans'

const select = (db: Db, id: string, adminId: string) =>
  db
    .selectFrom('exportTask')
    .select(['id', 'resource', 'status', 'rowsTotal', 'fileId', 'jobId', 'scopeAdminId', 'format'])
    .select(sql<boolean>`filter_sealed is not null`.as('isRepeatable'))
    .where('id', '=', id)
    .where('createdBy', '=', adminId)

/** An export of this administrator. */
export const find = (db: Db, id: string, adminId: string) =>
  select(db, id, adminId).executeTakeFirst() as Promise<OwnTask | undefined>

/** Like `find`, and locks the export until the transaction ends. */
export const lock = (db: Db, id: string, adminId: string) =>
  select(db, id, adminId).forUpdate().executeTakeFirst() as Promise<OwnTask | undefined>

export interface OwnTask {
  id: string
  resource: ExportResource
  status: ExportStatus
  rowsTotal: string
  fileId: string | null
  jobId: string | null
  scopeAdminId: string | null
  format: string
  /** Whether the filter is still stored; a filter that names a person is deleted at the end. */
  isRepeatable: boolean
}

/** Cancels an export that waits or runs; its run notices it within a second. */
export async function cancel(db: Db, { id, jobId }: OwnTask): Promise<void> {
  await db
    .updateTable('exportTask')
    .set({
      status: 'cancelled',
      run: null,
      fileId: null,
      filterSealed: keptFilter,
      finishedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  // A running job ends by itself; a waiting job is removed, because it would begin for nothing.
  if (jobId !== null) await dropJob(db, exportQueue.name, jobId)
}

/** Resets an export to the state of a new request. */
export const reset = (db: Db, id: string) =>
  db
    .updateTable('exportTask')
    .set({
      status: 'queued',
      failure: null,
      spaceTries: 0,
      rowsDone: '0',
      fileSize: null,
      startedAt: null,
      finishedAt: null,
      expiresAt: null,
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute()

export const remove = (db: Db, id: string) => db.deleteFrom('exportTask').where('id', '=', id).execute()
