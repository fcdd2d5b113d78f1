import type { ImportReport, ImportStatus } from '@kabao/contract/blacklist-import'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'
import { isUnfinished } from '#jobs/pgboss-tables'
import { writeAudit } from '#src/audit/write'

const columns = sql`id, file_id as "fileId", file_name as "fileName", status, percent, rows_read as "rowsRead", report, result,
  problem, problem_values as "problemValues", checked_at as "checkedAt", ended_at as "endedAt", created_at as "createdAt",
  created_by as "createdBy"`

export type StoredReport = Omit<ImportReport, 'rows'> & {
  rows: {
    line: number
    state: 'wrong' | 'repeated'
    kind: ImportReport['rows'][number]['kind']
    /** Masked. */
    value: string
    problems: string | null
    repeats: number | null
  }[]
}

export interface StoredImport {
  id: string
  fileId: string | null
  fileName: string
  status: ImportStatus
  percent: number
  rowsRead: number
  report: StoredReport | null
  result: { added: number; present: number } | null
  problem: string | null
  problemValues: Record<string, string | number> | null
  checkedAt: string | null
  endedAt: string | null
  createdAt: string
  createdBy: string
}

/** The latest imports of one administrator, newest first. */
export async function findLatest(db: Db, adminId: string): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`
    select ${columns} from blacklist_import where created_by = ${adminId} order by id desc limit 10`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** @param adminId whose it must be; null: anybody's */
export async function find(db: Db, id: string, adminId: string | null): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`
    select ${columns} from blacklist_import
    where id = ${id} and (${adminId}::bigint is null or created_by = ${adminId}::bigint)`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

export async function insert(
  db: Db,
  { fileId, fileName, adminId }: { fileId: string; fileName: string; adminId: string },
): Promise<string> {
  const { id } = await db
    .insertInto('blacklistImport')
    .values({ fileId, fileName, createdBy: adminId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setJob = (db: Db, id: string, jobId: string | null) =>
  db.updateTable('blacklistImport').set({ jobId }).where('id', '=', id).execute()

/**
 * Takes an import from one state to another, where it is in that state still.
 * @returns whether it was
 */
export async function move(
  db: Db,
  id: string,
  from: readonly ImportStatus[],
  to: ImportStatus,
  more: {
    report?: StoredReport
    result?: { added: number; present: number }
    problem?: string
    problemValues?: Record<string, string | number>
  } = {},
): Promise<boolean> {
  const isEnd = to === 'done' || to === 'failed' || to === 'cancelled' || to === 'expired'
  const { numUpdatedRows } = await db
    .updateTable('blacklistImport')
    .set({
      status: to,
      updatedAt: sql`now()`,
      // A step begins at nothing and ends with all of it.
      percent: to === 'committing' ? 0 : to === 'checked' || to === 'done' ? 100 : sql`percent`,
      ...(to === 'checked' && { checkedAt: sql`coalesce(checked_at, now())` }),
      ...(isEnd && { endedAt: sql`now()` }),
      ...(more.report && { report: JSON.stringify(more.report) }),
      ...(more.result && { result: JSON.stringify(more.result) }),
      ...(more.problem !== undefined && { problem: more.problem }),
      ...(more.problemValues && { problemValues: JSON.stringify(more.problemValues) }),
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Says how far a step is. @returns whether it is still wanted */
export async function tell(
  db: Db,
  id: string,
  status: ImportStatus,
  percent: number,
  rowsRead?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('blacklistImport')
    .set({ percent, updatedAt: sql`now()`, ...(rowsRead !== undefined && { rowsRead }) })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Two attempts at one import, should there ever be two, take turns; the lock goes with the transaction. */
export const lockImport = (db: Db, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('kabao blacklist import ' || ${id}::text, 0))`.execute(db)

/** Imports are added one after the other: two that share values would wait for each other. */
export const lockCommits = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('kabao blacklist import commit'))`.execute(db)

/** From so many rows on, a join that looks each of them up is the slow one. */
const many = 2_000

/**
 * Tells of the rows that were copied which of them are new: of equal ones the first, and none that is on the list already. It
 * is part of a transaction. What was copied just now has no statistics yet, and only an owner could make them, so the planner
 * is told that there is much. The list's kinds are collated as the database is: without that its index finds none of them.
 */
export async function checkRows(db: Db, id: string, rows: number): Promise<void> {
  const table = sql.table('blacklist_import_row')
  if (rows > many) await sql`set local enable_nestloop = off`.execute(db)
  await sql`set local work_mem = '32MB'`.execute(db)
  await sql`
    update ${table} r set state = 'repeated', repeats = f.line
    from (select kind, value, min(line) as line from ${table} where import_id = ${id} and state = 'new'
      group by kind, value having count(*) > 1) f
    where r.import_id = ${id} and r.state = 'new' and r.kind = f.kind and r.value = f.value and r.line > f.line`.execute(
    db,
  )
  await sql`
    update ${table} r
    set state = case when coalesce(b.expires_at, 'infinity') > now() then 'present' else 'lapsed' end
    from blacklist b
    where r.import_id = ${id} and r.state = 'new' and b.kind = r.kind collate "default" and b.value = r.value`.execute(
    db,
  )
}

export async function countRows(
  db: Db,
  id: string,
): Promise<Record<'new' | 'present' | 'lapsed' | 'repeated' | 'wrong', number>> {
  const { rows } = await sql<{ state: 'new'; count: number }>`
    select state, count(*)::int as count from blacklist_import_row where import_id = ${id} group by state`.execute(
    db,
  )
  const counts = { new: 0, present: 0, lapsed: 0, repeated: 0, wrong: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

export interface StoredImportRow {
  line: number
  state: 'wrong' | 'repeated'
  kind: ImportReport['rows'][number]['kind']
  value: string | null
  valueSealed: Buffer | null
  problems: string | null
  repeats: number | null
  cellsSealed: Buffer | null
}

/** Rows that are not added, those after a line, in the file's order. */
export async function findRows(
  db: Db,
  id: string,
  states: readonly ('wrong' | 'repeated')[],
  after: number,
  most: number,
): Promise<StoredImportRow[]> {
  const { rows } = await sql<StoredImportRow>`
    select line, state, kind, value, value_sealed as "valueSealed", problems, repeats, cells_sealed as "cellsSealed"
    from blacklist_import_row
    where import_id = ${id} and line > ${after} and state = any(${[...states]}::text[])
    order by line limit ${most}`.execute(db.withoutPlugins())
  return rows
}

/** The last line of the rows that belong to the next part, which begins after a line; null where nothing follows. */
export async function endOfPart(db: Db, id: string, after: number, most: number): Promise<number | null> {
  const { rows } = await sql<{ line: number | null }>`
    select max(line) as line from (select line from blacklist_import_row
      where import_id = ${id} and line > ${after} order by line limit ${most}) p`.execute(db)
  return rows[0]?.line ?? null
}

/** Adds a part of the new rows; what was added by somebody else meanwhile stays as it is. @returns how many */
export async function addRows(
  db: Db,
  id: string,
  { after, to }: { after: number; to: number },
  adminId: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into blacklist (kind, value, value_sealed, reason, source, expires_at, remark, created_by, updated_by)
    select kind, value, value_sealed, reason, 'import', expires_at, remark, ${adminId}, ${adminId}
    from blacklist_import_row
    where import_id = ${id} and state = 'new' and line > ${after} and line <= ${to}
    order by line on conflict (kind, value) do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** The audit line of what an import added, for whoever said yes. */
export async function insertAudit(
  db: Db,
  { id, createdBy }: StoredImport,
  result: { added: number; present: number },
): Promise<void> {
  await writeAudit(db, [
    {
      by: { adminId: createdBy },
      point: 'blacklist:import',
      target: { kind: 'blacklistImport', id },
      before: { status: 'committing' },
      after: { status: 'done', ...result },
    },
  ])
}

/** What nobody decided on in time is over. @returns which */
export async function expire(db: Db, hours: number): Promise<void> {
  await sql`update blacklist_import set status = 'expired', ended_at = now(), updated_at = now()
    where status = 'checked' and checked_at < now() - make_interval(hours => ${hours})`.execute(db)
}

/**
 * A step whose run is over, without having ended the step, is over too: a dry run has failed, and what was to be added waits for
 * another yes.
 * @returns the dry runs that have failed
 */
export async function endOrphans(db: Db): Promise<Pick<StoredImport, 'createdBy' | 'fileName'>[]> {
  const isAlive = isUnfinished(['blacklist-import-check', 'blacklist-import-commit'], sql`job_id::uuid`)
  const { rows } = await sql<Pick<StoredImport, 'createdBy' | 'fileName'>>`
    update blacklist_import set status = 'failed', problem = 'importFailed', ended_at = now(), updated_at = now()
    where status = 'checking' and updated_at < now() - interval '1 minute' and not ${isAlive}
    returning created_by as "createdBy", file_name as "fileName"`.execute(db.withoutPlugins())
  await sql`update blacklist_import set status = 'checked', updated_at = now()
    where status = 'committing' and updated_at < now() - interval '1 minute' and not ${isAlive}`.execute(db)
  return rows
}

/**
 * Removes a batch of rows that nobody needs any more: those of imports that have ended, but for the wrong ones of one that ended
 * well, which can be downloaded for a while.
 */
export const removeRows = (most: number, hours: number): RawBuilder<unknown> => sql`
  delete from blacklist_import_row where ctid = any(array(
    select r.ctid from blacklist_import_row r left join blacklist_import i on i.id = r.import_id
    where i.id is null or i.status in ('failed', 'cancelled', 'expired')
      or (i.status = 'done' and (r.state <> 'wrong' or i.ended_at < now() - make_interval(hours => ${hours})))
    limit ${most}))`

/** Imports that have ended and still hold their file. */
export async function findHoldingFiles(db: Db): Promise<{ id: string; createdBy: string }[]> {
  return db
    .selectFrom('blacklistImport')
    .select(['id', 'createdBy'])
    .where('status', 'in', ['done', 'failed', 'cancelled', 'expired'])
    .where('fileId', 'is not', null)
    .limit(1_000)
    .execute()
}

export const forgetFile = (db: Db, id: string) =>
  db.updateTable('blacklistImport').set({ fileId: null }).where('id', '=', id).execute()

/** Removes imports that ended long ago. */
export async function removeOld(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from blacklist_import where ended_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
