import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { resolutionMachine } from './resolution-machine.ts'

/** The texts of what persons decide about payments in suspense and refused refunds. */
export const resolutionWords = words('resolution', {
  title: ['款项处理', 'Payment resolutions'],
  tabs: ['按状态查看', 'By status'],
  field: {
    id: ['处理编号', 'Resolution ID'],
    kind: ['处理方式', 'Resolution'],
    status: ['状态', 'Status'],
    amountFen: ['金额', 'Amount'],
    suspenseId: ['待处理款编号', 'Suspense ID'],
    refundId: ['退款编号', 'Refund ID'],
    orderId: ['订单号', 'Order number'],
    targetOrderId: ['归入的订单号', 'Assigned to order'],
    channelName: ['渠道', 'Channel'],
    collectionName: ['收款渠道', 'Collection channel'],
    tradeNo: ['支付流水号', 'Trade number'],
    reason: ['说明', 'Reason'],
    reference: ['手工付款单号', 'Number of the payment by hand'],
    voucherFileId: ['凭证', 'Voucher'],
    createdBy: ['提交人', 'Submitted by'],
    createdAt: ['提交时间', 'Submitted at'],
    reviewedBy: ['审核人', 'Reviewed by'],
    reviewedAt: ['审核时间', 'Reviewed at'],
    note: ['驳回原因', 'Why rejected'],
    transferId: ['流水编号', 'Transfer ID'],
  },
  status: stateWords(resolutionMachine),
  kind: {
    assign: ['归入订单', 'Assign to an order'],
    payBack: ['原路退回', 'Pay back through the provider'],
    byHand: ['手工退回', 'Paid back by hand'],
    writeOff: ['核销', 'Write off'],
  },
  about: {
    assign: [
      '订单按此款项付清；订单金额须与款项相同。',
      'The payment pays that order, which must have the same amount.',
    ],
    payBack: [
      '由支付机构退回付款人，退款单号不变，不会重复退款。',
      'Its provider pays it back to the payer, once for its refund number.',
    ],
    byHand: [
      '您已用银行转账等方式退给付款人；只登记并入账，不再请求支付机构。',
      'You have paid it back otherwise, such as by a bank transfer. It is only booked; the provider is not asked.',
    ],
    writeOff: ['不退回也不归入订单，记入调账。', 'Nobody gets it: it is booked to the adjustments.'],
  },
  hint: {
    whole: ['完整编号', 'Full number'],
    filer: ['提交人姓名', 'Name of the submitter'],
    reference: [
      '银行回单号等；单号和凭证至少填一项',
      'Such as a bank receipt number; give this or a voucher',
    ],
    voucher: ['一张图片或 PDF', 'One image or PDF'],
    review: [
      '提交后由他人审核，通过后立即执行。',
      'Another person reviews it; once approved, it is done at once.',
    ],
  },
  action: {
    open: ['详情', 'Details'],
    file: ['处理', 'Resolve'],
    byHand: ['手工退款', 'Paid back by hand'],
    order: ['查看订单', 'View order'],
    target: ['查看归入的订单', 'View the order assigned to'],
    suspense: ['查看待处理款', 'View the payment'],
    voucher: ['下载凭证', 'Download voucher'],
  },
  detail: { title: ['款项处理详情', 'Payment resolution'] },
  waiting: {
    title: ['款项处理待审核', 'A payment resolution waits for a review'],
    text: [
      '{{filer}}提交了{{kind}} {{amount}} 元，请审核。',
      '{{filer}} submitted “{{kind}}” of ¥{{amount}}. Review it.',
    ],
  },
  reviewed: {
    approved: ['款项处理已执行', 'Payment resolution done'],
    rejected: ['款项处理被驳回', 'Payment resolution rejected'],
    text: [
      '{{kind}} {{amount}} 元，审核人{{reviewer}}。',
      '“{{kind}}” of ¥{{amount}}, reviewed by {{reviewer}}.',
    ],
    note: [
      '{{kind}} {{amount}} 元，审核人{{reviewer}}。原因：{{note}}',
      '“{{kind}}” of ¥{{amount}}, reviewed by {{reviewer}}. Why: {{note}}',
    ],
  },
})
