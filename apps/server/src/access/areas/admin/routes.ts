import { type AdminRow, type AdminStatus, admin } from '@kabao/contract/access/admin'
import { grantable } from '@kabao/contract/app/role-tree'
import { maskEmail, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText, restoreMasked } from '@kabao/contract/kernel/personal-text'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { changeRow } from '#platform/crud/change-row'
import type { Db } from '#platform/db/client'
import { insertRow, updateRow } from '#platform/db/row'
import { type Call, serve } from '#platform/http/serve'
import { announceAccess } from '../../access-changes.ts'
import { noteSetup, tellOfReviews } from '../../account-setup.ts'
import { setAvatar } from '../../avatar.ts'
import { makePassword } from '../../made-password.ts'
import { hashPassword } from '../../password.ts'
import { setPassword } from '../../password-policy.ts'
import { assertCoversAccount, covers, findRolePowers, lockRolePowers, type RolePowers } from '../../powers.ts'
import { endAccess } from '../../sessions.ts'
import * as queries from './queries.ts'

export const adminRoutes = () =>
  serve(
    admin,
    {
      page: async ({ db, body, caller }) => {
        const page = await queries.findPageOfAdmins(db, body, caller)
        return { ...page, records: page.records.map(masked) }
      },

      roles: async ({ db, caller }) =>
        (await findRolePowers(db)).map((role) => ({
          id: role.id,
          name: role.name,
          isMine: covers(caller, role),
        })),

      get: ({ db, params, caller }) => found(db, params.id, caller),

      create: async ({ db, body, caller, audit }) => {
        const { roleIds, phone = null, email = null, avatarFileId, ...fields } = body
        const roles = await assertCoversRoles(db, caller, roleIds)
        const password = makePassword()
        const passwordHash = await hashPassword(password)
        const id = await insertRow(db, 'admin', {
          ...fields,
          phone,
          email,
          passwordHash,
          mustChangePassword: true,
          createdBy: caller.adminId,
          updatedBy: caller.adminId,
        })
        await queries.setRoles(db, id, roleIds)
        await noteSetup(db, [id], { way: 'made', by: caller.adminId })
        await tellOfReviews(db, { to: 'account', name: fields.name, nodes: nodesOf(roles), by: caller.name })
        if (avatarFileId) await setAvatar(db, id, avatarFileId, caller.adminId)
        const row = await found(db, id, caller)
        audit({ target: target(id), after: trace(row) })
        return { admin: row, password }
      },

      update: async ({ db, body, caller, audit }) => {
        const { id, version, roleIds, phone, email, avatarFileId, ...fields } = body
        const { before, after } = await changeRow(db, 'admin', body, {
          by: caller.adminId,
          strength: 'no key update',
          show: () => found(db, id, caller),
          guard: () => assertCoversAccount(db, caller, id),
          change: async (stored, { roles, isSelf }) => {
            const had = roles.map((role) => role.id)
            const changed = [
              ...had.filter((each) => !roleIds.includes(each)),
              ...roleIds.filter((each) => !had.includes(each)),
            ]
            if (changed.length > 0) {
              if (isSelf) throw invalid({ roleIds: 'ownRoles' })
              await assertCoversRoles(db, caller, changed)
              await queries.setRoles(db, id, roleIds)
              await noteSetup(db, [id], { way: 'roles', by: caller.adminId })
              const held = nodesOf(await findRolePowers(db, had))
              const nodes = [...nodesOf(await findRolePowers(db, roleIds))].filter((node) => !held.has(node))
              await tellOfReviews(db, { to: 'account', name: stored.name, nodes, by: caller.name })
              await announceAccess(db, [id])
            }
            if (avatarFileId !== undefined) await setAvatar(db, id, avatarFileId, caller.adminId)
            return { ...fields, phone, email, remark: restoreMasked(fields.remark, stored.remark) }
          },
        })
        audit({ target: target(id), before: trace(before), after: trace(after) })
        return after
      },

      enable: (call) => setStatus(call, 'enabled'),

      disable: (call) => setStatus(call, 'disabled'),

      resetPassword: async ({ db, params, caller, audit }) => {
        await managed(db, params.id, caller, { isForOthers: true })
        const password = makePassword()
        await setPassword(db, params.id, await hashPassword(password), caller.adminId)
        await noteSetup(db, [params.id], { way: 'password', by: caller.adminId })
        await endAccess(db, params.id)
        audit({ target: target(params.id), after: { mustChangePassword: true } })
        return { admin: await found(db, params.id, caller), password }
      },

      reveal: async ({ db, params, caller, audit }) => {
        const { phone, email } = await managed(db, params.id, caller)
        audit({ target: target(params.id) })
        return { phone, email }
      },
    },
    {
      admin_username_key: { field: 'username', problem: 'taken' },
      admin_role_role_id_fkey: { field: 'roleIds', problem: 'noSuchRole' },
      admin_last_super_check: { words: 'lastSuper' },
      sso_break_glass_check: { words: 'breakGlassStays' },
    },
  )

async function setStatus(
  { db, params, caller, audit }: Call<typeof admin.disable>,
  status: AdminStatus,
): Promise<AdminRow> {
  const before = await managed(db, params.id, caller, { isForOthers: true })
  if (before.status === status) throw new Problem('4090', 'conflict')
  await updateRow(db, 'admin', params.id, { status, updatedBy: caller.adminId })
  if (status === 'disabled') {
    await endAccess(db, params.id)
  }
  audit({ target: target(params.id), before: { status: before.status }, after: { status } })
  return found(db, params.id, caller)
}

/**
 * Locks an account until the transaction ends.
 * @throws Problem if it has more rights than the caller, or is the caller's own and the act is only for other accounts
 */
async function managed(db: Db, id: string, caller: Caller, { isForOthers = false } = {}) {
  if (isForOthers && id === caller.adminId) throw new Problem('4030', 'ownAccount')
  await assertCoversAccount(db, caller, id)
  const account = await queries.findLocked(db, id)
  if (!account) throw notFound()
  return account
}

/** Checks the roles that an account gains or loses. @throws Problem at the field if one has more rights than the caller */
async function assertCoversRoles(db: Db, caller: Caller, roleIds: readonly string[]): Promise<RolePowers[]> {
  const roles = await lockRolePowers(db, caller, roleIds)
  if (roles.length < new Set(roleIds).size) throw invalid({ roleIds: 'noSuchRole' })
  if (!roles.every((role) => covers(caller, role))) throw invalid({ roleIds: 'notYours' })
  return roles
}

/** All nodes of these roles; a super administrator's role has every one. */
const nodesOf = (roles: readonly RolePowers[]): Set<string> =>
  new Set(roles.flatMap(({ isSuper, nodes }) => (isSuper ? [...grantable] : nodes)))

async function found(db: Db, id: string, caller: Caller): Promise<AdminRow> {
  const row = await queries.find(db, id, caller)
  if (!row) throw notFound()
  return masked(row)
}

const masked = (row: AdminRow): AdminRow => ({
  ...row,
  phone: row.phone && maskPhone(row.phone),
  email: row.email && maskEmail(row.email),
  remark: maskText(row.remark),
})

const target = (id: string) => ({ kind: 'admin', id })
/** What the audit log stores: phone and email masked, nothing of the password. */
const trace = ({ username, name, avatarFileId, phone, email, roles, remark }: AdminRow) => ({
  username,
  name,
  avatarFileId,
  phone,
  email,
  roles: roles.map((role) => role.name),
  remark,
})
