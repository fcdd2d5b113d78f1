import { document, seen } from '../kernel/area-document.ts'
import { settlement } from './settlement.ts'

export const settlementDocument = document(
  settlement,
  ['渠道结算', 'Settlements of channels'],
  {
    page: { current: 1, size: 20, status: 'draft' },
    results: { current: 1, size: 20, settlementId: '1001', kind: 'push' },
    export: { format: 'xlsx', columns: ['channelName', 'fromDay', 'toDay', 'amountFen'] },
    exportResults: {
      settlementId: '1001',
      format: 'csv',
      columns: ['number', 'businessDay', 'kind', 'refId', 'costFen'],
    },
    create: { channelId: '1001', toDay: '2026-09-30' },
    confirm: seen,
    refuse: { ...seen, note: '退回尚未处理完' },
    withdraw: seen,
    pay: seen,
    voucher: { ...seen, voucherFileId: '1001' },
  },
  [[/^refuse\.body\.note$/, 'a text that is stored']],
)
