import { words } from '../kernel/language.ts'

/** How a provider's bill in the form of a table is read. */
export const reconcileBillWords = words('reconcileBill', {
  title: ['支付机构账单', 'Provider’s bill'],
  column: {
    item: ['类型', 'Type'],
    tradeNo: ['支付机构交易号', 'Trade number'],
    orderNo: ['商户订单号', 'Order number'],
    refundNo: ['商户退款单号', 'Refund number'],
    amount: ['金额（元）', 'Amount (CNY)'],
    fee: ['手续费（元）', 'Fee (CNY)'],
    outcome: ['状态', 'Status'],
  },
  alsoColumn: {
    item: ['业务类型|交易类型|账务类型', 'type|kind'],
    tradeNo: ['支付宝交易号|微信订单号|交易号|交易流水号|流水号', 'transaction id|trade no|transaction'],
    orderNo: ['订单号|商户单号', 'out trade no|order no|order'],
    refundNo: ['退款批次号|退款单号|退款请求号', 'out refund no|refund no'],
    amount: ['订单金额|交易金额|退款金额|收入', 'amount|total'],
    fee: ['手续费|服务费', 'fee'],
    outcome: ['交易状态|订单状态', 'result'],
  },
  notes: {
    item: ['选填：收款或退款；空白为收款', 'Optional: payment or refund. Empty: payment.'],
    tradeNo: [
      '必填：支付机构的交易号；长数字请设为“文本”格式',
      'Required: the provider’s number of the payment. Format long numbers as text.',
    ],
    orderNo: ['选填：我方订单号', 'Optional: our number of the order'],
    refundNo: ['退款必填：我方退款单号', 'Required for a refund: our number of the refund'],
    amount: ['必填', 'Required'],
    fee: ['选填', 'Optional'],
    outcome: ['选填', 'Optional'],
  },
  item: { payment: ['收款', 'Payment'], refund: ['退款', 'Refund'] },
  alsoItem: {
    payment: ['交易|支付|消费|付款|SUCCESS', 'trade|paid'],
    refund: ['退货|REFUND', 'refunded'],
  },
  example: {
    item: ['收款', 'Payment'],
    tradeNo: ['T2026010100000001', 'T2026010100000001'],
    orderNo: ['', ''],
    refundNo: ['', ''],
    amount: ['9.90', '9.90'],
    fee: ['0.06', '0.06'],
    outcome: ['', ''],
  },
  sheet: ['账单', 'Bill'],
  fileName: { template: ['账单模板', 'bill-template'], wrong: ['有误的行', 'wrong-rows'] },
  there: {},
  hint: {},
  message: {
    done: ['账单对账完成', 'Bill compared'],
    failed: ['账单对账失败', 'Bill could not be compared'],
  },
})
