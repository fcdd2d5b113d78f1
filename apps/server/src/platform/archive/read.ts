import type { Db } from '../db/client.ts'
import { createMemory } from '../db/memory.ts'
import { timeOfId } from '../db/partitions.ts'
import type { Storage } from '../storage/storage.ts'
import type { ArchivedRow } from './archived-table.ts'
import type { ArchiveFilter } from './parquet.ts'
import { type Asked, clearParts, findArchived, openPart, type Part } from './parts.ts'

/** How many rows of a file meet a condition; a file never changes. */
const counts = createMemory<number>(20_000, 24 * 3_600_000)

/** Forgets files and counts, so that the next read is like a first one. Benchmarks call it. */
export function clearArchiveCaches(): void {
  clearParts()
  counts.clear()
}

/** So many files are read at once to be counted. */
const atOnce = 4

const nameOf = (part: Part, filter: ArchiveFilter) =>
  `${part.key} ${JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`

/** The places of the rows of a file that meet a condition; their number is kept. */
async function placesIn(storage: Storage, part: Part, filter: ArchiveFilter): Promise<number[]> {
  const places = await (await openPart(storage, part)).find(filter)
  counts.set(nameOf(part, filter), places.length)
  return places
}

const countIn = async (storage: Storage, part: Part, filter: ArchiveFilter): Promise<number> =>
  counts.get(nameOf(part, filter)) ?? (await placesIn(storage, part, filter)).length

/** How many rows meet a condition; once there are more than `most`, files are left out and `isExact` is false. */
export async function countRows(
  storage: Storage,
  parts: readonly Part[],
  filter: ArchiveFilter,
  most: number,
): Promise<{ count: number; isExact: boolean }> {
  let count = 0
  for (let at = 0; at < parts.length; at += atOnce) {
    if (count > most) return { count, isExact: false }
    const counted = await Promise.all(
      parts.slice(at, at + atOnce).map((part) => countIn(storage, part, filter)),
    )
    for (const each of counted) count += each
  }
  return { count, isExact: count <= most }
}

/** A piece of the rows that meet a condition. */
export interface Piece {
  isDescending: boolean
  skip: number
  limit: number
}

/**
 * Reads rows that meet a condition, in the order of their ids.
 * @param parts the files, the oldest first
 * @returns the rows, and how many rows were passed over or read: all there are, if there are fewer rows than asked for
 */
export async function readRows(
  storage: Storage,
  parts: readonly Part[],
  filter: ArchiveFilter,
  { isDescending, skip, limit }: Piece,
): Promise<{ rows: ArchivedRow[]; passed: number }> {
  const rows: ArchivedRow[] = []
  let passed = 0
  for (const part of isDescending ? parts.toReversed() : parts) {
    if (rows.length === limit) break
    const from = Math.max(0, skip - passed)
    const known = counts.get(nameOf(part, filter))
    // A file whose rows are all passed over is not read again.
    const places = known !== undefined && from >= known ? null : await placesIn(storage, part, filter)
    passed += places?.length ?? known ?? 0
    const wanted = (isDescending ? places?.toReversed() : places)?.slice(from, from + limit - rows.length)
    if (!wanted?.length) continue
    const file = await openPart(storage, part)
    const [first, last] = [Math.min(...wanted), Math.max(...wanted)]
    const read = await file.read(first, last + 1)
    for (const place of wanted) rows.push(read[place - first] as ArchivedRow)
  }
  return { rows, passed }
}

/** A row that is no longer in its table; undefined if there is none. */
export async function findArchivedRow(
  db: Db,
  storage: Storage,
  { table, owner }: Pick<Asked, 'table' | 'owner'>,
  id: string,
): Promise<ArchivedRow | undefined> {
  const from = timeOfId(id)
  const to = new Date(Date.parse(from) + 1).toISOString()
  const { parts } = await findArchived(db, { table, owner, from, to })
  const filter = { owner: { $eq: BigInt(owner) }, id: { $eq: BigInt(id) } }
  const { rows } = await readRows(storage, parts, filter, { isDescending: false, skip: 0, limit: 1 })
  return rows[0]
}
