import type { LoginLogPage, LoginReason, LoginResult } from '@kabao/contract/access/login-log'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { idsBetween } from '#platform/db/partitions'

/** How many of their own sign-ins administrators see. */
const ownShown = 20

export interface StoredLogin {
  id: string
  at: string
  username: string | null
  nameHash: Buffer | null
  result: LoginResult
  reason: LoginReason
  ip: string
  userAgent: string | null
  attempts: number
}

const columns = sql`t.id, t.at, t.username, t.name_hash as "nameHash", t.result, t.reason, t.ip,
  t.user_agent as "userAgent", t.attempts`

/** The id of the account with a name. */
export async function findAdminId(db: Db, username: string): Promise<string | undefined> {
  const admin = await db
    .selectFrom('admin')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  return admin?.id
}

/** Whose sign-ins to find: those of an account, or those of an unknown name by its hashes. */
export type LoginsOf = { adminId: string } | { nameHashes: Buffer[] }

/** @param seenBy the only administrator whose sign-ins the caller may see; null for everybody's */
export function findPageOfLogins(
  db: Db,
  page: LoginLogPage,
  of: LoginsOf | null,
  seenBy: string | null,
): Promise<Page<StoredLogin>> {
  const where: RawBuilder<unknown>[] = []
  if (seenBy !== null) where.push(sql`t.admin_id = ${seenBy}`)
  if (of && 'adminId' in of) where.push(sql`t.admin_id = ${of.adminId}`)
  if (of && 'nameHashes' in of) where.push(sql`t.name_hash = any(${of.nameHashes}::bytea[])`)
  if (page.result) where.push(sql`t.result = ${page.result}`)
  if (page.reason) where.push(sql`t.reason = ${page.reason}`)
  if (page.ip) where.push(sql`t.ip = ${page.ip}`)
  where.push(...idsBetween(sql`t.id`, page))
  return findPage(db, {
    table: sql`login_log`,
    columns,
    where,
    isDescending: page.sort.startsWith('-'),
    current: page.current,
    size: page.size,
  })
}

export async function findOwn(db: Db, adminId: string): Promise<StoredLogin[]> {
  const { rows } = await sql<StoredLogin>`
    select ${columns} from login_log t where t.admin_id = ${adminId} order by t.id desc
    limit ${ownShown}`.execute(db.withoutPlugins())
  return rows
}
