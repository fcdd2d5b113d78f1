import type { FeedbackPage, FeedbackRow, FeedbackStatus } from '@kabao/contract/users/feedback'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { channelOfOwner, phoneOfUser } from '../../user-filter.ts'

/** An unmasked feedback. */
export type StoredRow = FeedbackRow
export interface StoredDetail extends StoredRow {
  contact: string | null
  reply: string
  fileIds: string[]
  userStatus: string
  updatedAt: string
}

/** Limits feedback to users of the channels that this administrator is in charge of; null: all feedback. */
export type Owner = string | null

const rowColumns = (
  overdueHours: number,
) => sql`t.id, t.user_id as "userId", u.phone, u.name, t.kind, t.content,
  (select count(*)::int from file f where f.owner_kind = 'feedback' and f.owner_id = t.id) as "fileCount", t.status,
  ${isOverdue(overdueHours)} as "isOverdue", handler.name as "handledBy", t.handled_by as "handledById",
  t.handled_at as "handledAt", t.created_at as "createdAt", t.version`

const joins = sql`join "user" u on u.id = t.user_id left join admin handler on handler.id = t.handled_by`

/** Whether a feedback is open for longer than these hours. */
export const isOverdue = (hours: number) =>
  sql`(t.status in ('pending', 'processing') and t.created_at < now() - make_interval(hours => ${sql.lit(hours)}))`

export const ofOwner = (owner: Owner): RawBuilder<unknown>[] =>
  channelOfOwner(sql`w.channel_id`, owner).map(
    (condition) => sql`exists (select from "user" w where w.id = t.user_id and ${condition})`,
  )

export const rowsOfFeedback = (
  { sort, ...filters }: Omit<FeedbackPage, 'current' | 'size'>,
  owner: Owner,
  overdueHours: number,
): RowsQuery => ({
  table: sql`feedback`,
  joins,
  where: [...matching(filters, overdueHours), ...ofOwner(owner)],
  key: sql`t.created_at`,
  isDescending: sort.startsWith('-'),
})

export const findPageOfFeedback = (
  db: Db,
  { current, size, ...page }: FeedbackPage,
  owner: Owner,
  overdueHours: number,
): Promise<Page<StoredRow>> =>
  findPage(db, {
    ...rowsOfFeedback(page, owner, overdueHours),
    columns: rowColumns(overdueHours),
    current,
    size,
  })

function matching(
  filters: Omit<FeedbackPage, 'current' | 'size' | 'sort'>,
  overdueHours: number,
): RawBuilder<unknown>[] {
  const { status, overdue, kind, userId, phone, handledBy, createdFrom, createdTo } = filters
  const where = phoneOfUser(sql`t.user_id`, phone)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (overdue !== undefined)
    where.push(overdue ? isOverdue(overdueHours) : sql`not ${isOverdue(overdueHours)}`)
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (userId) where.push(sql`t.user_id = ${userId}`)
  if (handledBy) where.push(sql`t.handled_by = ${handledBy}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

export async function find(
  db: Db,
  id: string,
  owner: Owner,
  overdueHours: number,
): Promise<StoredDetail | undefined> {
  const { rows } = await sql<StoredDetail>`
    select ${rowColumns(overdueHours)}, t.contact, t.reply, u.status as "userStatus", t.updated_at as "updatedAt",
      array(select f.id::text from file f where f.owner_kind = 'feedback' and f.owner_id = t.id order by f.id) as "fileIds"
    from feedback t ${joins}
    where ${sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)}`.execute(db.withoutPlugins())
  return rows[0]
}

/** Whether a feedback exists and the owner may see it. */
export async function isSeen(db: Db, id: string, owner: Owner): Promise<boolean> {
  const { rows } = await sql`
    select from feedback t where ${sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)}`.execute(db)
  return rows.length > 0
}

export type Counts = Record<FeedbackStatus | 'overdue', number>

/** Exact numbers by status: from the stored counts for all feedback, by counting rows for one owner. */
export async function count(db: Db, owner: Owner, overdueHours: number): Promise<Counts> {
  const byStatus =
    owner === null
      ? sql`select status, sum(count)::int as count from feedback_count group by status`
      : sql`select t.status, count(*)::int as count from feedback t where ${sql.join(ofOwner(owner))} group by t.status`
  const overdue = sql.join([isOverdue(overdueHours), ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<{ status: keyof Counts; count: number }>`
    ${byStatus} union all select 'overdue', count(*)::int from feedback t where ${overdue}`.execute(db)
  const counts: Counts = { pending: 0, processing: 0, resolved: 0, closed: 0, overdue: 0 }
  for (const row of rows) counts[row.status] = row.count
  return counts
}

/** The current reply, which a new one overwrites. */
export async function findReply(db: Db, id: string): Promise<{ reply: string; isOfDeleted: boolean }> {
  const { rows } = await sql<{ reply: string; isOfDeleted: boolean }>`
    select t.reply, u.status = 'deleted' as "isOfDeleted" from feedback t join "user" u on u.id = t.user_id
    where t.id = ${id}`.execute(db.withoutPlugins())
  return rows[0] as { reply: string; isOfDeleted: boolean }
}

/** Whether an administrator has handled feedback: one index look-up for each, so the cost does not grow with the feedback. */
export const hasHandled = sql`exists (select from feedback f where f.handled_by = t.id)`
