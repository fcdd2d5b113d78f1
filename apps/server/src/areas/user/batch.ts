import { type UserFilter, user } from '@kabao/contract/user'
import { sql } from 'kysely'
import { idNumberPlace } from '#db/user-filter'
import type { BatchAct } from '../../batches/act.ts'
import { markDeleted, rowsOfUsers } from './queries.ts'

/** Deletes the personal data of all users that match a filter. */
export const deleteUsers: BatchAct<UserFilter> = {
  name: 'user.delete',
  point: 'user:delete',
  targetKind: 'user',
  filter: user.removeMatching.body.shape.filter,
  rows: ({ vault, owner }, filter) =>
    rowsOfUsers(
      { ...filter, sort: 'createdAt' },
      filter.idNumber ? vault.fingerprint(filter.idNumber, idNumberPlace) : null,
      owner,
    ),
  able: sql`t.status <> 'deleted'`,
  async apply(db, ids, { adminId, owner }) {
    const { rows } = await markDeleted(db, ids, adminId, owner)
    return rows.map(({ id, status }) => ({ id, before: { status }, after: { status: 'deleted' } }))
  },
}
