import { words } from '../kernel/language.ts'

/** The texts of payments in suspense. */
export const suspenseWords = words('suspense', {
  title: ['待处理款', 'Payments in suspense'],
  field: {
    id: ['编号', 'ID'],
    kind: ['类型', 'Type'],
    status: ['状态', 'Status'],
    amountFen: ['金额', 'Amount'],
    orderFen: ['订单金额', 'Amount of the order'],
    collectionId: ['收款渠道编号', 'Collection channel ID'],
    collectionName: ['收款渠道', 'Collection channel'],
    tradeNo: ['支付流水号', 'Trade number'],
    orderNo: ['订单号', 'Order number'],
    channelName: ['渠道', 'Channel'],
    assignedOrderId: ['归入的订单', 'Assigned to order'],
    paidAt: ['支付时间', 'Paid at'],
    createdAt: ['转入时间', 'In suspense since'],
    updatedAt: ['修改时间', 'Changed at'],
    refundNo: ['退款单号', 'Refund number'],
    refundMessage: ['拒绝原因', 'Why refused'],
    refundedAt: ['退款时间', 'Refunded at'],
  },
  kind: {
    extra: ['重复支付', 'Second payment'],
    late: ['关闭后到账', 'Late payment'],
    amount: ['金额不符', 'Another amount'],
    order: ['订单不存在', 'Unknown order'],
  },
  status: {
    open: ['待处理', 'Open'],
    backing: ['退款中', 'Being paid back'],
    assigned: ['已归入订单', 'Assigned'],
    paidBack: ['已退回', 'Paid back'],
    writtenOff: ['已核销', 'Written off'],
  },
  pending: ['处理待审核', 'To be reviewed'],
  byHand: ['已手工退回', 'Paid back by hand'],
  hint: {
    whole: ['完整编号', 'Full number'],
  },
  action: {
    open: ['详情', 'Details'],
    order: ['查看订单', 'View order'],
    collection: ['查看收款渠道', 'View collection channel'],
    resolutions: ['处理记录', 'Its resolutions'],
  },
  detail: {
    title: ['待处理款详情', 'Payment in suspense'],
    payment: ['款项', 'Payment'],
    refund: ['退款', 'Refund'],
  },
})
