import { exactTotal } from '@kabao/contract'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { findPage, findTotal, type Page, type PageQuery, partsOf } from '../db/page.ts'
import type { Storage } from '../storage/storage.ts'
import type { ArchivedRow } from './archived-table.ts'
import type { ArchiveFilter } from './parquet.ts'
import { type Archived, type Asked, findArchived, type Part } from './parts.ts'
import { countRows, readRows } from './read.ts'

/** A list of the rows of one partner, sorted by the time id. */
export interface ArchivedPage<T> {
  asked: Asked
  /** The rows in the table, without a sort key of its own. */
  query: PageQuery
  /** The same rows in files. */
  filter: ArchiveFilter
  /** Gives rows of files the form of rows of the query. */
  fromFiles(rows: readonly ArchivedRow[]): Promise<T[]>
}

/**
 * Reads one page of a list whose older rows are in files: the same rows in the same order as if all were in the table. The total is exact
 * up to 10,000; beyond, and while the files cannot be read, it is estimated.
 * @throws StorageAway if rows of the page are in files that cannot be read; an error if such a file is lost or has changed
 */
export async function findArchivedPage<T>(db: Db, storage: Storage, list: ArchivedPage<T>): Promise<Page<T>> {
  let archived = await findArchived(db, list.asked)
  for (;;) {
    const page =
      archived.parts.length === 0
        ? await findPage<T>(db, list.query)
        : await findBoth<T>(db, storage, list, archived.parts)
    const now = await findArchived(db, list.asked)
    if (isSame(now, archived)) return page
    // A day left the table while it was read.
    archived = now
  }
}

const isSame = (a: Archived, b: Archived) => a.until === b.until && a.parts.length === b.parts.length

/** A page, and the size of the list in the table. */
type Read<T> = { records: T[]; here: Total }
type Total = Pick<Page<unknown>, 'total' | 'totalIsEstimate'>

async function findBoth<T>(
  db: Db,
  storage: Storage,
  list: ArchivedPage<T>,
  parts: readonly Part[],
): Promise<Page<T>> {
  const { query, filter } = list
  const { records, here } = await (query.isDescending ? newestFirst : oldestFirst)(db, storage, list, parts)
  return {
    records,
    ...(await totalOf(storage, parts, filter, here)),
    current: query.current,
    size: query.size,
  }
}

async function newestFirst<T>(
  db: Db,
  storage: Storage,
  list: ArchivedPage<T>,
  parts: readonly Part[],
): Promise<Read<T>> {
  const { query, filter } = list
  const { records, ...here } = await findPage<T>(db, query)
  const limit = query.size - records.length
  if (limit === 0) return { records, here }
  const inTable = here.totalIsEstimate ? await countAll(db, query) : here.total
  const skip = Math.max(0, (query.current - 1) * query.size - inTable)
  const { rows } = await readRows(storage, parts, filter, { isDescending: true, skip, limit })
  return { records: [...records, ...(await list.fromFiles(rows))], here }
}

async function oldestFirst<T>(
  db: Db,
  storage: Storage,
  list: ArchivedPage<T>,
  parts: readonly Part[],
): Promise<Read<T>> {
  const { query, filter } = list
  const skip = (query.current - 1) * query.size
  const piece = { isDescending: false, skip, limit: query.size }
  const [{ rows, passed }, here] = await Promise.all([
    readRows(storage, parts, filter, piece),
    findTotal(db, query),
  ])
  const limit = query.size - rows.length
  const young = limit === 0 ? [] : await findFrom<T>(db, query, Math.max(0, skip - passed), limit)
  return { records: [...(await list.fromFiles(rows)), ...young], here }
}

/** Rows of the table that begin within a page: the end of that page and the beginning of the next. */
async function findFrom<T>(db: Db, query: PageQuery, skip: number, limit: number): Promise<T[]> {
  const current = Math.floor(skip / query.size) + 1
  const within = skip % query.size
  const { records } = await findPage<T>(db, { ...query, current })
  const next = within === 0 ? [] : (await findPage<T>(db, { ...query, current: current + 1 })).records
  return [...records, ...next].slice(within, within + limit)
}

async function countAll(db: Db, query: PageQuery): Promise<number> {
  const { from, where } = partsOf(query)
  const { rows } = await sql<{ count: string }>`select count(*) from ${from} where ${where}`.execute(
    db.withoutPlugins(),
  )
  return Number(rows[0]?.count)
}

async function totalOf(
  storage: Storage,
  parts: readonly Part[],
  filter: ArchiveFilter,
  here: Total,
): Promise<Total> {
  const counted = here.totalIsEstimate
    ? null
    : await countedOf(storage, parts, filter, exactTotal - here.total)
  if (counted?.isExact) return { total: here.total + counted.count }
  return { total: here.total + Math.max(counted?.count ?? 0, aboutRows(parts)), totalIsEstimate: true }
}

/** Null while a file cannot be read, is lost or has changed: the rows of the table are shown all the same. */
const countedOf = (storage: Storage, parts: readonly Part[], filter: ArchiveFilter, most: number) =>
  countRows(storage, parts, filter, most).catch(() => null)

/** About how many rows files have of the partner: all of a file that has no other, and half of another. */
const aboutRows = (parts: readonly Part[]) =>
  parts.reduce((sum, { rows, isWhole }) => sum + (isWhole ? rows : Math.ceil(rows / 2)), 0)
