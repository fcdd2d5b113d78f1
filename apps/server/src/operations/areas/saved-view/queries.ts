import type { SavedView, SavedViewUpdate } from '@kabao/contract/operations/saved-view'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** The rights of the caller over saved views. */
export interface Viewer {
  adminId: string
  /** Whether the caller sees the views of every role. */
  isSuper: boolean
  /** Whether the caller may change views that are shared with one of the caller's roles. */
  mayShare: boolean
}

const hasRole = ({ adminId, isSuper }: Viewer, roleId = sql`v.role_id`) =>
  isSuper
    ? sql`${roleId} is not null`
    : sql`exists (select from admin_role ar where ar.admin_id = ${adminId} and ar.role_id = ${roleId})`

const isMine = ({ adminId }: Viewer) => sql`v.owner_id = ${adminId}`
const isSeen = (viewer: Viewer) => sql`(${isMine(viewer)} or ${hasRole(viewer)})`

const select = (viewer: Viewer) => sql`
  select v.id, v.list, v.name, v.role_id as "roleId", r.name as "roleName", o.name as "ownerName",
    ${isMine(viewer)} as "isMine",
    (${isMine(viewer)} or (${viewer.mayShare} and ${hasRole(viewer)})) as "isManageable",
    v.filters, v.sort, v.columns, v.created_at as "createdAt", v.updated_at as "updatedAt", v.version
  from saved_view v join admin o on o.id = v.owner_id left join role r on r.id = v.role_id`

/** The views of a list that the caller sees: own views, and those shared with one of the caller's roles. */
export async function findViews(db: Db, viewer: Viewer, list: string): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`${select(viewer)}
    where v.list = ${list} and ${isSeen(viewer)} order by lower(v.name), v.id`.execute(db.withoutPlugins())
  return rows
}

export async function find(db: Db, viewer: Viewer, id: string): Promise<SavedView | undefined> {
  const { rows } = await sql<SavedView>`${select(viewer)} where v.id = ${id} and ${isSeen(viewer)}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** The changed view, even if the caller no longer sees it. */
export async function findChanged(db: Db, viewer: Viewer, id: string): Promise<SavedView> {
  const { rows } = await sql<SavedView>`${select(viewer)} where v.id = ${id}`.execute(db.withoutPlugins())
  return rows[0] as SavedView
}

/** The roles that the caller may share with, which are the caller's own. */
export async function findRoles(
  db: Db,
  viewer: Viewer,
  id?: string,
): Promise<{ id: string; name: string }[]> {
  const only = id === undefined ? sql`true` : sql`r.id = ${id}`
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from role r where ${hasRole(viewer, sql`r.id`)} and ${only} order by r.name, r.id`.execute(
    db,
  )
  return rows
}

/** The columns to store; omitted filters and columns stay unchanged. */
export const asJson = ({ filters, columns }: Pick<SavedViewUpdate, 'filters' | 'columns'>) => ({
  filters: filters && JSON.stringify(filters),
  columns: columns && JSON.stringify(columns),
})
