import { document, ids, seen } from '../kernel/area-document.ts'
import { recharge } from './recharge.ts'

export const rechargeDocument = document(
  recharge,
  ['充值', 'Recharges'],
  {
    page: { current: 1, size: 20, status: 'pending', way: 'bank' },
    export: { status: 'approved', format: 'xlsx', columns: ['orgName', 'way', 'amountFen'] },
    create: { orgId: '1001', way: 'bank', amountFen: 5_000_000, reason: '三月预存' },
    approve: seen,
    approveMany: ids,
    reject: { ...seen, note: '未到账' },
    rejectMany: { ...ids, note: '未到账' },
  },
  [[/^(create|reject|rejectMany)\.body\.(reason|note)$/, 'a text that is stored']],
)
