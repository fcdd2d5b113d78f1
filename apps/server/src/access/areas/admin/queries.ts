import type { AdminPage, AdminRow } from '@kabao/contract/access/admin'
import { sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { contains, startsWith } from '#platform/db/pattern'
import { coversAccount } from '../../powers.ts'

/** A row of the list, before phone and email are masked. */
export type StoredRow = AdminRow

/** @param caller determines which rows are the caller's own and which the caller may manage */
const columnsFor = (
  caller: Caller,
) => sql`t.id, t.username, t.name, t.avatar_file_id as "avatarFileId", t.phone, t.email, t.status,
  t.must_change_password as "mustChangePassword",
  exists (select from second_factor f where f.admin_id = t.id and f.confirmed_at is not null) as "hasSecondFactor",
  (select json_build_object('issuer', i.issuer, 'subject', i.subject, 'lastUsedAt',
    to_char(i.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from admin_identity i where i.admin_id = t.id) as identity,
  t.last_login_at as "lastLoginAt", t.last_login_ip as "lastLoginIp",
  t.remark, maker.name as "createdBy", changer.name as "updatedBy", t.created_at as "createdAt",
  t.updated_at as "updatedAt", t.version,
  (select coalesce(json_agg(json_build_object('id', r.id::text, 'name', r.name) order by r.id), '[]')
    from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = t.id) as roles,
  t.id = ${caller.adminId} as "isSelf",
  ${coversAccount(caller, sql`t.id`)} as "isManageable"`

const joins = sql`left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

export function findPageOfAdmins(db: Db, page: AdminPage, caller: Caller): Promise<Page<StoredRow>> {
  const { username, name, status, roleId, sort, current, size } = page
  const where = []
  if (username) where.push(sql`lower(t.username) like ${startsWith(username.toLowerCase())}`)
  if (name) where.push(sql`t.name ilike ${contains(name)}`)
  if (status) where.push(sql`t.status = ${status}`)
  if (roleId)
    where.push(sql`exists (select from admin_role ar where ar.admin_id = t.id and ar.role_id = ${roleId})`)
  return findPage(db, {
    table: sql`admin`,
    columns: columnsFor(caller),
    joins,
    where,
    key: sort.endsWith('lastLoginAt') ? sql`coalesce(t.last_login_at, '-infinity')` : sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    current,
    size,
  })
}

export async function find(db: Db, id: string, caller: Caller): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`
    select ${columnsFor(caller)} from admin t ${joins} where t.id = ${id}`.execute(db.withoutPlugins())
  return rows[0]
}

/** An account that the calling function has locked. */
export const findLocked = (db: Db, id: string) =>
  db.selectFrom('admin').select(['id', 'status', 'phone', 'email']).where('id', '=', id).executeTakeFirst()

export async function setRoles(db: Db, id: string, roleIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('adminRole')
    .where('adminId', '=', id)
    .where('roleId', 'not in', [...roleIds])
    .execute()
  await sql`insert into admin_role (admin_id, role_id) select ${id}, unnest(${roleIds}::bigint[])
    on conflict do nothing`.execute(db)
}
