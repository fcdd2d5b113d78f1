import type { PushReturnPage, PushReturnRow } from '@kabao/contract/engine/push-return'
import { type RawBuilder, sql } from 'kysely'
import { reviewFlagsOf } from '#ledger'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { channelOfOwner, phoneOfUser } from '#users'

/** A return, unmasked. */
export type StoredRow = PushReturnRow

/** The owner of the rows, and the administrator who reads them. */
interface Reader {
  owner: string | null
  /** Null: nobody of the administrators. */
  adminId: string | null
}

const columnsFor = (
  adminId: string | null,
) => sql`t.id, t.push_id as "pushId", t.user_id as "userId", u.phone, u.name, t.org_id as "orgId", org.name as "orgName",
  t.plan_id as "planId", plan.name as "planName", channel.name as "channelName", t.reason, t.status,
  p.price_fen as "priceFen", t.refund_fen::float8 as "refundFen", t.cost_back_fen::float8 as "costBackFen",
  p.responded_at as "acceptedAt", t.asked_way as "askedWay", asker.name as "askedBy", t.asked_by as "askedById",
  reviewer.name as "reviewedBy", t.reviewed_at as "reviewedAt", t.note, t.created_at as "createdAt", t.version,
  ${reviewFlagsOf(sql`t.asked_by`, adminId)}`

const joins = sql`join "user" u on u.id = t.user_id join org on org.id = t.org_id join plan on plan.id = t.plan_id
  join push_record p on p.user_id = t.user_id and p.id = t.push_id left join channel on channel.id = t.channel_id
  left join admin asker on asker.id = t.asked_by left join admin reviewer on reviewer.id = t.reviewed_by`

/** SQL conditions on a return `t`: its channel belongs to this owner; none if the owner is null. */
export const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  channelOfOwner(sql`t.channel_id`, owner)

export const rowsOfReturns = (
  { sort, ...filters }: Omit<PushReturnPage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`push_return`,
  joins,
  where: [...matching(filters), ...ofOwner(owner)],
  key: sql`t.created_at`,
  isDescending: sort.startsWith('-'),
})

export const findPageOfReturns = (
  db: Db,
  { current, size, ...page }: PushReturnPage,
  { owner, adminId }: Reader,
): Promise<Page<StoredRow>> =>
  findPage(db, { ...rowsOfReturns(page, owner), columns: columnsFor(adminId), current, size })

function matching(filters: Omit<PushReturnPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { status, pushId, phone, orgId, planId, channelId, askedWay, createdFrom, createdTo } = filters
  const where = phoneOfUser(sql`t.user_id`, phone)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (pushId) where.push(sql`t.push_id = ${pushId}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (planId) where.push(sql`t.plan_id = ${planId}`)
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (askedWay) where.push(sql`t.asked_way = ${sql.lit(askedWay)}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

export async function find(db: Db, id: string, { owner, adminId }: Reader): Promise<StoredRow | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } =
    await sql<StoredRow>`select ${columnsFor(adminId)} from push_return t ${joins} where ${where}`.execute(
      db.withoutPlugins(),
    )
  return rows[0]
}

/** Whether there is a push and its channel belongs to the owner. */
export async function isSeen(db: Db, pushId: string, owner: string | null): Promise<boolean> {
  const where = sql.join([sql`t.id = ${pushId}`, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql`select from push_record t where ${where}`.execute(db)
  return rows.length > 0
}
