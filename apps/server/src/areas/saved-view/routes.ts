import { type SavedView, savedView } from '@kabao/contract/saved-view'
import type { Caller } from '#access/caller'
import type { Db } from '#db/client'
import { forbidden, invalid, notFound, stale } from '#http/problem'
import { serve } from '#http/serve'
import { assertFits, assertList, mayOpen } from './lists.ts'
import * as queries from './queries.ts'

export const savedViewRoutes = () =>
  serve(
    savedView,
    {
      list: async ({ db, query, caller }) => {
        assertList(query.list)
        if (!mayOpen(query.list, caller)) throw forbidden()
        const viewer = viewerOf(caller)
        return { views: await queries.findViews(db, viewer, query.list), mayShare: viewer.mayShare }
      },

      roles: ({ db, caller }) => queries.findRoles(db, viewerOf(caller)),

      get: ({ db, params, caller }) => found(db, params.id, caller),

      create: async ({ db, body, caller, audit }) => {
        assertList(body.list)
        if (!mayOpen(body.list, caller)) throw forbidden()
        assertFits(body.list, body)
        if (body.roleId !== null) await assertMayShare(db, body.roleId, caller)
        const id = await queries.insert(db, { ...body, ownerId: caller.adminId })
        const row = await queries.findChanged(db, viewerOf(caller), id)
        audit({ target: target(id), after: trace(row) })
        return row
      },

      update: async ({ db, body, caller, audit }) => {
        const { id, version, ...changes } = body
        const before = await locked(db, id, caller)
        if (before.version !== version) throw stale(before)
        assertFits(before.list, changes)
        // Who takes a sharing back needs no leave for it.
        if (changes.roleId && changes.roleId !== before.roleId)
          await assertMayShare(db, changes.roleId, caller)
        await queries.update(db, id, { ...changes, updatedBy: caller.adminId })
        const row = await queries.findChanged(db, viewerOf(caller), id)
        audit({ target: target(id), before: trace(before), after: trace(row) })
        return row
      },

      remove: async ({ db, params, caller, audit }) => {
        const before = await locked(db, params.id, caller)
        await queries.remove(db, params.id)
        audit({ target: target(params.id), before: trace(before) })
        return null
      },
    },
    {
      saved_view_name_key: { field: 'name', problem: 'taken' },
      saved_view_owner_limit_check: { field: 'name', problem: 'tooManyViews' },
      saved_view_role_limit_check: { field: 'roleId', problem: 'tooManyViews' },
      saved_view_role_id_fkey: { field: 'roleId', problem: 'noSuchRole' },
      saved_view_filters_check: { field: 'filters', problem: 'tooLong' },
      saved_view_columns_check: { field: 'columns', problem: 'tooLong' },
      saved_view_personal_check: { field: 'filters', problem: 'personalNumber' },
    },
  )

const viewerOf = ({ adminId, isSuper, points }: Caller): queries.Viewer => ({
  adminId,
  isSuper,
  mayShare: isSuper || points.has(savedView.roles.point as string),
})

/** @throws Problem where it is not there, another's, shared with others, or of a list that the caller may not open */
async function found(db: Db, id: string, caller: Caller): Promise<SavedView> {
  const row = await queries.find(db, viewerOf(caller), id)
  if (!row || !mayOpen(row.list, caller)) throw notFound()
  return row
}

/** The view as it is until this write has ended. @throws Problem where the caller may not change it */
async function locked(db: Db, id: string, caller: Caller): Promise<SavedView> {
  await queries.lock(db, id)
  const row = await found(db, id, caller)
  if (!row.isManageable) throw forbidden()
  return row
}

/** @throws Problem where the caller shares with nobody, or not with this role */
async function assertMayShare(db: Db, roleId: string, caller: Caller): Promise<void> {
  const viewer = viewerOf(caller)
  if (!viewer.mayShare) throw forbidden()
  if ((await queries.findRoles(db, viewer, roleId)).length === 0) throw invalid({ roleId: 'notYourRole' })
}

const target = (id: string) => ({ kind: 'savedView', id })
const trace = ({ list, name, roleName, filters, sort }: SavedView) => ({
  list,
  name,
  role: roleName,
  filters,
  sort,
})
