import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { createMemory } from '../db/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { openParquet, type ParquetFile } from './parquet.ts'

/** A file of a day that is no longer in its table. */
export interface Part {
  key: string
  /** In hexadecimal digits. */
  sha256: string
  rows: number
  /** All of its rows are of the partner that was asked about. */
  isWhole: boolean
}

/** What of a table is in files. */
export interface Archived {
  /** Where the table itself begins: the end of the last day that was dropped from it, ISO 8601; null: nothing was. */
  until: string | null
  /** The files with rows of the partner in the time, the oldest first. */
  parts: Part[]
}

/** A partner's rows of a table within a time, in ISO 8601. */
export interface Asked {
  table: string
  owner: string
  from?: string | undefined
  to?: string | undefined
}

/** What of a partner's rows is in files, in one statement. */
export async function findArchived(db: Db, { table, owner, from, to }: Asked): Promise<Archived> {
  const { rows } = await sql<Archived>`
    select max(d.to_at) as until, coalesce((
      select json_agg(json_build_object('key', f.key, 'sha256', encode(f.sha256, 'hex'), 'rows', p.row_count,
        'isWhole', p.first_owner = p.last_owner) order by p.from_at, p.id)
      from archive_part p join archive_day pd using (table_name, from_at) join file f on f.id = p.file_id
      where p.table_name = ${table} and ${owner}::bigint between p.first_owner and p.last_owner and pd.dropped_at is not null
        and (${from ?? null}::timestamptz is null or pd.to_at > ${from ?? null})
        and (${to ?? null}::timestamptz is null or pd.from_at < ${to ?? null})), '[]') as parts
    from archive_day d where d.table_name = ${table} and d.dropped_at is not null`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as Archived
}

/**
 * Reads a file of the archive whole.
 * @returns null if its bytes are not those of the hash
 * @throws StorageAway, and if the file is not there
 */
export async function fetchFile(storage: Storage, key: string, sha256: string): Promise<ParquetFile | null> {
  const bytes = await buffer(await storage.open(key))
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? openParquet(bytes) : null
}

/** Files that were read lately; each takes up to some megabytes. */
const opened = createMemory<ParquetFile>(8, 60_000)

/** Forgets the files in memory. Benchmarks call it. */
export const clearParts = (): void => opened.clear()

/**
 * A file of the archive, from memory if it was read lately.
 * @throws StorageAway, and if the file is not there or its bytes have changed
 */
export async function openPart(storage: Storage, { key, sha256 }: Part): Promise<ParquetFile> {
  const known = opened.get(key)
  if (known) return known
  const file = await fetchFile(storage, key, sha256)
  if (file === null) throw new Error(`The archived file ${key} has changed since it was stored`)
  opened.set(key, file)
  return file
}
