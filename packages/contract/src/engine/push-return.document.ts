import { actsOn, document, ids, seen } from '../kernel/area-document.ts'
import { pushReturn } from './push-return.ts'
import { pushReturnImport } from './push-return-import.ts'

export const pushReturnDocument = document(
  { ...pushReturn, ...pushReturnImport },
  ['退回', 'Returns'],
  {
    export: { status: 'returned', format: 'csv', columns: ['pushId', 'orgName', 'refundFen'] },
    page: { current: 1, size: 20, status: 'asked' },
    ask: { reason: '空号' },
    ...actsOn({ approve: { status: 'asked' } }),
    refuse: { ...seen, note: '号码可接通' },
    refuseMany: { ...ids, note: '号码可接通' },
    withdraw: seen,
    importStart: { fileId: '1001' },
    importColumns: { fileId: '1001' },
  },
  [[/^(ask|refuse|refuseMany)\.body\.(reason|note)$/, 'a text that is stored']],
)
