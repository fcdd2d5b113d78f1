import type { ProductDetail, ProductPage, ProductRow } from '@kabao/contract/supply/product'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { containsInNames } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'
import { textOfRichText } from '#platform/rich-text/text'
import type { List } from './lists.ts'

const rowColumns = columnsOf('product', [
  'id',
  'name',
  'kind',
  'flow',
  'orgId',
  'coverFileId',
  'summary',
  'faceFen',
  'priceFen',
  'validDays',
  'perUserLimit',
  'targetUrl',
  'sort',
  'onSaleFrom',
  'onSaleTo',
  'actsAt',
  'status',
  'remark',
  'createdAt',
  'updatedAt',
  'version',
])
const columns = allColumns(
  rowColumns,
  sql<
    Pick<
      ProductRow,
      | 'stock'
      | 'sold'
      | 'left'
      | 'hasPool'
      | 'detailText'
      | 'orgName'
      | 'createdBy'
      | 'updatedBy'
      | 'references'
    >
  >`case when t.pool_idle is null then t.stock else left_of(t) end as stock, sold_of(t) as sold, left_of(t) as "left", t.pool_idle is not null as "hasPool", left(${textOfRichText(sql`t.detail`)}, 100) as "detailText", org.name as "orgName",
    maker.name as "createdBy", changer.name as "updatedBy", ${referencesTo('product')} as "references"`,
)
const joins = sql`left join org on org.id = t.org_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

/** The sort keys. One that can be null has a value in the place of null; the indexes have the same expressions. */
const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  sort: sql`t.place`,
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
  faceFen: sql`t.face_fen`,
  priceFen: sql`t.price_fen`,
  validDays: sql`t.valid_days`,
  // Idle links and what is sold are as last summed: a minute ago at most.
  stock: sql`coalesce(t.pool_idle, t.stock, 2147483647)`,
  left: sql`coalesce(t.pool_idle, t.stock - t.sold_sum, 2147483647)`,
  onSaleTo: sql`coalesce(t.on_sale_to, 'infinity')`,
}

export const rowsOfProducts = (
  { only }: List,
  { sort, ...filters }: Omit<ProductPage, 'current' | 'size'>,
): RowsQuery => ({
  table: sql`product`,
  joins,
  where: [...only, ...matching(filters)],
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export const findPageOfProducts = (
  db: Db,
  list: List,
  { current, size, ...page }: ProductPage,
): Promise<Page<ProductRow>> => findPage(db, { ...rowsOfProducts(list, page), columns, current, size })

/** Those of these products that are of the list, in any order. */
export const findProducts = (db: Db, { only }: List, ids: readonly string[]): Promise<ProductDetail[]> =>
  findRows(db, {
    table: sql`product`,
    columns: allColumns(columns, columnsOf('product', ['detail'])),
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`, ...only],
  })

/** What is left of a product; of one with a pool as last summed. Null: unlimited. */
const leftNow = sql`coalesce(t.pool_idle, t.stock - sold_of(t))`

function matching(filters: Omit<ProductPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { id, name, kind, flow, orgId, status, stockState, priceFrom, priceTo } = filters
  const { saleEndsFrom, saleEndsTo, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (id) where.push(sql`t.id = ${id}`)
  if (name) where.push(containsInNames(name, { pairs: sql`t.name_pairs`, names: [sql`t.name`] }))
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (flow) where.push(sql`t.flow = ${sql.lit(flow)}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (stockState === 'soldOut') where.push(sql`${leftNow} <= 0`)
  if (stockState === 'limited') where.push(sql`${leftNow} > 0`)
  if (stockState === 'unlimited') where.push(sql`coalesce(t.pool_idle, t.stock) is null`)
  if (priceFrom !== undefined) where.push(sql`t.price_fen >= ${priceFrom}`)
  if (priceTo !== undefined) where.push(sql`t.price_fen <= ${priceTo}`)
  if (saleEndsFrom) where.push(sql`t.on_sale_to >= ${saleEndsFrom}`)
  if (saleEndsTo) where.push(sql`t.on_sale_to < ${saleEndsTo}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** Whether a product is of the list. */
export async function isOf(db: Db, { only }: List, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from product t where ${sql.join([sql`t.id = ${id}`, ...only], sql` and `)}`.execute(db)
  return rows.length > 0
}
