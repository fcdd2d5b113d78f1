import type { ResolutionPage, ResolutionRow } from '@kabao/contract/payment/resolution'
import { type RawBuilder, sql } from 'kysely'
import { masked, reviewFlagsOf } from '#ledger'
import type { Db } from '#platform/db/client'
import { findPageWithTotals, type RowsQuery } from '#platform/db/page'
import { channelOfOwner } from '#users'

/** The owner of the rows, and the administrator who reads them. */
export interface Reader {
  owner: string | null
  adminId: string
}

const columnsFor = (
  adminId: string,
) => sql`t.id, t.kind, t.suspense_id as "suspenseId", t.refund_id as "refundId",
  s.kind as "suspenseKind", t.order_id as "orderId", t.target_order_id as "targetOrderId", channel.name as "channelName",
  collection.name as "collectionName", coalesce(s.trade_no, f.trade_no) as "tradeNo", t.amount_fen::float8 as "amountFen",
  t.reason, t.reference, t.voucher_file_id as "voucherFileId", t.status, filer.name as "createdBy", t.created_at as "createdAt",
  ${reviewFlagsOf(sql`t.created_by`, adminId)}, reviewer.name as "reviewedBy", t.reviewed_at as "reviewedAt", t.note,
  t.transfer_id as "transferId", t.version`

const joins = sql`left join payment_suspense s on s.id = t.suspense_id left join payment_refund f on f.id = t.refund_id
  join collection on collection.id = coalesce(s.collection_id, f.collection_id) left join channel on channel.id = t.channel_id
  join admin filer on filer.id = t.created_by left join admin reviewer on reviewer.id = t.reviewed_by`

const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  amountFen: sql`t.amount_fen`,
}

/** SQL conditions on a resolution `t`: it is about an order of this owner's channels; none if the owner is null. */
export const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  channelOfOwner(sql`t.channel_id`, owner)

export const rowsOfResolutions = (
  { sort, ...filters }: Omit<ResolutionPage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`payment_resolution`,
  joins,
  where: [...matching(filters), ...ofOwner(owner)],
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfResolutions(
  db: Db,
  { current, size, ...page }: ResolutionPage,
  { owner, adminId }: Reader,
) {
  const query = { ...rowsOfResolutions(page, owner), columns: columnsFor(adminId), current, size }
  const found = await findPageWithTotals<ResolutionRow, 'amountFen'>(db, query, {
    amountFen: sql`t.amount_fen`,
  })
  return { ...found, records: found.records.map(masked) }
}

function matching(filters: Omit<ResolutionPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { status, kind, suspenseId, orderId, createdBy, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (suspenseId) where.push(sql`t.suspense_id = ${suspenseId}`)
  if (orderId) where.push(sql`t.order_id = ${orderId}`)
  if (createdBy) where.push(sql`t.created_by = ${createdBy}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** One resolution as its endpoints return it, if it is one of the owner's. */
export async function find(
  db: Db,
  id: string,
  { owner, adminId }: Reader,
): Promise<ResolutionRow | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<ResolutionRow>`
    select ${columnsFor(adminId)} from payment_resolution t ${joins} where ${where}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] && masked(rows[0])
}
