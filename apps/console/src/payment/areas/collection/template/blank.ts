import type {
  PaymentReply,
  PaymentStage,
  PaymentStageSpec,
  PaymentTemplate,
  PaymentValues,
  PaymentVerify,
} from '@kabao/contract/payment/payment-template'
import { paymentOutcomes } from '@kabao/contract/payment/payment-template'

/** The parts that a person begins with. */

export const blankSign: NonNullable<PaymentStageSpec['sign']> = {
  over: 'sortedPairs',
  before: '',
  after: '',
  algorithm: 'hmacSha256',
  secret: 'key',
  encoding: 'hex',
  field: 'sign',
}

const verify: PaymentVerify = {
  over: 'sortedPairs',
  before: '',
  after: '',
  afterSecret: null,
  algorithm: 'hmacSha256',
  prehash: false,
  secret: 'key',
  encoding: 'hex',
  at: { in: 'body', name: 'sign' },
}

const values: PaymentValues = {
  orderNo: '$.orderNo',
  tradeNo: null,
  refundNo: null,
  merchantNo: null,
  appId: null,
  amount: null,
  currency: null,
  at: null,
  code: '$.code',
  message: '$.message',
  pay: null,
}
const ofPayment: PaymentValues = {
  ...values,
  tradeNo: '$.tradeNo',
  amount: { path: '$.amount', unit: 'fen' },
  at: { path: '$.paidAt', form: 'china' },
}

export const blankReply = (stage: PaymentStage): PaymentReply => ({
  format: 'json',
  statuses: [200],
  unseal: null,
  verify,
  outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: paymentOutcomes[stage][0] }],
  values:
    stage === 'create'
      ? { ...values, pay: { path: '$.url', kind: 'url' } }
      : stage === 'query'
        ? ofPayment
        : values,
})

export const blankStage = (stage: PaymentStage): PaymentStageSpec => ({
  method: 'POST',
  url: 'https://',
  headers: [],
  timeoutMs: 10_000,
  content: 'json',
  body:
    stage === 'create'
      ? '{\n  "orderNo": {{ orderNo }},\n  "amount": {{ amountFen }},\n  "notifyUrl": {{ notifyUrl }}\n}'
      : '{\n  "orderNo": {{ orderNo }}\n}',
  sign: blankSign,
  seal: null,
  envelope: null,
  reply: blankReply(stage),
})

export const blankCallback: NonNullable<PaymentTemplate['callback']> = {
  format: 'json',
  verify,
  refund: null,
  ok: 'success',
  again: 'fail',
  outcomes: [{ when: [{ path: '$.status', is: ['paid'] }], outcome: 'paid' }],
  values: { ...ofPayment, merchantNo: '$.merchantNo' },
}

export const blankTemplate = (): PaymentTemplate => ({
  secrets: [{ name: 'key', kind: 'text', encoding: 'utf8' }],
  maps: [],
  stages: { create: { how: 'call', ...blankStage('create') }, query: blankStage('query') },
  callback: blankCallback,
})
