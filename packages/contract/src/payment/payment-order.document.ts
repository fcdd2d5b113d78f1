import { counted, document, ids } from '../kernel/area-document.ts'
import { order } from './payment-order.ts'

export const orderDocument = document(
  order,
  ['支付记录', 'Payment orders'],
  {
    page: { current: 1, size: 20, status: 'paid' },
    export: { status: 'paid', format: 'csv', columns: ['id', 'channelNo', 'status', 'amountFen'] },
    refund: { amountFen: 9900, reason: '用户退货' },
    notifyMany: ids,
    notifyCount: { filter: { noticeStatus: 'givenUp' } },
    notifyMatching: { filter: { noticeStatus: 'givenUp' }, ...counted },
    askMany: ids,
    askCount: { filter: { status: 'created' } },
    askMatching: { filter: { status: 'created' }, ...counted },
  },
  [
    [/^(page|export|\w+(Count|Matching))\.body\.(filter\.)?(channelNo|tradeNo)$/, 'numbers of orders'],
    [/^refund\.body\.reason$/, 'a text that is stored'],
  ],
)
