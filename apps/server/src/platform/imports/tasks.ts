import type { ImportStatus } from '@kabao/contract/kernel/import'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { isUnfinished } from '../jobs/pgboss-tables.ts'
import type { ChosenColumns } from './columns.ts'

const columns = sql`id, list, file_id as "fileId", file_name as "fileName", status, percent, rows_read as "rowsRead", report, result, choices, titles,
  problem, problem_values as "problemValues", checked_at as "checkedAt", ended_at as "endedAt", created_at as "createdAt",
  created_by as "createdBy"`

/** The result of a dry run: how many rows are in each state, and the first rows that are not added. */
export interface StoredReport {
  counts: Record<string, number>
  rows: {
    line: number
    /** `wrong`, `repeated` or a state of the list. */
    state: string
    /** What the report shows of the row, masked. */
    named: Record<string, unknown>
    problems: string | null
    /** Its wrong cells by column, masked. */
    wrong: Record<string, string>
    repeats: number | null
  }[]
}

export interface StoredImport {
  id: string
  /** The name of the list. */
  list: string
  fileId: string | null
  fileName: string
  status: ImportStatus
  percent: number
  rowsRead: number
  report: StoredReport | null
  result: { added: number; present: number; changed?: number } | null
  /** What the sender chose for rows of each state that the list already has. */
  choices: Record<string, string> | null
  /** By column, the title in the file that its sender chose; null: columns are found by their names. */
  titles: Record<string, string> | null
  problem: string | null
  problemValues: Record<string, string | number> | null
  checkedAt: string | null
  endedAt: string | null
  createdAt: string
  createdBy: string
}

/** The latest imports of one administrator into a list, newest first. */
export async function findLatest(db: Db, list: string, adminId: string): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`
    select ${columns} from import_task where list = ${list} and created_by = ${adminId} order by id desc limit 10`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** @param whose the list and the sender that the import must have; null: any */
export async function find(
  db: Db,
  id: string,
  whose: { list: string; adminId: string } | null,
): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`
    select ${columns} from import_task
    where id = ${id} and ${whose ? sql`list = ${whose.list} and created_by = ${whose.adminId}` : sql`true`}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** Whether this administrator sent the import. */
export async function isOf(db: Db, id: string, adminId: string): Promise<boolean> {
  return (await find(db, id, null))?.createdBy === adminId
}

interface NewImport {
  list: string
  fileId: string
  fileName: string
  adminId: string
  columns: ChosenColumns | null
}

export async function insert(
  db: Db,
  { list, fileId, fileName, adminId, columns }: NewImport,
): Promise<string> {
  const { id } = await db
    .insertInto('importTask')
    .values({
      list,
      fileId,
      fileName,
      createdBy: adminId,
      titles: columns && JSON.stringify(columns.titles),
      learned: columns && JSON.stringify(columns.learned),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setJob = (db: Db, id: string, jobId: string | null) =>
  db.updateTable('importTask').set({ jobId }).where('id', '=', id).execute()

/**
 * Changes the state of an import if it is still in one of the states `from`.
 * @returns whether it was
 */
export async function move(
  db: Db,
  id: string,
  from: readonly ImportStatus[],
  to: ImportStatus,
  more: {
    report?: StoredReport
    result?: { added: number; present: number; changed?: number }
    choices?: Record<string, string>
    problem?: string
    problemValues?: Record<string, string | number>
  } = {},
): Promise<boolean> {
  const isEnd = to === 'done' || to === 'failed' || to === 'cancelled' || to === 'expired'
  const { numUpdatedRows } = await db
    .updateTable('importTask')
    .set({
      status: to,
      updatedAt: sql`now()`,
      // A step begins at 0 % and ends at 100 %.
      percent: to === 'committing' ? 0 : to === 'checked' || to === 'done' ? 100 : sql`percent`,
      ...(to === 'checked' && { checkedAt: sql`coalesce(checked_at, now())` }),
      ...(isEnd && { endedAt: sql`now()` }),
      ...(more.report && { report: JSON.stringify(more.report) }),
      ...(more.choices && { choices: JSON.stringify(more.choices) }),
      ...(more.result && { result: JSON.stringify(more.result) }),
      ...(more.problem !== undefined && { problem: more.problem }),
      ...(more.problemValues && { problemValues: JSON.stringify(more.problemValues) }),
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes the progress of a step. @returns whether the import is still in that state */
export async function noteProgress(
  db: Db,
  id: string,
  status: ImportStatus,
  percent: number,
  rowsRead?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('importTask')
    .set({ percent, updatedAt: sql`now()`, ...(rowsRead !== undefined && { rowsRead }) })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Expires imports that were not confirmed in time. */
export async function expire(db: Db, hours: number): Promise<void> {
  await sql`update import_task set status = 'expired', ended_at = now(), updated_at = now()
    where status = 'checked' and checked_at < now() - make_interval(hours => ${hours})`.execute(db)
}

/** A failed dry run, for the notification of its sender. */
export type Lost = Pick<StoredImport, 'list' | 'createdBy' | 'fileName'>

/**
 * Ends steps whose job no longer exists: a dry run fails, and an import that was being added waits for another confirmation.
 * @returns the dry runs that have failed
 */
export async function endOrphans(db: Db): Promise<Lost[]> {
  const isAlive = isUnfinished(['import-check', 'import-commit'], sql`job_id::uuid`)
  const { rows } = await sql<Lost>`
    update import_task set status = 'failed', problem = 'importFailed', ended_at = now(), updated_at = now()
    where status = 'checking' and updated_at < now() - interval '1 minute' and not ${isAlive}
    returning list, created_by as "createdBy", file_name as "fileName"`.execute(db.withoutPlugins())
  await sql`update import_task set status = 'checked', updated_at = now()
    where status = 'committing' and updated_at < now() - interval '1 minute' and not ${isAlive}`.execute(db)
  return rows
}

/** Imports that have ended and still hold their file. */
export async function findHoldingFiles(db: Db): Promise<Pick<StoredImport, 'id' | 'list' | 'createdBy'>[]> {
  return db
    .selectFrom('importTask')
    .select(['id', 'list', 'createdBy'])
    .where('status', 'in', ['done', 'failed', 'cancelled', 'expired'])
    .where('fileId', 'is not', null)
    .limit(1_000)
    .execute()
}

export const forgetFile = (db: Db, id: string) =>
  db.updateTable('importTask').set({ fileId: null }).where('id', '=', id).execute()

/** Deletes imports that ended long ago. */
export async function removeOld(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from import_task where ended_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
