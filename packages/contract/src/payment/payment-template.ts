import * as z from 'zod'
import { templateReplyParts, templateRequest, templateShared } from '../partners/template.ts'
import type { TemplateField } from '../partners/template-fields.ts'

/**
 * The template of a payment provider that is connected without code: what is sent at each stage, how the answer is read, and how its notices
 * are verified. Its texts are those of connection templates (`template.ts`), over `paymentFields`.
 */

export const paymentStages = ['create', 'query', 'close', 'refund', 'queryRefund'] as const
export type PaymentStage = (typeof paymentStages)[number]

/** What an answer can mean at each stage. With no rule, or when anything cannot be read, it is `unknown`. */
export const paymentOutcomes = {
  create: ['created', 'refused'],
  query: ['paid', 'unpaid', 'closed', 'notFound'],
  close: ['closed', 'paid', 'notFound'],
  refund: ['refunded', 'pending', 'refused'],
  queryRefund: ['refunded', 'pending', 'refused', 'notFound'],
} as const satisfies Record<PaymentStage, readonly string[]>
const allOutcomes = [
  'created',
  'refused',
  'paid',
  'unpaid',
  'closed',
  'notFound',
  'refunded',
  'pending',
  'failed',
] as const
export type PaymentOutcome = (typeof allOutcomes)[number]

/** Forms of a time: `20260301100000` and `2026-03-01 10:00:00` by the clock of the mainland, RFC 3339, seconds since 1970. */
export const paymentTimeForms = ['compact', 'china', 'instant', 'seconds'] as const

const { condition, path, statuses, unseal, secretName, sign } = templateReplyParts

/** How the provider's signature is verified, on answers and on notices. */
const verify = z.strictObject({
  /** `body`: the body as it was received. `sortedPairs`: its top-level pairs by name, without empty values and without `at`. */
  over: z.enum(['body', 'sortedPairs'], 'choice'),
  /** Fixed text before and after what is signed. */
  before: z.string().max(256, 'tooLong'),
  after: z.string().max(256, 'tooLong'),
  /** Follows `after`: the value of this secret, such as for `&key=…`; null for none. */
  afterSecret: secretName.nullable(),
  algorithm: sign.shape.algorithm,
  /** The text is replaced by its SHA-256 in lower-case hexadecimal before it is signed, as UnionPay does. */
  prehash: z.boolean(),
  /** The key of an HMAC, or the provider's RSA public key; null for a plain digest. */
  secret: secretName.nullable(),
  encoding: sign.shape.encoding,
  /** Where the signature is: a top-level pair of the body, or a header. */
  at: z.strictObject({ in: z.enum(['body', 'header'], 'choice'), name: z.string().min(1).max(64) }),
})
verify.register(z.globalRegistry, { id: 'PaymentVerify' })
export type PaymentVerify = z.infer<typeof verify>

/** Where the values of an answer or of a notice are; null where it has none. */
const values = z.strictObject({
  orderNo: path.nullable(),
  tradeNo: path.nullable(),
  refundNo: path.nullable(),
  merchantNo: path.nullable(),
  appId: path.nullable(),
  amount: z.strictObject({ path, unit: z.enum(['fen', 'yuan'], 'choice') }).nullable(),
  currency: path.nullable(),
  at: z.strictObject({ path, form: z.enum(paymentTimeForms, 'choice') }).nullable(),
  code: path.nullable(),
  message: path.nullable(),
  /** How the person pays, of `create`. */
  pay: z.strictObject({ path, kind: z.enum(['url', 'qr'], 'choice') }).nullable(),
})
values.register(z.globalRegistry, { id: 'PaymentValues' })
export type PaymentValues = z.infer<typeof values>

const outcomes = z
  .array(
    z.strictObject({
      when: z.array(condition).min(1, 'required').max(5, 'tooMany'),
      outcome: z.enum(allOutcomes, 'choice'),
    }),
  )
  .min(1, 'required')
  .max(30, 'tooMany')

const reply = z.strictObject({
  format: z.enum(['json', 'xml', 'form'], 'choice'),
  statuses,
  unseal,
  verify,
  outcomes,
  values,
})
reply.register(z.globalRegistry, { id: 'PaymentReply' })
export type PaymentReply = z.infer<typeof reply>

/** A text is signed by its SHA-256 in lower-case hexadecimal, as UnionPay does. */
const prehash = z.boolean().optional()
const stage = z.strictObject({ ...templateRequest.shape, prehash, reply })
stage.register(z.globalRegistry, { id: 'PaymentStage' })
export type PaymentStageSpec = z.infer<typeof stage>

export const paymentTemplate = z.strictObject({
  ...templateShared,
  stages: z.strictObject({
    /** `form`: the rendered form is given to the browser, which sends it to the address; nothing is sent by us. */
    create: z.discriminatedUnion('how', [
      z.strictObject({ how: z.literal('call'), ...stage.shape }),
      z.strictObject({ how: z.literal('form'), ...templateRequest.shape, prehash }),
    ]),
    query: stage.optional(),
    close: stage.optional(),
    refund: stage.optional(),
    queryRefund: stage.optional(),
  }),
  /** Null if the provider sends no notices. */
  callback: z
    .strictObject({
      format: z.enum(['json', 'xml', 'form'], 'choice'),
      verify,
      outcomes,
      values,
      /** A notice is one of a refund if this path has a value; null if refunds are not told. */
      refund: path.nullable(),
      ok: z.string().max(200, 'tooLong'),
      again: z.string().max(200, 'tooLong'),
    })
    .nullable(),
})
paymentTemplate.register(z.globalRegistry, { id: 'PaymentTemplate' })
export type PaymentTemplate = z.infer<typeof paymentTemplate>

/** Every field that the texts of a payment template may name. */
export const paymentFields = {
  orderNo: { type: 'text', words: ['订单号', 'Order number'], example: '7434023108739072042' },
  tradeNo: {
    type: 'text',
    words: ['支付机构的交易号', 'The provider’s number'],
    example: '4200000001',
  },
  refundNo: { type: 'text', words: ['退款单号', 'Refund number'], example: '7434038208937984007' },
  amountFen: { type: 'number', words: ['金额，单位：分', 'Amount in fen'], example: 1234 },
  amountYuan: { type: 'text', words: ['金额，单位：元', 'Amount in yuan'], example: '12.34' },
  totalFen: { type: 'number', words: ['订单金额，单位：分', 'Amount of the order in fen'], example: 1234 },
  totalYuan: { type: 'text', words: ['订单金额，单位：元', 'Amount of the order in yuan'], example: '12.34' },
  subject: { type: 'text', words: ['商品名称', 'What is bought'], example: '卡包' },
  reason: { type: 'text', words: ['退款原因', 'Why it is refunded'], example: '不想要了' },
  notifyUrl: {
    type: 'text',
    words: ['接收通知的网址', 'Where notices are sent'],
    example: 'https://kabao.example/open/pay/callback/5f0c6d1e9b7a4c38a2e4d6f80b1c3e57',
  },
  returnUrl: {
    type: 'text',
    words: ['支付后返回的网址', 'Where the person returns to'],
    example: 'https://kabao.example/paid',
  },
  clientIp: {
    type: 'text',
    words: ['付款人的 IP 地址', 'IP address of the payer'],
    example: '203.0.113.7',
    isPersonal: true,
  },
  orderAt: {
    type: 'instant',
    words: [
      '订单号中的时间，同一订单每次相同；有的支付机构按它查找订单',
      'The time in the order number, the same in every call; some providers find an order by it',
    ],
    example: '2026-03-01T02:00:00Z',
  },
  refundAt: {
    type: 'instant',
    words: ['退款单号中的时间', 'The time in the refund number'],
    example: '2026-03-01T03:00:00Z',
  },
  device: { type: 'text', words: ['设备：pc、mobile、qr', 'Device: pc, mobile, qr'], example: 'pc' },
  merchantNo: { type: 'text', words: ['商户号', 'Merchant number'], example: '777290058110048' },
  expiresAt: {
    type: 'instant',
    words: ['订单失效时间', 'When the order expires'],
    example: '2026-03-01T02:30:00Z',
  },
  now: { type: 'instant', words: ['当前时间', 'The time of the request'], example: '2026-03-01T02:00:00Z' },
  nonce: {
    type: 'text',
    words: ['随机串，32 位十六进制', 'Random text, 32 hexadecimal digits'],
    example: '00112233445566778899aabbccddeeff',
  },
} as const satisfies Record<string, TemplateField>
export type PaymentFieldName = keyof typeof paymentFields
