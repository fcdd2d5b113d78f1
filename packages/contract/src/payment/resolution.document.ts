import { document, ids, seen } from '../kernel/area-document.ts'
import { resolution } from './resolution.ts'

export const resolutionDocument = document(
  resolution,
  ['款项处理', 'Payment resolutions'],
  {
    page: { current: 1, size: 20, status: 'pending' },
    export: { status: 'approved', format: 'xlsx', columns: ['id', 'kind', 'amountFen'] },
    create: {
      kind: 'assign',
      suspenseId: '1001',
      targetOrderId: '5823847293847',
      reason: '用户付错订单',
    },
    approve: seen,
    approveMany: ids,
    reject: { ...seen, note: '缺少凭证' },
    rejectMany: { ...ids, note: '缺少凭证' },
  },
  [[/^(create|reject|rejectMany)\.body\.(reason|reference|note)$/, 'a text that is stored']],
)
