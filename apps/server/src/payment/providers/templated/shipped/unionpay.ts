import type {
  PaymentReply,
  PaymentStageSpec,
  PaymentTemplate,
  PaymentVerify,
} from '@kabao/contract/payment/payment-template'

/**
 * UnionPay's online gateway, version 5.1.0: payment on its page, query, refund. A call is found again by its number and its time, so the
 * time comes from the number. It closes no orders: an unpaid one ends by its `payTimeout`. `verifyKey` is UnionPay's certificate for
 * signatures; when UnionPay changes it, it must be entered again.
 */

const common = [
  'version=5.1.0&encoding=UTF-8&signMethod=01&bizType=000201&accessType=0&channelType=07',
  'certId={{ secret.certId }}&merId={{ merchantNo }}',
].join('&')

const sign: PaymentStageSpec['sign'] = {
  over: 'sortedPairs',
  before: '',
  after: '',
  algorithm: 'rsaSha256',
  secret: 'signKey',
  encoding: 'base64',
  field: 'signature',
}

const request: Omit<PaymentStageSpec, 'url' | 'body' | 'reply'> = {
  method: 'POST',
  headers: [],
  timeoutMs: 10_000,
  content: 'form',
  sign,
  seal: null,
  envelope: null,
  prehash: true,
}

const verify: PaymentVerify = {
  over: 'sortedPairs',
  before: '',
  after: '',
  afterSecret: null,
  algorithm: 'rsaSha256',
  prehash: true,
  secret: 'verifyKey',
  encoding: 'base64',
  at: { in: 'body', name: 'signature' },
}

const values: PaymentReply['values'] = {
  orderNo: '$.orderId',
  tradeNo: '$.queryId',
  refundNo: null,
  merchantNo: '$.merId',
  appId: null,
  amount: { path: '$.txnAmt', unit: 'fen' },
  currency: '$.currencyCode',
  at: { path: '$.txnTime', form: 'compact' },
  code: '$.respCode',
  message: '$.respMsg',
  pay: null,
}
const ofRefund = { ...values, orderNo: null, refundNo: '$.orderId' }

const reply = (outcomes: PaymentReply['outcomes'], of = values): PaymentReply => ({
  format: 'form',
  statuses: [200],
  unseal: null,
  verify,
  outcomes,
  values: of,
})

const is = (path: string, ...texts: string[]) => ({ path, is: texts })
/** The codes of a result that is not final: under way, timed out, or not known. */
const pending = ['03', '04', '05']

const gateway = 'https://gateway.95516.com/gateway/api'

export const unionpayTemplate: PaymentTemplate = {
  secrets: [
    { name: 'certId', kind: 'text', encoding: 'utf8' },
    { name: 'signKey', kind: 'rsaPrivate', encoding: 'utf8' },
    { name: 'verifyKey', kind: 'rsaPublic', encoding: 'utf8' },
  ],
  maps: [],
  stages: {
    create: {
      ...request,
      how: 'form',
      url: `${gateway}/frontTransReq.do`,
      body: `${common}&txnType=01&txnSubType=01&currencyCode=156&orderId={{ orderNo }}&txnTime={{ orderAt | date: "%Y%m%d%H%M%S" }}&txnAmt={{ amountFen }}&payTimeout={{ expiresAt | date: "%Y%m%d%H%M%S" }}&backUrl={{ notifyUrl }}&frontUrl={{ returnUrl }}&orderDesc={{ subject }}`,
    },
    query: {
      ...request,
      url: `${gateway}/queryTrans.do`,
      body: `${common}&txnType=00&txnSubType=00&orderId={{ orderNo }}&txnTime={{ orderAt | date: "%Y%m%d%H%M%S" }}`,
      reply: reply([
        { when: [is('$.respCode', '34')], outcome: 'notFound' },
        { when: [is('$.respCode', '00'), is('$.origRespCode', '00', 'A6')], outcome: 'paid' },
        { when: [is('$.respCode', '00'), is('$.origRespCode', ...pending)], outcome: 'unpaid' },
      ]),
    },
    refund: {
      ...request,
      url: `${gateway}/backTransReq.do`,
      body: `${common}&txnType=04&txnSubType=00&orderId={{ refundNo }}&txnTime={{ refundAt | date: "%Y%m%d%H%M%S" }}&txnAmt={{ amountFen }}&origQryId={{ tradeNo }}&backUrl={{ notifyUrl }}`,
      // It is accepted here, and done later: only the query tells.
      reply: reply([{ when: [is('$.respCode', '00', ...pending)], outcome: 'pending' }], ofRefund),
    },
    queryRefund: {
      ...request,
      url: `${gateway}/queryTrans.do`,
      body: `${common}&txnType=00&txnSubType=00&orderId={{ refundNo }}&txnTime={{ refundAt | date: "%Y%m%d%H%M%S" }}`,
      reply: reply(
        [
          { when: [is('$.respCode', '34')], outcome: 'notFound' },
          { when: [is('$.respCode', '00'), is('$.origRespCode', '00', 'A6')], outcome: 'refunded' },
          { when: [is('$.respCode', '00'), is('$.origRespCode', ...pending)], outcome: 'pending' },
        ],
        ofRefund,
      ),
    },
  },
  callback: {
    format: 'form',
    verify,
    values,
    refund: null,
    ok: 'ok',
    again: 'again',
    outcomes: [{ when: [is('$.txnType', '01'), is('$.respCode', '00', 'A6')], outcome: 'paid' }],
  },
}
