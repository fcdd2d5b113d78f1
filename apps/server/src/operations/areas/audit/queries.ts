import { type AuditPage, type AuditResult, showsActs } from '@kabao/contract/operations/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRow } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { idsBetween } from '#platform/db/partitions'

export interface StoredLine {
  id: string
  at: string
  username: string | null
  tokenName: string | null
  ip: string | null
  point: string
  targetKind: string | null
  targetId: string | null
  result: AuditResult
  code: string
  requestId: string | null
  /** Names the act; null if the entry is the act's only one. */
  actGroup: string | null
}

const columns: RawBuilder<StoredLine> = columnsOf('auditLog', [
  'id',
  'at',
  'username',
  'tokenName',
  'ip',
  'point',
  'targetKind',
  'targetId',
  'result',
  'code',
  'requestId',
  'actGroup',
])

/** @param seenBy the only administrator whose entries the reader may see; null: all administrators */
export function rowsOfLines(
  page: Omit<AuditPage, 'current' | 'size'>,
  adminId: string | null,
  seenBy: string | null,
): RowsQuery {
  const where: RawBuilder<unknown>[] = []
  if (seenBy !== null) where.push(sql`t.admin_id = ${seenBy}`)
  if (adminId !== null) where.push(sql`t.admin_id = ${adminId}`)
  if (page.tokenName) where.push(sql`t.token_name = ${page.tokenName}`)
  if (page.point) where.push(sql`t.point = ${page.point}`)
  if (page.targetKind) where.push(sql`t.target_kind = ${page.targetKind}`)
  if (page.targetId) where.push(sql`t.target_id = ${page.targetId}`)
  if (page.ip) where.push(sql`t.ip = ${page.ip}`)
  if (page.group) where.push(sql`t.act_group = ${page.group}`)
  if (page.requestId) where.push(sql`t.request_id = ${page.requestId}`)
  if (page.result === 'refused') where.push(sql`t.result = 'refused'`)
  if (page.result === 'done') where.push(sql`t.result <> 'refused'`)
  where.push(...idsBetween(sql`t.id`, page))
  return {
    table: sql`audit_log`,
    where,
    isDescending: page.sort.startsWith('-'),
  }
}

/**
 * A page of acts, each by its head; or of every entry, if the filter asks for those of one act or of some targets.
 * @param seenBy as for `rowsOfLines`
 */
export function findPageOfLines(
  db: Db,
  { current, size, ...page }: AuditPage,
  adminId: string | null,
  seenBy: string | null,
): Promise<Page<StoredLine>> {
  const rows = rowsOfLines(page, adminId, seenBy)
  const where = showsActs(page) ? [...rows.where, sql`t.is_head`] : rows.where
  return findPage(db, { ...rows, where, columns, current, size })
}

/** The id of the account with this user name. */
export async function findAdminId(db: Db, username: string): Promise<string | undefined> {
  const admin = await db
    .selectFrom('admin')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  return admin?.id
}

/** @param seenBy as for `rowsOfLines` */
export const findLine = (db: Db, id: string, seenBy: string | null) =>
  findRow(db, {
    table: sql`audit_log`,
    columns: allColumns(columns, columnsOf('auditLog', ['before', 'after'])),
    where: [sql`t.id = ${id}`, ...(seenBy === null ? [] : [sql`t.admin_id = ${seenBy}`])],
  })
