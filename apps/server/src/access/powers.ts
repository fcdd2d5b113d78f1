import { type RawBuilder, sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'

/**
 * The one rule of who may act on whom (decision 022): no caller grants, removes or changes rights that the caller does not have.
 * Every act on an administrator, a role, a session or a second factor is checked here, within its transaction.
 */

/** The rights of a role, or of an account by all its roles together. */
export interface Powers {
  isSuper: boolean
  dataScope: 'all' | 'own'
  nodes: readonly string[]
}

/** Whether a caller has all of these rights. */
export const covers = (caller: Caller, { isSuper, dataScope, nodes }: Powers): boolean =>
  caller.isSuper ||
  (!isSuper &&
    (dataScope === 'own' || caller.dataScope === 'all') &&
    nodes.every((node) => caller.points.has(node)))

/** The same rule for a list: whether the caller has all rights of the role `r`. */
export const coversRole = (caller: Caller, r: RawBuilder<unknown>): RawBuilder<boolean> =>
  caller.isSuper
    ? sql<boolean>`true`
    : sql<boolean>`not (${r}.is_super or (${r}.data_scope = 'all' and ${caller.dataScope} = 'own') or exists (
        select from role_node n where n.role_id = ${r}.id and n.node <> all(${[...caller.points]}::text[])))`

/** The same rule for a list: whether the caller has all rights that the account `id` has by its roles. */
export const coversAccount = (caller: Caller, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  caller.isSuper
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from admin_role ar join role r on r.id = ar.role_id
        where ar.admin_id = ${id} and not ${coversRole(caller, sql`r`)})`

export interface RolePowers extends Powers {
  id: string
  name: string
}

/** Every role with its rights, by name; with `ids`, only these roles. */
export async function findRolePowers(db: Db, ids?: readonly string[]): Promise<RolePowers[]> {
  const { rows } = await sql<RolePowers>`
    select r.id, r.name, r.is_super as "isSuper", r.data_scope as "dataScope",
      array(select n.node from role_node n where n.role_id = r.id order by n.node) as nodes
    from role r ${ids ? sql`where r.id = any(${ids}::bigint[])` : sql``} order by r.name, r.id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/**
 * The rights of these roles, locked against changes until this transaction ends. A super administrator has all rights whatever
 * the roles become, so nothing is locked then: two super administrators who act on each other would otherwise deadlock.
 */
export async function lockRolePowers(db: Db, caller: Caller, ids: readonly string[]): Promise<RolePowers[]> {
  if (!caller.isSuper)
    await sql`select from role where id = any(${ids}::bigint[]) order by id for share`.execute(db)
  return findRolePowers(db, ids)
}

/**
 * Locks an account and its roles until this transaction ends. A caller may always act on the caller's own account.
 * @throws Problem 4040 if there is no such account, 4030 if it has rights that the caller does not have
 */
export async function assertCoversAccount(db: Db, caller: Caller, id: string): Promise<void> {
  const account = await db
    .selectFrom('admin')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw notFound()
  if (id === caller.adminId) return
  const held = await db.selectFrom('adminRole').select('roleId').where('adminId', '=', id).execute()
  const ids = held.map(({ roleId }) => roleId)
  const roles = await lockRolePowers(db, caller, ids)
  if (!roles.every((role) => covers(caller, role))) throw new Problem('4030', 'accountMayDoMore')
}

/** @throws Problem 4030 if the role, which is already locked, has rights that the caller does not have */
export async function assertCoversRole(db: Db, caller: Caller, id: string): Promise<void> {
  const roles = await findRolePowers(db, [id])
  if (!roles.every((role) => covers(caller, role))) throw new Problem('4030', 'roleMayDoMore')
}
