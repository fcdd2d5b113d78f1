import type { Language } from '@kabao/contract'
import type { ExportFailure, ExportFormat, ExportResource } from '@kabao/contract/kernel/export-body'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** A request for an export, as it is stored. */
export interface NewTask {
  resource: ExportResource
  format: ExportFormat
  /** The form that may be shown. */
  filter: Record<string, unknown>
  filterSealed: Buffer
  /** Whether the request names a person; if so, it is deleted when the export is over. */
  namesPerson: boolean
  language: Language
  scopeAdminId: string | null
  createdBy: string
}

/** The purpose under which the whole body of an export is encrypted. */
export const filterPurpose = 'exportTask.filter'

/** What remains of the encrypted filter when an export is over. */
export const keptFilter = sql<Buffer | null>`case when names_person then null else filter_sealed end`

/** An export whose file is already stored. */
export async function insertDone(
  db: Db,
  task: NewTask,
  { rows, fileId, fileSize, days }: { rows: number; fileId: string; fileSize: number; days: number },
): Promise<string> {
  const { id } = await db
    .insertInto('exportTask')
    .values({
      ...task,
      filter: JSON.stringify(task.filter),
      filterSealed: task.namesPerson ? null : task.filterSealed,
      status: 'done',
      rowsDone: String(rows),
      rowsTotal: String(rows),
      fileId,
      fileSize: String(fileSize),
      startedAt: sql<string>`now()`,
      finishedAt: sql<string>`now()`,
      expiresAt: sql<string>`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An export that waits in the queue. */
export async function insertQueued(db: Db, task: NewTask, rowsTotal: number): Promise<string> {
  const { id } = await db
    .insertInto('exportTask')
    .values({ ...task, filter: JSON.stringify(task.filter), rowsTotal: String(rowsTotal) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setJob = (db: Db, id: string, jobId: string) =>
  db.updateTable('exportTask').set({ jobId }).where('id', '=', id).execute()

export async function countOpen(db: Db, adminId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from export_task
    where created_by = ${adminId} and status in ('queued', 'running')`.execute(db)
  return rows[0]?.count ?? 0
}

/** What a run needs of its export. */
export interface BegunTask {
  id: string
  resource: ExportResource
  format: ExportFormat
  filterSealed: Buffer
  language: Language
  scopeAdminId: string | null
  createdBy: string
  rowsTotal: string
  /** How often it met a full disk. */
  spaceTries: number
}

/**
 * Assigns an export to a run. An earlier run of it that was killed, or is wrongly taken for dead, can neither count nor end it.
 * @returns the export, with the file that the earlier run was storing; undefined if there is nothing (more) to do
 */
export async function begin(
  db: Db,
  id: string,
  run: string,
): Promise<(BegunTask & { leftFileId: string | null }) | undefined> {
  const before = await db
    .selectFrom('exportTask')
    .select(['id', 'fileId'])
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  const task = await db
    .updateTable('exportTask')
    .set({
      status: 'running',
      run,
      rowsDone: '0',
      fileId: null,
      startedAt: sql<string>`now()`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .returning([
      'id',
      'resource',
      'format',
      'filterSealed',
      'language',
      'scopeAdminId',
      'createdBy',
      'rowsTotal',
      'spaceTries',
    ])
    .executeTakeFirstOrThrow()
  return { ...(task as BegunTask), leftFileId: before.fileId }
}

const ofRun = (db: Db, id: string, run: string) =>
  db
    .updateTable('exportTask')
    .where('id', '=', id)
    .where('run', '=', run)
    .where('status', '=', 'running')
    .set({ updatedAt: sql<string>`now()` })

/** @returns whether the export still belongs to this run */
export async function noteRows(db: Db, id: string, run: string, rows: number): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, id, run)
    .set({ rowsDone: String(rows) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether the export still belongs to this run */
export async function noteFile(db: Db, id: string, run: string, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, id, run).set({ fileId }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns an export to the queue, because its run met a full disk.
 * @param jobId the job that tries it again
 * @returns whether it still belonged to this run, and the file that the run was storing
 */
export async function waitForSpace(
  db: Db,
  id: string,
  run: string,
  jobId: string,
): Promise<{ fileId: string | null } | undefined> {
  const { rows } = await sql<{ fileId: string | null }>`
    with before as (
      select id, file_id from export_task where id = ${id} and status = 'running' and run = ${run} for update
    )
    update export_task t set status = 'queued', run = null, file_id = null, rows_done = 0, job_id = ${jobId},
      space_tries = space_tries + 1, updated_at = now()
    from before where t.id = before.id returning before.file_id as "fileId"`.execute(db.withoutPlugins())
  return rows[0]
}

/** @returns whether the export still belongs to this run */
export async function finish(
  db: Db,
  id: string,
  run: string,
  { rows, fileSize, days }: { rows: number; fileSize: number; days: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, id, run)
    .set({
      status: 'done',
      run: null,
      filterSealed: keptFilter,
      rowsDone: String(rows),
      rowsTotal: String(rows),
      fileSize: String(fileSize),
      finishedAt: sql<string>`now()`,
      expiresAt: sql<string>`now() + make_interval(days => ${days})`,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What the notification of a failure needs. */
export interface EndedTask {
  id: string
  resource: ExportResource
  createdBy: string
  fileId: string | null
}

/** @param run null: whichever run it belongs to @returns undefined if it has already ended */
export async function fail(
  db: Db,
  id: string,
  run: string | null,
  failure: ExportFailure,
): Promise<EndedTask | undefined> {
  const { rows } = await sql<EndedTask>`
    with before as (
      select id, file_id from export_task
      where id = ${id} and status in ('queued', 'running') ${run === null ? sql`` : sql`and run = ${run}`} for update
    )
    update export_task t set status = 'failed', failure = ${failure}, run = null, file_id = null,
      filter_sealed = ${keptFilter},
      finished_at = now(), updated_at = now()
    from before where t.id = before.id
    returning t.id, t.resource, t.created_by as "createdBy", before.file_id as "fileId"`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** Exports whose file has expired. */
export async function expireSome(db: Db, most: number): Promise<{ id: string; fileId: string | null }[]> {
  const { rows } = await sql<{ id: string; fileId: string | null }>`
    with due as (
      select id, file_id from export_task where status = 'done' and expires_at <= now()
      order by expires_at limit ${most} for update skip locked
    )
    update export_task t set status = 'expired', file_id = null, updated_at = now() from due where t.id = due.id
    returning t.id, due.file_id as "fileId"`.execute(db.withoutPlugins())
  return rows
}
