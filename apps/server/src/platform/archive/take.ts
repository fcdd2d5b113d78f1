import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { timeIdAt } from '../db/partitions.ts'
import { announceFile, type Brought, claimMade, storeFile } from '../files/made.ts'
import { writeFile } from '../files/write.ts'
import type { Storage } from '../storage/storage.ts'
import { type ArchivedRow, type ArchivedTable, columnsOf } from './archived-table.ts'
import type { Day } from './days.ts'
import { groupRows, writeParquet } from './parquet.ts'
import { fetchFile } from './parts.ts'

/** The most rows of a file. A reader takes it whole, and it is held several times while it is made. */
const rowsOfPart = 10 * groupRows

/** The kind of the record that owns a file of an archived day. */
const partKind = 'archivePart'

interface Part {
  file: Brought
  firstOwner: string
  lastOwner: string
  rows: number
}

interface Taking {
  db: Db
  storage: Storage
  signal: AbortSignal
  /** Called with the rows that are copied so far. */
  progress(done: number): void
}

/**
 * Copies a day of a table to files and reads each of them again. The table is not changed. What was stored before a failure belongs to
 * nothing and is deleted by the sweep of files.
 * @returns how many rows it has
 * @throws if a file is not read as it was written, and what the storage throws
 */
export async function takeDay(
  { db, storage, signal, progress }: Taking,
  table: ArchivedTable,
  day: Day,
): Promise<number> {
  const parts: Part[] = []
  let copied = 0
  const { rowCount, checksum } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (read) => {
      // A slow bucket may take longer for a file than other transactions may wait.
      await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(read)
      const { rows } = await sql<{ rowCount: string; checksum: string }>`
        select row_count as "rowCount", checksum from rows_within(${table.name}, ${day.from}, ${day.to})`.execute(
        read.withoutPlugins(),
      )
      for await (const each of partsOf(read, table, day)) {
        signal.throwIfAborted()
        parts.push(await storePart({ db, storage }, table, day, each))
        copied += each.length
        progress(copied)
      }
      return rows[0] as (typeof rows)[0]
    })
  if (copied !== Number(rowCount)) throw new Error(`${table.name} ${day.from}: ${copied} rows of ${rowCount}`)
  await db.transaction().execute(async (write) => {
    await sql`insert into archive_day (table_name, from_at, to_at, row_count, checksum)
      values (${table.name}, ${day.from}, ${day.to}, ${rowCount}, ${checksum})`.execute(write)
    for (const part of parts) await notePart(write, table, day, part)
  })
  return copied
}

/** The rows of a day in the order of partner and id, in pieces of one file each. */
async function* partsOf(read: Db, table: ArchivedTable, day: Day): AsyncGenerator<ArchivedRow[]> {
  const [first, end] = [day.from, day.to].map((at) => timeIdAt(Date.parse(at)))
  await sql`
    declare archived no scroll cursor for
    select ${sql.raw(table.owner)} as owner, ${sql.raw(table.select)} from ${sql.table(table.name)} t
    where t.id >= ${sql.lit(first)} and t.id < ${sql.lit(end)} order by 1, t.id`.execute(read)
  let part: ArchivedRow[] = []
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      fetch ${sql.lit(groupRows)} from archived`.execute(read.withoutPlugins())
    for (const row of rows)
      part.push({ ...(table.toArchived?.(row) ?? row), owner: row.owner } as ArchivedRow)
    const isLast = rows.length < groupRows
    if (part.length === rowsOfPart || (isLast && part.length > 0)) {
      yield part
      part = []
    }
    if (isLast) return
  }
}

async function storePart(
  { db, storage }: Pick<Taking, 'db' | 'storage'>,
  table: ArchivedTable,
  day: Day,
  rows: readonly ArchivedRow[],
): Promise<Part> {
  const bytes = await writeParquet(columnsOf(table), rows)
  const path = join(storage.incoming, `archive-${randomUUID()}`)
  try {
    const written = await writeFile(path, Readable.from([bytes]))
    const name = `${table.name}-${day.from.slice(0, 10)}.parquet`
    const file = await announceFile(db, written, {
      use: 'archive',
      name,
      mediaType: 'application/vnd.apache.parquet',
      createdBy: null,
    })
    await storeFile(storage, file, written)
    await checkStored(storage, file, written.sha256, rows)
    return {
      file,
      firstOwner: (rows[0] as ArchivedRow).owner,
      lastOwner: (rows.at(-1) as ArchivedRow).owner,
      rows: rows.length,
    }
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads a stored file as a reader will, and compares what it says with what was to be stored. */
async function checkStored(
  storage: Storage,
  { key }: Brought,
  sha256: Buffer,
  rows: readonly ArchivedRow[],
): Promise<void> {
  const file = await fetchFile(storage, key, sha256.toString('hex'))
  let isSame = file?.rows === rows.length
  for (let from = 0; file && isSame && from < rows.length; from += groupRows) {
    const to = Math.min(rows.length, from + groupRows)
    isSame = isDeepStrictEqual(await file.read(from, to), rows.slice(from, to))
  }
  if (!isSame) throw new Error(`The file ${key} is not read as it was written`)
}

async function notePart(write: Db, table: ArchivedTable, day: Day, part: Part): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into archive_part (table_name, from_at, first_owner, last_owner, row_count, file_id)
    values (${table.name}, ${day.from}, ${part.firstOwner}, ${part.lastOwner}, ${part.rows}, ${part.file.id}) returning id`.execute(
    write.withoutPlugins(),
  )
  await claimMade(write, part.file.id, { kind: partKind, id: (rows[0] as { id: string }).id })
}
