import { document, ids, seen } from '../kernel/area-document.ts'
import { adjustment } from './adjustment.ts'

export const adjustmentDocument = document(
  adjustment,
  ['调账', 'Adjustments'],
  {
    page: { current: 1, size: 20, status: 'pending', kind: 'adjust' },
    export: { status: 'approved', format: 'csv', columns: ['orgName', 'amountFen', 'reason'] },
    create: {
      kind: 'adjust',
      orgId: '1001',
      amountFen: -4_500,
      linkKind: 'push',
      linkId: '1002',
      reason: '重复计费',
    },
    approve: seen,
    approveMany: ids,
    reject: { ...seen, note: '金额有误' },
    rejectMany: { ...ids, note: '金额有误' },
  },
  [[/^(create|reject|rejectMany)\.body\.(reason|note)$/, 'a text that is stored']],
)
