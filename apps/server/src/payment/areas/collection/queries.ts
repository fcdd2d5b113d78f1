import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { CollectionPage, CollectionRow } from '@kabao/contract/payment/collection'
import { type RawBuilder, sql } from 'kysely'
import { changeWaits } from '#ledger'
import { shownPreviousOf } from '#partners'
import type { Db } from '#platform/db/client'
import { findRows } from '#platform/db/columns'
import { databaseNow } from '#platform/db/now'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { contains } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'

/** The business day of now. */
export const dayIn = (clock: BusinessClock): string => businessDayAt(databaseNow(), clock)

const columnsOn = (
  day: string,
) => sql`t.id, t.name, t.provider, t.merchant_no as "merchantNo", t.app_id as "appId", t.settings,
  t.secret_names as "secretNames", ${shownPreviousOf('collection', sql`t.id`)} as "previousSecrets", t.fee_bp as "feeBp", t.min_fen as "minFen", t.max_fen as "maxFen",
  t.daily_limit_fen::float8 as "dailyLimitFen", t.weight, t.product_ids::text[] as "productIds", t.status,
  case when b.open_until > now() then b.open_until end as "openUntil", t.tried_at as "triedAt", t.tried_reason as "triedReason",
  t.remark, t.created_at as "createdAt", t.updated_at as "updatedAt", t.version,
  jsonb_build_object('orderedFen', coalesce(d.ordered_fen, 0), 'orders', coalesce(d.orders, 0), 'paid', coalesce(d.paid, 0),
    'paidFen', coalesce(d.paid_fen, 0), 'failed', coalesce(d.failed, 0),
    'shareBp', round(d.orders * 10000.0 / nullif((select sum(orders) from collection_day where day = ${day}), 0))) as today,
  ${changeWaits('collection', sql`t.id`)} as "isWaiting", maker.name as "createdBy", changer.name as "updatedBy", ${referencesTo('collection')} as "references"`

const joinsOn = (day: string) => sql`left join collection_day d on d.collection_id = t.id and d.day = ${day}
  left join collection_breaker b on b.collection_id = t.id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

const plainJoins = sql`left join admin maker on maker.id = t.created_by`

export const rowsOfCollections = (
  { sort, ...filters }: Omit<CollectionPage, 'current' | 'size'>,
  joins: RawBuilder<unknown> = plainJoins,
): RowsQuery => ({
  table: sql`collection`,
  joins,
  where: matching(filters),
  key: sql`t.created_at`,
  isDescending: sort.startsWith('-'),
})

export const findPageOfCollections = (
  db: Db,
  day: string,
  { current, size, ...page }: CollectionPage,
): Promise<Page<CollectionRow>> =>
  findPage(db, { ...rowsOfCollections(page, joinsOn(day)), columns: columnsOn(day), current, size })

export const find = (db: Db, ids: readonly string[], day: string): Promise<CollectionRow[]> =>
  findRows(db, {
    table: sql`collection`,
    columns: columnsOn(day) as RawBuilder<CollectionRow>,
    joins: joinsOn(day),
    where: [sql`t.id = any(${ids}::bigint[])`],
  })

function matching({ name, provider, status }: Omit<CollectionPage, 'current' | 'size' | 'sort'>) {
  const where: RawBuilder<unknown>[] = []
  if (name) where.push(sql`t.name ilike ${contains(name)}`)
  if (provider) where.push(sql`t.provider = ${sql.lit(provider)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  return where
}
