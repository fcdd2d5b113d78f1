import * as z from 'zod'
import { codes } from '../envelope.ts'
import { id } from '../kernel.ts'
import { at, ip, partnerNumber, productId, userId } from './fields.ts'
import { field, openCalls } from './kernel.ts'

/** The states of a payment order. */
export const orderStatuses = ['created', 'paid', 'refunding', 'refunded', 'closed', 'failed'] as const

const orderNo = field(
  [
    '渠道自己的订单号，在本渠道内唯一：4–64 位字母、数字、_ . -',
    'The channel’s own order number, unique in the channel: 4–64 letters, digits, _ . -',
  ],
  partnerNumber,
)
const status = field(
  [
    '`created` 待支付，`paid` 已支付，`refunding` 退款中，`refunded` 已退款，`closed` 已关闭，`failed` 失败',
    '`created`: waits for payment; `paid`; `refunding`; `refunded`; `closed`; `failed`',
  ],
  z.enum(orderStatuses),
)
const amountFen = field(['金额，单位：分', 'The amount in fen (1/100 yuan)'], z.int())

export const orderCalls = openCalls({
  order: {
    method: 'POST',
    path: '/order',
    isPlanned: true,
    kind: 'write',
    access: 'signedIn',
    caller: 'channel',
    summary: ['创建支付订单', 'Create a payment order'],
    description: [
      '以订单号为准：相同的订单号返回同一订单；内容不同则被拒绝（4090）。30 分钟内未支付的订单自动关闭。',
      'The order number decides: the same number gives the same order, and is refused (4090) with other contents. An order that is not paid within 30 minutes is closed.',
    ],
    body: z.strictObject({ orderNo, userId, productId, ip }),
    answer: z.object({
      orderNo,
      status,
      amountFen,
      payUrl: field(
        [
          '支付页面的网址；无需支付时为 null',
          'The address of the payment page, or null if nothing is to be paid',
        ],
        z.string().nullable(),
      ),
      closesAt: at(['未支付时关闭的时间', 'When it is closed unless it is paid']),
    }),
    refuses: [codes.notFound, codes.conflict],
    example: {
      body: { orderNo: 'C-20260922-0001', userId: '42', productId: '1001', ip: '203.0.113.7' },
      answer: {
        orderNo: 'C-20260922-0001',
        status: 'created',
        amountFen: 9900,
        payUrl: 'https://pay.example.com/p/8f1c',
        closesAt: '2026-09-22T02:00:00.000Z',
      },
    },
  },
  orderByNo: {
    method: 'GET',
    path: '/order/{no}',
    isPlanned: true,
    kind: 'read',
    access: 'signedIn',
    caller: 'channel',
    summary: ['查询支付订单', 'Read a payment order'],
    description: [
      '只能查询本渠道的订单。路径中的订单号须做百分号编码，签名使用编码后的路径。',
      'Only orders of the same channel. The number in the path is percent-encoded, and the path is signed as it is encoded.',
    ],
    params: { no: orderNo },
    answer: z.object({
      orderNo,
      status,
      amountFen,
      productId,
      paidAt: field(
        ['支付时间，UTC；未支付时为 null', 'When it was paid, in UTC, or null'],
        z.string().nullable(),
      ),
      cardUrl: field(
        [
          '已支付时领取卡包的网址，否则为 null',
          'Where the user gets the card package once it is paid, or null',
        ],
        z.string().nullable(),
      ),
    }),
    example: {
      params: { no: 'C-20260922-0001' },
      answer: {
        orderNo: 'C-20260922-0001',
        status: 'paid',
        amountFen: 9900,
        productId: '1001',
        paidAt: '2026-09-22T01:40:00.000Z',
        cardUrl: 'https://card.example.com/c/51d0',
      },
    },
  },
  payCallback: {
    method: 'POST',
    path: '/pay/callback/{collectionId}',
    isPlanned: true,
    kind: 'write',
    access: 'anyone',
    caller: 'provider',
    summary: ['支付结果通知', 'Payment callback'],
    description: [
      '由支付机构调用：请求体、签名和应答均按支付机构自己的规范，由收款渠道的密钥验证。同一通知重复送达不会改变任何内容。',
      'Called by payment providers. Body, signature and answer have the provider’s own form and are checked with the secrets of the collection channel. The same notice again changes nothing.',
    ],
    params: { collectionId: field(['收款渠道编号', 'The ID of the collection channel'], id) },
    answer: z.null(),
    example: { params: { collectionId: '7' }, answer: null },
  },
})
