import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** The newest backup of this database. */
export interface LastBackup {
  /** ISO 8601. */
  startedAt: string
  /** Null while it runs. */
  finishedAt: string | null
  state: 'running' | 'done' | 'failed'
  /** Null unless it is done. */
  sizeBytes: number | null
  rows: number | null
  files: number | null
  /** Files whose bytes were not in the storage. */
  missingFiles: number | null
  /** Why it failed, in a sentence. */
  failure: string | null
  /** The file or the place in the bucket; null of a backup before there was a record of it. */
  place: string | null
}

/** @returns null if there was none since this version */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const { rows } = await sql<LastBackup>`${columns} order by id desc limit 1`.execute(db.withoutPlugins())
  return rows[0] ?? null
}

/** The newest backup that can be restored. */
export async function lastGoodBackup(db: Db): Promise<LastBackup | null> {
  const { rows } = await sql<LastBackup>`${columns} where state = 'done' order by id desc limit 1`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? null
}

const columns = sql`select started_at as "startedAt", finished_at as "finishedAt", state, size_bytes::float8 as "sizeBytes",
  row_count::float8 as rows, file_count as files, missing_count as "missingFiles", failure, place from backup_run`

/** A database of an older version has no place for the record, and is backed up all the same. */
const isKept = async (db: Db) => {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('public.backup_run') is not null as "isThere"`.execute(db.withoutPlugins())
  return rows[0]?.isThere === true
}

/**
 * Notes that a backup begins. The caller holds the lock of backups, so an earlier one that never ended was killed.
 * @param place the file, or the place in the bucket
 * @returns its id; null if the database keeps no record
 */
export async function noteBegin(db: Db, place: string | null): Promise<string | null> {
  if (!(await isKept(db))) return null
  await sql`update backup_run set state = 'failed', finished_at = now(), failure = 'It was killed in the middle.'
    where state = 'running'`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into backup_run (state) values ('running') returning id`.execute(db.withoutPlugins())
  const id = rows[0]?.id ?? null
  if (await hasPlace(db)) await sql`update backup_run set place = ${place} where id = ${id}`.execute(db)
  return id
}

/** A database of an older version may record backups without their place. */
const hasPlace = async (db: Db) => {
  const { rows } = await sql<{ isThere: boolean }>`select exists (
    select from pg_attribute where attrelid = 'public.backup_run'::regclass and attname = 'place') as "isThere"`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.isThere === true
}

export async function noteDone(
  db: Db,
  id: string | null,
  { size, rows, files, missing }: { size: number; rows: number; files: number; missing: readonly string[] },
): Promise<void> {
  if (id === null) return
  await sql`update backup_run set state = 'done', finished_at = now(), size_bytes = ${size}, row_count = ${rows},
    file_count = ${files}, missing_count = ${missing.length} where id = ${id}`.execute(db)
}

export async function noteFailure(db: Db, id: string | null, failure: string): Promise<void> {
  if (id === null) return
  await sql`update backup_run set state = 'failed', finished_at = now(), failure = ${failure.slice(0, 300)}
    where id = ${id}`.execute(db)
}
