import { counted, document, ids } from '../kernel/area-document.ts'
import { user } from './user.ts'

export const userDocument = document(user, ['用户', 'Users'], {
  page: {
    current: 1,
    size: 20,
    sort: '-createdAt',
    status: 'matched',
    cityCode: '440300',
    createdFrom: '2026-01-01T00:00:00.000Z',
  },
  export: { status: 'matched', format: 'xlsx', columns: ['id', 'phone', 'name', 'status'] },
  removeMany: ids,
  removeCount: { filter: { status: 'rejected' } },
  removeMatching: { filter: { status: 'rejected' }, ...counted },
})
