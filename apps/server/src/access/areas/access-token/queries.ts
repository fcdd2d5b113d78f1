import type {
  AccessToken,
  AccessTokenPage,
  AccessTokenRow,
  TokenMake,
} from '@kabao/contract/access/access-token'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { coversAccount } from '../../powers.ts'

/** @param maxDays of the setting, which applies to tokens that were made before too */
const columns = (
  maxDays: number,
) => sql`t.id, t.name, t.token_end as "end", t.points, t.data_scope as "dataScope",
  t.allowed_ips as "allowedIps", t.created_at as "createdAt", ${expiry(maxDays)} as "expiresAt",
  ${expiry(maxDays)} <= now() as "isExpired", t.last_used_at as "lastUsedAt", t.last_used_ip as "lastUsedIp"`

const expiry = (maxDays: number) => sql`least(t.expires_at, t.created_at + make_interval(days => ${maxDays}))`

/** An administrator's own tokens, the newest first. */
export async function findOwn(db: Db, adminId: string, maxDays: number): Promise<AccessToken[]> {
  const { rows } = await sql<AccessToken>`
    select ${columns(maxDays)} from access_token t where t.admin_id = ${adminId} order by t.id desc`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** All tokens, or only the caller's own if the caller's data scope is `own`. */
export function findPageOfTokens(
  db: Db,
  page: AccessTokenPage,
  caller: Caller,
  maxDays: number,
): Promise<Page<AccessTokenRow>> {
  const where: RawBuilder<unknown>[] = []
  const owner = ownerOf(caller)
  if (owner !== null) where.push(sql`t.admin_id = ${owner}`)
  if (page.adminId) where.push(sql`t.admin_id = ${page.adminId}`)
  return findPage<AccessTokenRow>(db, {
    table: sql`access_token`,
    columns: sql`${columns(maxDays)}, t.admin_id as "adminId", a.username, a.name as owner,
      (t.admin_id = ${caller.adminId} or ${coversAccount(caller, sql`t.admin_id`)}) as "isManageable"`,
    joins: sql`join admin a on a.id = t.admin_id`,
    where,
    key: sql`t.created_at`,
    isDescending: page.sort.startsWith('-'),
    current: page.current,
    size: page.size,
  })
}

/** How many tokens an account has; its row is locked. */
export async function countOwn(db: Db, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom('accessToken')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('adminId', '=', adminId)
    .executeTakeFirstOrThrow()
  return count
}

export const insert = (
  db: Db,
  token: { adminId: string; tokenHash: Buffer; tokenEnd: string },
  { name, points, dataScope, days }: TokenMake,
  allowedIps: string[],
) =>
  db
    .insertInto('accessToken')
    .values({
      ...token,
      name,
      points: [...new Set(points)].toSorted(),
      dataScope,
      allowedIps,
      expiresAt: sql<string>`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Deletes a token of an account. @returns what it was, or undefined if there is none */
export const remove = (db: Db, id: string, adminId: string) =>
  db
    .deleteFrom('accessToken')
    .where('id', '=', id)
    .where('adminId', '=', adminId)
    .returning(['id', 'name'])
    .executeTakeFirst()

/** The account of a token, if the caller may see it. */
export async function ownerOfToken(db: Db, id: string, caller: Caller): Promise<string | undefined> {
  const found = await db.selectFrom('accessToken').select('adminId').where('id', '=', id).executeTakeFirst()
  return found && (ownerOf(caller) ?? found.adminId) === found.adminId ? found.adminId : undefined
}
