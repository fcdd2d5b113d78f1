import { pointsOf } from '@kabao/contract/areas'
import { menuTree } from '@kabao/contract/menu'
import { maskText, restoreMasked } from '@kabao/contract/personal-text'
import { type RoleDetail, type RoleRow, role } from '@kabao/contract/role'
import { grantable, roleTree, sections } from '@kabao/contract/role-tree'
import type { Caller } from '#access/caller'
import { assertCoversRole, covers } from '#access/powers'
import { announceAccess } from '#db/access-news'
import type { Db } from '#db/client'
import { invalid, notFound, Problem, stale } from '#http/problem'
import { serve } from '#http/serve'
import * as queries from './queries.ts'

/** How many of those who have a role are named. */
const namedAdmins = 200

export const roleRoutes = () =>
  serve(
    role,
    {
      page: async ({ db, body, caller }) => {
        const page = await queries.findPageOfRoles(db, body, caller)
        return { ...page, records: page.records.map(masked) }
      },

      tree: async ({ caller, language }) =>
        roleTree(language, (node) => caller.isSuper || caller.points.has(node)),

      get: ({ db, params, caller }) => found(db, params.id, caller),

      admins: async ({ db, params, caller }) => {
        await found(db, params.id, caller)
        return queries.findAdmins(db, params.id, namedAdmins)
      },

      preview: async ({ body }) => {
        const nodes = new Set(body.nodes)
        return menuTree(pointsOf, (node) => nodes.has(node))
      },

      create: async ({ db, body, caller, audit }) => {
        const { nodes, ...fields } = body
        assertGivesOnlyOwn(caller, { before: nothing, after: { nodes, dataScope: fields.dataScope } })
        const id = await queries.insert(db, { ...fields, createdBy: caller.adminId })
        await queries.setNodes(db, id, known(nodes))
        const row = await found(db, id, caller)
        audit({ target: target(id), after: trace(row) })
        return row
      },

      update: async ({ db, body, caller, audit }) => {
        const { id, version, nodes, ...fields } = body
        const { before, storedRemark } = await locked(db, id, caller)
        if (before.version !== version) throw stale(before)
        const mayOther = changedNodes(before.nodes, nodes).length > 0 || before.dataScope !== fields.dataScope
        if (before.isSuper && (mayOther || before.name !== fields.name || before.remark !== fields.remark))
          throw new Problem('4090', 'superRoleFixed')
        if (mayOther || before.requiresSecondFactor !== fields.requiresSecondFactor) {
          const holders = await queries.holderIds(db, id)
          if (!caller.isSuper && holders.includes(caller.adminId)) throw new Problem('4030', 'ownRole')
          assertGivesOnlyOwn(caller, { before, after: { nodes, dataScope: fields.dataScope } })
          if (!before.isSuper) await queries.setNodes(db, id, known(nodes))
          await announceAccess(db, holders)
        }
        await queries.update(db, id, {
          ...fields,
          remark: restoreMasked(fields.remark, storedRemark),
          updatedBy: caller.adminId,
        })
        const row = await found(db, id, caller)
        audit({ target: target(id), before: trace(before), after: trace(row) })
        return row
      },

      remove: async ({ db, params, caller, audit }) => {
        const { before } = await locked(db, params.id, caller)
        if (before.isSuper) throw new Problem('4090', 'superRoleStays')
        if (before.adminCount > 0)
          throw new Problem('4090', 'roleInUse', { values: { count: before.adminCount } })
        await queries.remove(db, params.id)
        audit({ target: target(params.id), before: trace(before) })
        return null
      },
    },
    { role_code_key: { field: 'code', problem: 'taken' } },
  )

async function found(db: Db, id: string, caller: Caller): Promise<RoleDetail> {
  const row = await queries.find(db, id, caller)
  if (!row) throw notFound()
  return masked(row)
}

/** A remark may hold a phone number. */
const masked = <R extends RoleRow>(row: R): R => ({ ...row, remark: maskText(row.remark) })

/** The role as it is until this write has ended. @throws Problem where it may do more than the caller */
async function locked(
  db: Db,
  id: string,
  caller: Caller,
): Promise<{ before: RoleDetail; storedRemark: string }> {
  const stored = await queries.lock(db, id)
  if (!stored) throw notFound()
  await assertCoversRole(db, caller, id)
  return { before: await found(db, id, caller), storedRemark: stored.remark }
}

const nothing = { nodes: [] as readonly string[], dataScope: 'own' as const }
interface Held {
  nodes: readonly string[]
  dataScope: 'all' | 'own'
}

/**
 * Nobody gives or takes what he does not hold himself (decision 022).
 * @throws Problem at the field that says more than he may
 */
function assertGivesOnlyOwn(caller: Caller, { before, after }: { before: Held; after: Held }): void {
  if (after.nodes.some((node) => !grantable.has(node) && !sections.has(node)))
    throw invalid({ nodes: 'noSuchNode' })
  const changed = { isSuper: false, nodes: changedNodes(before.nodes, after.nodes) }
  if (!covers(caller, { ...changed, dataScope: 'own' })) throw invalid({ nodes: 'notYours' })
  if (before.dataScope !== after.dataScope && !covers(caller, { ...changed, dataScope: 'all' }))
    throw invalid({ dataScope: 'notYours' })
}

/** A section is where its pages are: it may be named, and is not kept. */
const known = (nodes: readonly string[]) => [...new Set(nodes)].filter((node) => grantable.has(node))

/** What one has and the other has not. */
function changedNodes(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(known(before)), new Set(known(after))]
  return [...had].filter((node) => !has.has(node)).concat([...has].filter((node) => !had.has(node)))
}

const target = (id: string) => ({ kind: 'role', id })
const trace = ({ code, name, dataScope, requiresSecondFactor, remark, nodes }: RoleDetail) => ({
  code,
  name,
  dataScope,
  requiresSecondFactor,
  remark,
  nodes,
})
