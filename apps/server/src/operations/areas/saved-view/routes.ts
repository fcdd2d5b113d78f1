import { type SavedView, savedView } from '@kabao/contract/operations/saved-view'
import { forbidden, invalid, notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { changeRow } from '#platform/crud/change-row'
import type { Db } from '#platform/db/client'
import { deleteRows, insertRow, lockRows } from '#platform/db/row'
import { serve } from '#platform/http/serve'
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
        const id = await insertRow(db, 'savedView', {
          ...body,
          ...queries.asJson(body),
          ownerId: caller.adminId,
          updatedBy: caller.adminId,
        })
        const row = await queries.findChanged(db, viewerOf(caller), id)
        audit({ target: target(id), after: trace(row) })
        return row
      },

      update: async ({ db, body, caller, audit }) => {
        const { id, version, filters, columns, ...rest } = body
        const { before, after } = await changeRow(db, 'savedView', body, {
          by: caller.adminId,
          show: () => found(db, id, caller),
          showChanged: () => queries.findChanged(db, viewerOf(caller), id),
          guard: (_, shown) => assertManageable(shown),
          change: async (_, { list, roleId }) => {
            assertFits(list, body)
            // Ending the sharing of a view needs no permission.
            if (rest.roleId && rest.roleId !== roleId) await assertMayShare(db, rest.roleId, caller)
            return { ...rest, ...queries.asJson({ filters, columns }) }
          },
        })
        audit({ target: target(id), before: trace(before), after: trace(after) })
        return after
      },

      remove: async ({ db, params, caller, audit }) => {
        await lockRows(db, 'savedView', [params.id])
        const before = await found(db, params.id, caller)
        assertManageable(before)
        await deleteRows(db, 'savedView', [params.id])
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

/** @throws Problem if the view does not exist, the caller does not see it, or the caller may not open its list */
async function found(db: Db, id: string, caller: Caller): Promise<SavedView> {
  const row = await queries.find(db, viewerOf(caller), id)
  if (!row || !mayOpen(row.list, caller)) throw notFound()
  return row
}

/** @throws Problem if the caller may not change it */
function assertManageable({ isManageable }: SavedView): void {
  if (!isManageable) throw forbidden()
}

/** @throws Problem if the caller may not share views, or not with this role */
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
