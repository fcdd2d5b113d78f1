import { exactTotal } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import { createMemory } from './memory.ts'

/** What a page query is made of. In SQL, `t` is the table's alias. */
export interface PageQuery {
  /** The table, as SQL names it. */
  table: RawBuilder<unknown>
  /** What of a row is read, under the names it has in TypeScript: `t.channel_id as "channelId"`. */
  columns: RawBuilder<unknown>
  /** What is joined for those columns; it neither adds nor drops a row. */
  joins?: RawBuilder<unknown>
  /** Conditions on `t` alone, joined by `and`. */
  where: RawBuilder<unknown>[]
  /** The not-null expression of `t` to sort by; `id` settles ties, or two pages could show the same row. */
  key: RawBuilder<unknown>
  /** Its SQL type, for the anchors of deep pages. */
  keyType: 'timestamptz'
  isDescending: boolean
  current: number
  size: number
  /** Names this list with its filters and order: equal names share what was learned of their size and depth. */
  name: string
}

/** Which rows a list holds and in which order, whatever is read of them. */
export type RowsQuery = Omit<PageQuery, 'columns' | 'current' | 'size'>

export interface Page<T> {
  records: T[]
  total: number
  totalIsEstimate?: true
  current: number
  size: number
}

/** Above this offset a page is found from a remembered place and not by counting rows from the first. */
const deepOffset = 1_000
/** How long a place and the size of a large list are believed, in milliseconds. */
const memoryMs = 60_000

interface Anchor {
  key: string
  id: string
}

const anchors = createMemory<Anchor>(20_000, memoryMs)
const largeTotals = createMemory<number>(5_000, memoryMs)

/**
 * One page of rows and the size of the list, in a time that does not grow with the table: ids over an index (shallow pages
 * by offset, deep ones from the nearest place remembered), their rows in the same statement, and beside it the total,
 * counted up to 10,000 and estimated beyond.
 */
export async function findPage<T>(db: Db, query: PageQuery): Promise<Page<T>> {
  // The statements name their columns themselves: what renames them for others is not run over every row.
  const plain = db.withoutPlugins()
  const [records, total] = await Promise.all([findRows<T>(plain, query), findTotal(plain, query)])
  return { records, ...total, current: query.current, size: query.size }
}

async function findRows<T>(db: Db, query: PageQuery): Promise<T[]> {
  const { table, columns, joins, where, key, keyType, isDescending, current, size, name } = query
  const offset = (current - 1) * size
  const direction = isDescending ? sql`desc` : sql`asc`
  const isDeep = offset >= deepOffset
  const from = isDeep ? nearestAnchor(name, size, current) : null
  const skipped = offset - (from?.page ?? 0) * size
  // One row before the page is read along: it is the place from which this page is found the next time.
  const lead = isDeep && skipped > 0 ? 1 : 0
  const after = from
    ? [
        sql`(${key}, t.id) ${isDescending ? sql`<` : sql`>`} (${sql.lit(from.anchor.key)}::${sql.raw(keyType)}, ${from.anchor.id}::bigint)`,
      ]
    : []
  const { rows } = await sql<T & Anchor>`
    with page as (
      select t.id, ${key} as key from ${table} t where ${conjunction([...where, ...after])}
      order by ${key} ${direction}, t.id ${direction} limit ${size + lead} offset ${skipped - lead}
    )
    select ${columns}${isDeep ? sql`, page.key::text as key` : sql``}
    from page join ${table} t on t.id = page.id ${joins ?? sql``}
    order by page.key ${direction}, page.id ${direction}`.execute(db)
  const found = rows.slice(lead)
  if (isDeep) {
    if (lead && rows[0]) anchors.set(anchorName(name, size, current - 1), placeOf(rows[0]))
    const last = found.length === size ? found.at(-1) : undefined
    if (last) anchors.set(anchorName(name, size, current), placeOf(last))
  }
  return found
}

const placeOf = ({ id, key }: Anchor): Anchor => ({ id, key })

const anchorName = (name: string, size: number, page: number) => `${name} ${size} ${page}`

/** The last row of the nearest page before this one that is remembered, at most 50 pages back. */
function nearestAnchor(name: string, size: number, current: number): { page: number; anchor: Anchor } | null {
  for (let page = current - 1; page > Math.max(0, current - 50); page--) {
    const anchor = anchors.get(anchorName(name, size, page))
    if (anchor) return { page, anchor }
  }
  return null
}

/** How many rows a list holds: exact up to 10,000, an estimate beyond. */
export async function findTotal(
  db: Db,
  { table, where, name }: RowsQuery,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const known = largeTotals.get(name)
  if (known !== undefined) return { total: known, totalIsEstimate: true }
  const matching = sql`select 1 from ${table} t where ${conjunction(where)}`
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (${matching} limit ${sql.lit(exactTotal + 1)}) counted`.execute(db)
  const count = counted.rows[0]?.count ?? 0
  if (count <= exactTotal) return { total: count }
  const total = Math.max(exactTotal + 1, await estimateRows(db, matching))
  largeTotals.set(name, total)
  return { total, totalIsEstimate: true }
}

/** What the planner expects, to two digits: more would look like knowledge. */
async function estimateRows(db: Db, matching: RawBuilder<unknown>): Promise<number> {
  const explained = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`explain (format json) ${matching}`.execute(db)
  const plan = Object.values(explained.rows[0] ?? {})[0] as [{ Plan: { 'Plan Rows': number } }] | undefined
  const rows = plan?.[0].Plan['Plan Rows'] ?? exactTotal
  const unit = 10 ** Math.max(0, String(Math.round(rows)).length - 2)
  return Math.round(rows / unit) * unit
}

const conjunction = (parts: RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
