import { counted, document, ids } from '../kernel/area-document.ts'
import { user } from './user.ts'
import { userImport } from './user-import.ts'

export const userDocument = document({ ...user, ...userImport }, ['用户', 'Users'], {
  importStart: { fileId: '1001' },
  importColumns: { fileId: '1001' },
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
