import { createHash } from 'node:crypto'
import { exactTotal, mostSummed } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import { createMemory } from './memory.ts'

/** The parts of a page query. Its SQL refers to the table by its alias. */
export interface PageQuery {
  /** The table's name in SQL, or a query in parentheses. Either has an `id` that is unique and not null. */
  table: RawBuilder<unknown>
  /** The alias of the table in the rest of the query. Default: `t`. */
  alias?: string
  /** The columns to read, under their names in TypeScript: `t.channel_id as "channelId"`. */
  columns: RawBuilder<unknown>
  /** The joins for those columns; they neither add nor drop rows. */
  joins?: RawBuilder<unknown>
  /** Conditions on the table alone, joined by `and`. */
  where: RawBuilder<unknown>[]
  /**
   * The table has partitions by id. The rows of a page are then read by a statement of their own, which names the ids, so that
   * PostgreSQL plans for their partitions only.
   */
  isPartitioned?: true
  /**
   * The expression of the table to sort by, of any sortable type. It is never null (use `coalesce`). Rows with equal keys are
   * sorted by `id`, because otherwise two pages could show the same row. Left out: the rows are sorted by `id`.
   */
  key?: RawBuilder<unknown>
  isDescending: boolean
  current: number
  size: number
}

/** The rows of a list and their order, without the columns to read. */
export type RowsQuery = Omit<PageQuery, 'columns' | 'current' | 'size'>

/** What says which rows a list has. */
type Counted = Pick<RowsQuery, 'table' | 'alias' | 'where'>

/** The parts of an SQL statement about the rows of a list. */
export function partsOf({ table, alias = 't', where }: Counted) {
  const name = sql.id(alias)
  return {
    /** The alias. */
    name,
    id: sql`${name}.id`,
    /** The SQL after `from`. */
    from: sql`${table} ${name}`,
    /** The SQL after `where`. */
    where: where.length === 0 ? sql`true` : sql.join(where, sql` and `),
  }
}

export interface Page<T> {
  records: T[]
  total: number
  totalIsEstimate?: true
  current: number
  size: number
}

/** Above this offset, a page starts from a cached place instead of counting rows from the first. */
const deepOffset = 1_000
/** How long a place and the size of a large list are cached, in milliseconds. */
const memoryMs = 60_000

/** A place: the last row of a page, as the text of its sort key and its id. */
interface Anchor {
  key: string
  id: string
}

const anchors = createMemory<Anchor>(20_000, memoryMs)
const largeTotals = createMemory<number>(5_000, memoryMs)
const largeSums = createMemory<Record<string, number> | null>(1_000, memoryMs)

/**
 * A list that had at most this many rows when it was last counted is counted in the statement of its page, which saves a statement
 * and a connection. Counting a longer list takes as long as the page, so it runs in parallel.
 */
const fewRows = 1_000
/** Whether a list had few rows when it was last counted. Its current number of rows is counted each time. */
const smallLists = createMemory<boolean>(5_000, memoryMs)

/** Clears the caches of sizes and positions. Tests call it after they have filled a table by themselves. */
export function clearPageCaches(): void {
  for (const cache of [anchors, largeTotals, largeSums, smallLists]) cache.clear()
}

/**
 * The cache key of a statement is a hash of its SQL and its parameters, so two lists with different conditions never share an
 * entry. It is a hash because parameters can contain personal data.
 */
function nameOf(db: Db, statement: RawBuilder<unknown>): string {
  const { sql, parameters } = statement.compile(db)
  const values = JSON.stringify(parameters, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(JSON.stringify(sql)).update(values).digest('base64')
}

/**
 * Reads one page of rows and the size of the list, in a time that does not grow with the table. One statement reads the ids over
 * an index (shallow pages by offset, deep pages from the nearest cached place) and their rows. The total is counted up to 10,000
 * and estimated beyond, in the same statement or in parallel.
 */
export async function findPage<T>(db: Db, query: PageQuery): Promise<Page<T>> {
  // The statements name their columns themselves, so the plugin that renames columns is skipped.
  const plain = db.withoutPlugins()
  const { current, size } = query
  const name = nameOfCount(plain, query)
  if (smallLists.get(name) && offsetOf(query) < deepOffset) {
    const { records, total } = await findCounted<T>(plain, query)
    return { records, ...(total ?? (await countRows(plain, query, name))), current, size }
  }
  const [records, total] = await Promise.all([findRows<T>(plain, query), countRows(plain, query, name)])
  return { records, ...total, current, size }
}

const offsetOf = ({ current, size }: PageQuery) => (current - 1) * size

/** The name of the total in the rows of a small list; no column has this name. */
const totalKey = '$total'

/** Rows and total in one statement; the total is null if the page is after the last row, or the list is no longer small. */
async function findCounted<T>(db: Db, query: PageQuery): Promise<{ records: T[]; total: Total | null }> {
  const columns = sql`${query.columns}, (${count(query, fewRows)}) as ${sql.id(totalKey)}`
  const rows = await findShallow<T & { [totalKey]: number }>(db, { ...query, columns })
  const total = rows[0]?.[totalKey] ?? 0
  const isTold = total <= fewRows && (total > 0 || query.current === 1)
  return {
    records: rows.map(({ [totalKey]: _, ...row }) => row as T),
    total: isTold ? { total } : null,
  }
}

/**
 * Reads a page like `findPage`, and in parallel the sums over all rows of the list, in one statement that reads at most
 * `mostSummed` rows. If more rows match, or a sum is too large for a number, the sums are null. Sums over more rows than are
 * counted exactly are cached for 60 s, like the size of the list.
 * @param sums the SQL expression to sum for each field of the response: `t.amount`; null counts as 0
 */
export async function findPageWithTotals<T, F extends string>(
  db: Db,
  query: PageQuery,
  sums: Readonly<Record<F, RawBuilder<unknown>>>,
): Promise<Page<T> & { totals: Record<F, number> | null }> {
  const [page, totals] = await Promise.all([
    findPage<T>(db, query),
    findSums(db.withoutPlugins(), query, sums),
  ])
  return { ...page, totals }
}

async function findSums<F extends string>(
  db: Db,
  query: RowsQuery,
  sums: Readonly<Record<F, RawBuilder<unknown>>>,
): Promise<Record<F, number> | null> {
  const { from, where } = partsOf(query)
  const names = Object.keys(sums) as F[]
  const terms = names.map((name) => sql`${sums[name]} as ${sql.id(name)}`)
  const matching = sql`select ${sql.join(terms)} from ${from} where ${where}`
  const name = nameOf(db, matching)
  const known = largeSums.get(name)
  if (known !== undefined) return known as Record<F, number> | null
  const added = names.map(
    (field) => sql`coalesce(sum(${sql.id('summed', field)}), 0)::text as ${sql.id(field)}`,
  )
  const { rows } = await sql<Record<F, string> & { [countOfSums]: number }>`
    select count(*)::int as ${sql.id(countOfSums)}, ${sql.join(added)}
    from (${matching} limit ${sql.lit(mostSummed + 1)}) summed`.execute(db)
  const row = rows[0] as (typeof rows)[0]
  const count = row[countOfSums]
  const values = names.map((field) => [field, Number(row[field])] as const)
  const isExact = values.every(([, value]) => Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  const found = count <= mostSummed && isExact ? (Object.fromEntries(values) as Record<F, number>) : null
  if (count > exactTotal) largeSums.set(name, found)
  return found
}

/** The name of the count in the row of sums; no field has this name. */
const countOfSums = '$count'

/** The names of the place in the rows of a deep page; no column has these names. */
const anchorKey = '$key'
const anchorId = '$id'
type Anchored<T> = T & { [anchorKey]: string; [anchorId]: string }

/** The SQL order of the rows of a list, with `id` after the sort key. */
export function orderOf(query: RowsQuery) {
  const { isDescending } = query
  const { id } = partsOf(query)
  const { key = id } = query
  const direction = isDescending ? sql`desc` : sql`asc`
  return {
    key,
    direction,
    order: query.key
      ? sql`order by ${key} ${direction}, ${id} ${direction}`
      : sql`order by ${id} ${direction}`,
  }
}

/** The condition that a row comes after a place. Its parameters have no explicit type, so they get those of the key and of the id. */
function afterAnchor(query: RowsQuery, place: Anchor): RawBuilder<unknown> {
  const { id } = partsOf(query)
  const follows = query.isDescending ? sql`<` : sql`>`
  // By the id alone, PostgreSQL can tell which partitions hold no such row.
  return query.key
    ? sql`and (${query.key}, ${id}) ${follows} (${place.key}, ${place.id})`
    : sql`and ${id} ${follows} ${place.id}`
}

async function findShallow<T>(db: Db, query: PageQuery): Promise<T[]> {
  const { columns, joins = sql``, size, isPartitioned } = query
  const { from, id, where } = partsOf(query)
  const { key, direction, order } = orderOf(query)
  if (isPartitioned) {
    const places = await findAnchors(db, query, { after: sql``, limit: size, offset: offsetOf(query) })
    return readRows<T>(db, query, places)
  }
  const { rows } = await sql<T>`
    with page as (select ${id}, ${key} as key from ${from} where ${where} ${order} limit ${size} offset ${offsetOf(query)})
    select ${columns} from page join ${from} on ${id} = page.id ${joins}
    order by page.key ${direction}, page.id ${direction}`.execute(db)
  return rows
}

async function findRows<T>(db: Db, query: PageQuery): Promise<T[]> {
  const offset = offsetOf(query)
  if (offset < deepOffset) return findShallow<T>(db, query)
  const { columns, joins = sql``, current, size, isPartitioned } = query
  const { from, id, where } = partsOf(query)
  const { key, direction, order } = orderOf(query)
  const name = nameOf(db, sql`select ${id} from ${from} where ${where} ${order}`)
  const nearest = nearestAnchor(name, size, current)
  const after = nearest ? afterAnchor(query, nearest.anchor) : sql``
  const skipped = offset - (nearest?.page ?? 0) * size
  // The row before the page is read too; it is cached as the place that this page starts from next time.
  const lead = skipped > 0 ? 1 : 0
  const remember = (places: Anchor[]) => {
    if (lead && places[0]) anchors.set(anchorName(name, size, current - 1), places[0])
    const last = places.length === size + lead ? places.at(-1) : undefined
    if (last) anchors.set(anchorName(name, size, current), last)
  }
  if (isPartitioned) {
    const places = await findAnchors(db, query, { after, limit: size + lead, offset: skipped - lead })
    remember(places)
    return readRows<T>(db, query, places.slice(lead))
  }
  const { rows } = await sql<Anchored<T>>`
    with page as (
      select ${id}, ${key} as key from ${from} where ${where} ${after}
      ${order} limit ${size + lead} offset ${skipped - lead}
    )
    select ${columns}, page.key::text as ${sql.id(anchorKey)}, page.id::text as ${sql.id(anchorId)}
    from page join ${from} on ${id} = page.id ${joins}
    order by page.key ${direction}, page.id ${direction}`.execute(db)
  remember(rows.map(anchorOf))
  return rows.slice(lead).map(({ [anchorKey]: _key, [anchorId]: _id, ...row }) => row as T)
}

/** The places of the rows of a page. */
async function findAnchors(
  db: Db,
  query: PageQuery,
  { after, limit, offset }: { after: RawBuilder<unknown>; limit: number; offset: number },
): Promise<Anchor[]> {
  const { from, id, where } = partsOf(query)
  const { key, order } = orderOf(query)
  const { rows } = await sql<Anchor>`
    select ${id}::text as id, ${key}::text as key from ${from} where ${where} ${after}
    ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The rows at these places, in the order of the list. */
async function readRows<T>(db: Db, query: PageQuery, places: readonly Anchor[]): Promise<T[]> {
  if (places.length === 0) return []
  const { columns, joins = sql`` } = query
  const { from, id } = partsOf(query)
  const { rows } = await sql<T>`
    select ${columns} from ${from} ${joins} where ${id} in (${sql.join(places.map((place) => place.id))})
    ${orderOf(query).order}`.execute(db)
  return rows
}

const anchorOf = (row: Anchored<unknown>): Anchor => ({ id: row[anchorId], key: row[anchorKey] })

const anchorName = (name: string, size: number, page: number) => `${name} ${size} ${page}`

/** The cached place nearest before this page, at most 50 pages back. */
function nearestAnchor(name: string, size: number, current: number): { page: number; anchor: Anchor } | null {
  for (let page = current - 1; page > Math.max(0, current - 50); page--) {
    const anchor = anchors.get(anchorName(name, size, page))
    if (anchor) return { page, anchor }
  }
  return null
}

/** The rows of a list, each as the value 1. */
function matchingOf(query: Counted): RawBuilder<unknown> {
  const { from, where } = partsOf(query)
  return sql`select 1 from ${from} where ${where}`
}

const nameOfCount = (db: Db, query: Counted) => nameOf(db, matchingOf(query))

/** The number of rows of a list, counted up to one more than `most`. */
const count = (query: Counted, most: number) =>
  sql`select count(*)::int as count from (${matchingOf(query)} limit ${sql.lit(most + 1)}) counted`

/** The size of a list: exact up to 10,000, an estimate beyond. */
export const findTotal = (db: Db, query: Counted): Promise<Total> =>
  countRows(db, query, nameOfCount(db, query))

interface Total {
  total: number
  totalIsEstimate?: true
}

async function countRows(db: Db, query: Counted, name: string): Promise<Total> {
  const known = largeTotals.get(name)
  if (known !== undefined) return { total: known, totalIsEstimate: true }
  const { rows } = await sql<{ count: number }>`${count(query, exactTotal)}`.execute(db)
  const counted = rows[0]?.count ?? 0
  smallLists.set(name, counted <= fewRows)
  if (counted <= exactTotal) return { total: counted }
  const total = Math.max(exactTotal + 1, await estimateRows(db, matchingOf(query)))
  largeTotals.set(name, total)
  return { total, totalIsEstimate: true }
}

/** The planner's estimate, rounded to two digits, because more digits would look exact. */
async function estimateRows(db: Db, matching: RawBuilder<unknown>): Promise<number> {
  const explained = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`explain (format json) ${matching}`.execute(db)
  const plan = Object.values(explained.rows[0] ?? {})[0] as [{ Plan: { 'Plan Rows': number } }] | undefined
  const rows = plan?.[0].Plan['Plan Rows'] ?? exactTotal
  const unit = 10 ** Math.max(0, String(Math.round(rows)).length - 2)
  return Math.round(rows / unit) * unit
}
