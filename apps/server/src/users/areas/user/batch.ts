import { type UserFilter, user } from '@kabao/contract/users/user'
import { sql } from 'kysely'
import type { BatchAct } from '#platform/batches/act'
import { idNumberPurpose } from '../../user-filter.ts'
import { deletePersons } from './delete.ts'
import { rowsOfUsers } from './queries.ts'

/** Deletes the personal data of all users that match a filter. */
export const deleteUsers: BatchAct<UserFilter> = {
  name: 'user.delete',
  point: 'user:delete',
  targetKind: 'user',
  filter: user.removeMatching.body.shape.filter,
  rows: ({ vault, owner }, filter) =>
    rowsOfUsers(
      { ...filter, sort: 'createdAt' },
      filter.idNumber ? vault.fingerprints(filter.idNumber, idNumberPurpose) : null,
      owner,
    ),
  able: sql`t.status <> 'deleted'`,
  async apply(db, ids, { vault, ...who }) {
    const deleted = await deletePersons(db, vault, ids, who)
    return deleted.map(({ id, status }) => ({ id, before: { status }, after: { status: 'deleted' } }))
  },
}
