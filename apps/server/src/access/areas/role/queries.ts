import type { RoleDetail, RolePage, RoleRow } from '@kabao/contract/access/role'
import { grantable } from '@kabao/contract/app/role-tree'
import { sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { contains, startsWith } from '#platform/db/pattern'
import { coversRole } from '../../powers.ts'

/** @param caller determines which roles may be changed */
const columnsFor = (
  caller: Caller,
) => sql`t.id, t.code, t.name, t.is_super as "isSuper", t.data_scope as "dataScope",
  t.requires_second_factor as "requiresSecondFactor", t.remark,
  (select count(*)::int from role_node n where n.role_id = t.id and n.node like '%:%') as "pointCount",
  (select count(*)::int from admin_role ar where ar.role_id = t.id) as "adminCount",
  maker.name as "createdBy", changer.name as "updatedBy", t.created_at as "createdAt", t.updated_at as "updatedAt",
  t.version, ${coversRole(caller, sql`t`)} as "isManageable"`
const joins = sql`left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

export function findPageOfRoles(db: Db, page: RolePage, caller: Caller): Promise<Page<RoleRow>> {
  const { keyword, dataScope, current, size, sort } = page
  const where = []
  if (keyword)
    where.push(
      sql`(t.name ilike ${contains(keyword)} or lower(t.code) like ${startsWith(keyword.toLowerCase())})`,
    )
  if (dataScope) where.push(sql`t.data_scope = ${dataScope}`)
  return findPage(db, {
    table: sql`role`,
    columns: columnsFor(caller),
    joins,
    where,
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    current,
    size,
  })
}

/** The existing roles among these ids, with the pages and points that this release still has. */
export async function findRoles(db: Db, ids: readonly string[], caller: Caller): Promise<RoleDetail[]> {
  const { rows } = await sql<RoleDetail>`
    select ${columnsFor(caller)}, array(select n.node from role_node n where n.role_id = t.id order by n.node) as nodes
    from role t ${joins} where t.id = any(${ids}::bigint[])`.execute(db.withoutPlugins())
  return rows.map((row) => ({
    ...row,
    nodes: row.isSuper ? [...grantable] : row.nodes.filter((node) => grantable.has(node)),
  }))
}

/** The number of a role's administrators, and the first of them by name. */
export async function findAdmins(db: Db, id: string, limit: number) {
  const holders = db
    .selectFrom('adminRole')
    .innerJoin('admin', 'admin.id', 'adminRole.adminId')
    .where('roleId', '=', id)
  const [admins, counted] = await Promise.all([
    holders
      .select(['admin.id', 'admin.username', 'admin.name', 'admin.status'])
      .orderBy('admin.name')
      .orderBy('admin.id')
      .limit(limit)
      .execute(),
    holders.select((is) => is.fn.countAll<string>().as('total')).executeTakeFirst(),
  ])
  return { total: Number(counted?.total ?? 0), admins }
}

export async function holderIds(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('adminRole')
    .select('adminId')
    .where('roleId', '=', id)
    .orderBy('adminId')
    .execute()
  return rows.map(({ adminId }) => adminId)
}

/** Replaces the nodes of a role; nodes of an older release that the tree no longer has are deleted too. */
export async function setNodes(db: Db, id: string, nodes: readonly string[]): Promise<void> {
  await db.deleteFrom('roleNode').where('roleId', '=', id).execute()
  if (nodes.length > 0)
    await sql`insert into role_node (role_id, node) select ${id}, unnest(${nodes}::text[])`.execute(db)
}
