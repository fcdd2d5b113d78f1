import { inLanguage, type Language, type Words } from '@kabao/contract'
import { maskText } from '@kabao/contract/kernel/personal-text'
import {
  type MessageItem,
  type MessageKind,
  type MessageLink,
  type MessagePage,
  messageKinds,
  type Unread,
} from '@kabao/contract/operations/message'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { columnsOf } from '#platform/db/columns'
import { findPage } from '#platform/db/page'

/** How many messages of each kind the message box shows. */
const boxSize = 50

const columns = [
  'id',
  'kind',
  'title',
  'subTitle',
  'content',
  'avatar',
  'messageType',
  'link',
  'readAt',
  'createdAt',
] as const

const select = (db: Db, adminId: string) =>
  db.selectFrom('message').select(columns).where('adminId', '=', adminId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** A message in the language of its recipient. */
function worded(row: Row, language: Language): MessageItem {
  const text = (both: unknown) => (both === null ? '' : maskText(inLanguage(both as Words, language)))
  return {
    id: row.id,
    type: row.kind,
    title: text(row.title),
    subTitle: text(row.subTitle),
    content: text(row.content),
    time: row.createdAt,
    status: row.readAt === null ? 0 : 1,
    ...(row.avatar !== null && { avatar: row.avatar }),
    ...(row.messageType !== null && { messageType: row.messageType as MessageItem['messageType'] }),
    ...(row.link !== null && { link: row.link as MessageLink }),
  }
}

export async function findBox(db: Db, adminId: string, language: Language): Promise<MessageItem[]> {
  const newest = (kind: MessageKind) =>
    select(db, adminId)
      .where('kind', '=', kind)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(boxSize)
      .execute()
  const kinds = await Promise.all(messageKinds.map(newest))
  return kinds.flat().map((row) => worded(row, language))
}

export async function countUnread(db: Db, adminId: string): Promise<Unread> {
  const rows = await db
    .selectFrom('message')
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .where('adminId', '=', adminId)
    .where('readAt', 'is', null)
    .groupBy('kind')
    .execute()
  return { message: 0, notice: 0, todo: 0, ...Object.fromEntries(rows.map((row) => [row.kind, row.count])) }
}

export async function findPageOfMessages(db: Db, adminId: string, page: MessagePage, language: Language) {
  const where = [sql`t.admin_id = ${adminId}`]
  if (page.kind) where.push(sql`t.kind = ${page.kind}`)
  if (page.status === 'unread') where.push(sql`t.read_at is null`)
  if (page.status === 'read') where.push(sql`t.read_at is not null`)
  if (page.createdFrom) where.push(sql`t.created_at >= ${page.createdFrom}`)
  if (page.createdTo) where.push(sql`t.created_at < ${page.createdTo}`)
  const { records, ...rest } = await findPage<Row>(db, {
    table: sql`message`,
    columns: columnsOf('message', columns),
    where,
    key: sql`t.created_at`,
    isDescending: page.sort.startsWith('-'),
    current: page.current,
    size: page.size,
  })
  return { records: records.map((row) => worded(row, language)), ...rest }
}

/** @param of ids, a kind, or all unread messages; other administrators' messages are never changed */
export async function markRead(
  db: Db,
  adminId: string,
  of: { ids?: readonly string[]; kind?: MessageKind | undefined },
): Promise<boolean> {
  if (of.ids?.length === 0) return false
  let update = db
    .updateTable('message')
    .set({ readAt: sql`now()` })
    .where('adminId', '=', adminId)
    .where('readAt', 'is', null)
  if (of.ids) update = update.where('id', 'in', of.ids)
  if (of.kind) update = update.where('kind', '=', of.kind)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows > 0
}

/**
 * Deletes the administrator's own messages of every kind, read or not.
 * @param upTo the id of the newest message that the administrator saw; messages with a higher id stay
 * @returns whether there was one
 */
export async function removeUpTo(db: Db, adminId: string, upTo: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('message')
    .where('adminId', '=', adminId)
    .where('id', '<=', upTo)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** The database's clock, so that every instance uses the same time. */
export async function readClock(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::timestamptz(3) as now`.execute(db)
  return rows[0]?.now as string
}

/** When an own message was written; undefined if it does not exist or belongs to another administrator. */
export async function timeOf(db: Db, adminId: string, id: string): Promise<string | undefined> {
  const row = await select(db, adminId).where('id', '=', id).executeTakeFirst()
  return row?.createdAt
}

/** The messages written from `since` on that are not in `known`, oldest first. */
export async function findSince(
  db: Db,
  adminId: string,
  since: string,
  known: readonly string[],
  language: Language,
): Promise<MessageItem[]> {
  const rows = await select(db, adminId)
    .where('createdAt', '>=', since)
    .where(sql<boolean>`id <> all(${known}::bigint[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map((row) => worded(row, language))
}
