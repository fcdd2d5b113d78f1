import type { ExportResource, ExportStatus } from '@kabao/contract/export-body'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { dropJob } from '#jobs/forsaken'
import { exportQueue } from '../../exports/job.ts'
import { keptFilter } from '../../exports/tasks.ts'

const select = (db: Db, id: string, adminId: string) =>
  db
    .selectFrom('exportTask')
    .select(['id', 'resource', 'status', 'rowsTotal', 'fileId', 'jobId', 'scopeAdminId', 'format'])
    .select(sql<boolean>`filter_sealed is not null`.as('isRepeatable'))
    .where('id', '=', id)
    .where('createdBy', '=', adminId)

/** An admin's own export. */
export const find = (db: Db, id: string, adminId: string) =>
  select(db, id, adminId).executeTakeFirst() as Promise<OwnTask | undefined>

/** Like `find`, and nobody else may change it until this write has ended. */
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
  /** Whether it is still known what was asked for; where that named somebody, it is not. */
  isRepeatable: boolean
}

/** Ends an export that waits or runs: its run hears of it within a second. */
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
  // A run ends by itself; what waits would be begun for nothing.
  if (jobId !== null) await dropJob(db, exportQueue.name, jobId)
}

/** Makes an export as if it had just been asked for. */
export const reset = (db: Db, id: string) =>
  db
    .updateTable('exportTask')
    .set({
      status: 'queued',
      failure: null,
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
