import { document, ids } from '../kernel/area-document.ts'
import { blacklist } from './blacklist.ts'
import { blacklistImport } from './blacklist-import.ts'

export const blacklistDocument = document(
  { ...blacklist, ...blacklistImport },
  ['黑名单', 'Blacklist'],
  {
    page: { current: 1, size: 20, kind: 'phone', state: 'active' },
    export: { kind: 'phone', format: 'xlsx', columns: ['kind', 'value', 'reason'] },
    create: { kind: 'phone', value: '13800001234', reason: '投诉', expiresAt: null, remark: '' },
    update: {
      id: '1001',
      version: 3,
      reason: '投诉',
      expiresAt: '2027-01-01T00:00:00.000Z',
      remark: '',
    },
    removeMany: ids,
    importStart: { fileId: '1001' },
    importColumns: { fileId: '1001' },
  },
  [[/^(create|update)\.body\.(reason|remark)$/, 'a text that is stored']],
)
