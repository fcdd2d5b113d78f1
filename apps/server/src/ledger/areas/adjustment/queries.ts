import type { AdjustmentDetail, AdjustmentPage, AdjustmentRow } from '@kabao/contract/ledger/adjustment'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPageWithTotals, type RowsQuery } from '#platform/db/page'
import { channelOfOwner } from '#users'
import { reviewFlagsOf } from '../../review/flags.ts'
import { masked } from '../../review/masked.ts'

/** Who reads, and whose rows are meant. */
export interface Reader {
  adminId: string
  /** Null: all rows. */
  owner: string | null
}

const columnsFor = (adminId: string) => sql`t.id, t.kind, t.org_id as "orgId", org.name as "orgName",
  t.channel_id as "channelId", channel.name as "channelName", t.amount_fen::float8 as "amountFen", t.reason,
  t.link_kind as "linkKind", t.link_id as "linkId", t.status, filer.name as "createdBy", t.created_at as "createdAt",
  ${reviewFlagsOf(sql`t.created_by`, adminId)}, reviewer.name as "reviewedBy", t.reviewed_at as "reviewedAt", t.note,
  t.transfer_id as "transferId", t.version`

const joins = sql`left join org on org.id = t.org_id left join channel on channel.id = t.channel_id
  join admin filer on filer.id = t.created_by left join admin reviewer on reviewer.id = t.reviewed_by`

const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  amountFen: sql`t.amount_fen`,
}

/** SQL conditions on an adjustment `t`: it is of an organization, or of a channel of this owner; none if the owner is null. */
export const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  channelOfOwner(sql`t.channel_id`, owner).map((own) => sql`(t.org_id is not null or ${own})`)

export const rowsOfAdjustments = (
  { sort, ...filters }: Omit<AdjustmentPage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`adjustment`,
  joins,
  where: [...matching(filters), ...ofOwner(owner)],
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfAdjustments(
  db: Db,
  { current, size, ...page }: AdjustmentPage,
  { adminId, owner }: Reader,
) {
  const query = { ...rowsOfAdjustments(page, owner), columns: columnsFor(adminId), current, size }
  const found = await findPageWithTotals<AdjustmentRow, 'amountFen'>(db, query, {
    amountFen: sql`t.amount_fen`,
  })
  return { ...found, records: found.records.map(masked) }
}

function matching(filters: Omit<AdjustmentPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { status, kind, orgId, channelId, linkId, createdBy, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (linkId) where.push(sql`t.link_id = ${linkId}`)
  if (createdBy) where.push(sql`t.created_by = ${createdBy}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** One adjustment as its endpoints return it. */
export async function find(
  db: Db,
  id: string,
  { adminId, owner }: Reader,
): Promise<AdjustmentDetail | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<AdjustmentDetail>`
    select ${columnsFor(adminId)}, booked.balance_after_fen::float8 as "balanceAfterFen",
      (account.balance_fen - account.held_fen)::float8 as "availableFen"
    from adjustment t ${joins} left join transfer booked on booked.id = t.transfer_id
      join account on account.org_id = t.org_id or account.channel_id = t.channel_id
    where ${where}`.execute(db.withoutPlugins())
  return rows[0] && masked(rows[0])
}
