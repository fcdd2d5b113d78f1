import { document, ids, seen } from '../kernel/area-document.ts'
import { correction } from './correction.ts'

export const correctionDocument = document(
  correction,
  ['差异更正', 'Corrections'],
  {
    page: { current: 1, size: 20, status: 'asked' },
    ask: { ...seen, amountFen: -4_500, reason: '按机构对账单更正' },
    approve: seen,
    refuse: { ...seen, note: '金额有误' },
    refuseMany: { ...ids, note: '金额有误' },
    withdraw: seen,
  },
  [[/^\w+\.body\.(note|reason)$/, 'stored']],
)
