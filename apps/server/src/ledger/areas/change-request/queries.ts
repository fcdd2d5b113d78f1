import type { ChangeRequestPage, ChangeRequestRow } from '@kabao/contract/ledger/change-request'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type RowsQuery } from '#platform/db/page'
import { channelOfOwner } from '#users'
import { reviewFlagsOf } from '../../review/flags.ts'
import { masked } from '../../review/masked.ts'

export interface Reader {
  adminId: string
  /** Null: all rows. */
  owner: string | null
}

const columnsFor = (
  adminId: string,
) => sql`t.id, t.kind, t.target_id as "targetId", t.target_name as "targetName", t.amount_fen::float8 as "amountFen",
  t.facts, t.reason, t.status, filer.name as "createdBy", t.created_at as "createdAt", ${reviewFlagsOf(sql`t.created_by`, adminId)},
  reviewer.name as "reviewedBy", t.reviewed_at as "reviewedAt", t.note, t.version`

const joins = sql`join admin filer on filer.id = t.created_by left join admin reviewer on reviewer.id = t.reviewed_by`

/** SQL conditions on a change `t`: it is about an order of this owner's channels, or about none; none if the owner is null. */
export const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  channelOfOwner(sql`t.channel_id`, owner).map((own) => sql`(t.channel_id is null or ${own})`)

export const rowsOfChanges = (
  { sort, ...filters }: Omit<ChangeRequestPage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`change_request`,
  joins,
  where: [...matching(filters), ...ofOwner(owner)],
  key: sql`t.created_at`,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfChanges(
  db: Db,
  { current, size, ...page }: ChangeRequestPage,
  { adminId, owner }: Reader,
) {
  const query = { ...rowsOfChanges(page, owner), columns: columnsFor(adminId), current, size }
  const found = await findPage<ChangeRequestRow>(db, query)
  return { ...found, records: found.records.map(masked) }
}

function matching(filters: Omit<ChangeRequestPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { status, kind, targetId, createdBy, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (targetId) where.push(sql`t.target_id = ${targetId}`)
  if (createdBy) where.push(sql`t.created_by = ${createdBy}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** One change as its endpoints return it. */
export async function find(
  db: Db,
  id: string,
  { adminId, owner }: Reader,
): Promise<ChangeRequestRow | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<ChangeRequestRow>`
    select ${columnsFor(adminId)} from change_request t ${joins} where ${where}`.execute(db.withoutPlugins())
  return rows[0] && masked(rows[0])
}
