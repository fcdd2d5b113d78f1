import { document } from '../kernel/area-document.ts'
import { suspense } from './suspense.ts'

export const suspenseDocument = document(
  suspense,
  ['待处理款', 'Payments in suspense'],
  {
    page: { current: 1, size: 20, status: 'open' },
    export: { status: 'open', format: 'csv', columns: ['id', 'kind', 'amountFen', 'tradeNo'] },
  },
  [[/^(page|export)\.body\.(tradeNo|orderNo)$/, 'numbers of payments and orders']],
)
