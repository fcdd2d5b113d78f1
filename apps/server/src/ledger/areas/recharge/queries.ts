import type { RechargeDetail, RechargePage, RechargeRow } from '@kabao/contract/ledger/recharge'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPageWithTotals, type RowsQuery } from '#platform/db/page'
import { reviewFlagsOf } from '../../review/flags.ts'
import { masked } from '../../review/masked.ts'

const columnsFor = (adminId: string) => sql`t.id, t.org_id as "orgId", org.name as "orgName", t.way,
  t.amount_fen::float8 as "amountFen", t.voucher_file_id as "voucherFileId", t.reason, t.status, filer.name as "createdBy",
  t.created_at as "createdAt", ${reviewFlagsOf(sql`t.created_by`, adminId)}, reviewer.name as "reviewedBy",
  t.reviewed_at as "reviewedAt", t.note, t.transfer_id as "transferId", t.version,
  (select a.id from adjustment a where a.kind = 'reverse' and a.link_id = t.transfer_id and a.status = 'approved') as "reversalId"`

const joins = sql`join org on org.id = t.org_id join admin filer on filer.id = t.created_by
  left join admin reviewer on reviewer.id = t.reviewed_by`

const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  amountFen: sql`t.amount_fen`,
}

export const rowsOfRecharges = ({ sort, ...filters }: Omit<RechargePage, 'current' | 'size'>): RowsQuery => ({
  table: sql`recharge`,
  joins,
  where: matching(filters),
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfRecharges(db: Db, { current, size, ...page }: RechargePage, adminId: string) {
  const query = { ...rowsOfRecharges(page), columns: columnsFor(adminId), current, size }
  const found = await findPageWithTotals<RechargeRow, 'amountFen'>(db, query, {
    amountFen: sql`t.amount_fen`,
  })
  return { ...found, records: found.records.map(masked) }
}

function matching(filters: Omit<RechargePage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { status, orgId, way, createdBy, amountFrom, amountTo, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (way) where.push(sql`t.way = ${sql.lit(way)}`)
  if (createdBy) where.push(sql`t.created_by = ${createdBy}`)
  if (amountFrom !== undefined) where.push(sql`t.amount_fen >= ${amountFrom}`)
  if (amountTo !== undefined) where.push(sql`t.amount_fen <= ${amountTo}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** One recharge as its endpoints return it, without the balance of the organization. */
export async function find(
  db: Db,
  id: string,
  adminId: string,
): Promise<Omit<RechargeDetail, 'balance'> | undefined> {
  const { rows } = await sql<Omit<RechargeDetail, 'balance'>>`
    select ${columnsFor(adminId)}, booked.balance_after_fen::float8 as "balanceAfterFen"
    from recharge t ${joins} left join transfer booked on booked.id = t.transfer_id
    where t.id = ${id}`.execute(db.withoutPlugins())
  return rows[0] && masked(rows[0])
}
