import { type RoleDetail, type RoleRow, role } from '@kabao/contract/access/role'
import { pointsOf } from '@kabao/contract/app/areas'
import { reviewPoints } from '@kabao/contract/app/machines'
import { menuTree } from '@kabao/contract/app/menu'
import { grantable, roleTree, sections } from '@kabao/contract/app/role-tree'
import { startersIn } from '@kabao/contract/app/starter-roles'
import { maskText, restoreMasked } from '@kabao/contract/kernel/personal-text'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { crudHandlers } from '#platform/crud/handlers'
import { insertRow } from '#platform/db/row'
import { serve } from '#platform/http/serve'
import { announceAccess } from '../../access-changes.ts'
import { noteSetup, tellOfReviews } from '../../account-setup.ts'
import { assertCoversRole, covers } from '../../powers.ts'
import * as queries from './queries.ts'

/** How many of a role's administrators are listed by name. */
const namedAdmins = 200

export const roleRoutes = () =>
  serve(
    role,
    {
      ...crudHandlers(role, {
        table: 'role',

        page: async ({ db, body, caller }) => {
          const page = await queries.findPageOfRoles(db, body, caller)
          return { ...page, records: page.records.map(masked) }
        },

        find: async (db, ids, caller) => (await queries.findRoles(db, ids, caller)).map(masked),

        guard: ({ id }, { db, caller }) => assertCoversRole(db, caller, id),

        create: async ({ db, body, caller }) => {
          const { nodes, ...fields } = body
          assertGivesOnlyOwn(caller, { before: nothing, after: { nodes, dataScope: fields.dataScope } })
          const by = { createdBy: caller.adminId, updatedBy: caller.adminId }
          const id = await insertRow(db, 'role', { ...fields, ...by })
          await queries.setNodes(db, id, known(nodes))
          return id
        },

        change: async ({ nodes, ...fields }, { stored, shown: before, db, caller }) => {
          const mayOther =
            changedNodes(before.nodes, nodes).length > 0 || before.dataScope !== fields.dataScope
          if (before.isSuper && (mayOther || before.name !== fields.name || before.remark !== fields.remark))
            throw new Problem('4090', 'superRoleFixed')
          if (mayOther || before.requiresSecondFactor !== fields.requiresSecondFactor) {
            const holders = await queries.holderIds(db, before.id)
            if (!caller.isSuper && holders.includes(caller.adminId)) throw new Problem('4030', 'ownRole')
            assertGivesOnlyOwn(caller, { before, after: { nodes, dataScope: fields.dataScope } })
            if (!before.isSuper) await queries.setNodes(db, before.id, known(nodes))
            await announceAccess(db, holders)
            const added = known(nodes).filter((node) => !before.nodes.includes(node))
            if (!before.isSuper && added.some((node) => reviewPoints.has(node))) {
              await noteSetup(db, holders, { way: 'roles', by: caller.adminId })
              await tellOfReviews(db, { to: 'role', name: fields.name, nodes: added, by: caller.name })
            }
          }
          return { ...fields, remark: restoreMasked(fields.remark, stored.remark) }
        },

        guardRemoval: ({ isSuper, adminCount }) => {
          if (isSuper) throw new Problem('4090', 'superRoleStays')
          if (adminCount > 0) throw new Problem('4090', 'roleInUse', { values: { count: adminCount } })
        },

        trace,
      }),

      tree: async ({ caller, language }) => ({
        nodes: roleTree(language, (node) => caller.isSuper || caller.points.has(node)),
        starters: startersIn(language),
      }),

      admins: async ({ db, params, caller }) => {
        if ((await queries.findRoles(db, [params.id], caller)).length === 0) throw notFound()
        return queries.findAdmins(db, params.id, namedAdmins)
      },

      preview: async ({ body }) => {
        const nodes = new Set(body.nodes)
        return menuTree(pointsOf, (node) => nodes.has(node))
      },
    },
    { role_code_key: { field: 'code', problem: 'taken' } },
  )

/** A remark may hold a phone number. */
const masked = <R extends RoleRow>(row: R): R => ({ ...row, remark: maskText(row.remark) })

const nothing = { nodes: [] as readonly string[], dataScope: 'own' as const }
interface Held {
  nodes: readonly string[]
  dataScope: 'all' | 'own'
}

/**
 * Nobody grants or revokes a permission that they do not have (decision 022).
 * @throws Problem at the field that exceeds the caller's permissions
 */
function assertGivesOnlyOwn(caller: Caller, { before, after }: { before: Held; after: Held }): void {
  if (after.nodes.some((node) => !grantable.has(node) && !sections.has(node)))
    throw invalid({ nodes: 'noSuchNode' })
  const changed = { isSuper: false, nodes: changedNodes(before.nodes, after.nodes) }
  if (!covers(caller, { ...changed, dataScope: 'own' })) throw invalid({ nodes: 'notYours' })
  if (before.dataScope !== after.dataScope && !covers(caller, { ...changed, dataScope: 'all' }))
    throw invalid({ dataScope: 'notYours' })
}

/** Nodes without sections: a request may name a section, but it follows from its pages and is not stored. */
const known = (nodes: readonly string[]) => [...new Set(nodes)].filter((node) => grantable.has(node))

/** The elements that are in only one of the two lists. */
function changedNodes(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(known(before)), new Set(known(after))]
  return [...had].filter((node) => !has.has(node)).concat([...has].filter((node) => !had.has(node)))
}

const trace = ({ code, name, dataScope, requiresSecondFactor, remark, nodes }: RoleDetail) => ({
  code,
  name,
  dataScope,
  requiresSecondFactor,
  remark,
  nodes,
})
