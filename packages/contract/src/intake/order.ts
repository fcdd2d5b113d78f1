import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { requiredText } from '../kernel/kernel.ts'
import { namesNobody } from '../kernel/personal-text.ts'
import { webAddress } from '../kernel/web-address.ts'
import { orderStatuses } from '../payment/payment-order.ts'
import { intakeCallNames } from './call-names.ts'
import { at, ip, namesNobodyWords, partnerNumber, productId, userId } from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

/**
 * As `webAddress`, with one pair in its query at most: providers sign the pairs of a request as one text, which an address with a whole
 * joint `&name=` in it would let be split otherwise.
 */
const onePairAddress = webAddress.refine((typed) => !/&[^&=]*=/.test(typed), 'addressPairs')

export const orderNo = field(['渠道自己的订单号', 'The channel’s own order number'], partnerNumber)
const newOrderNo = field(
  [
    `渠道自己的订单号，在本渠道内唯一：4–64 位字母、数字、_ . -，${namesNobodyWords[0]}`,
    `The channel’s own order number, unique in the channel: 4–64 letters, digits, _ . -; ${namesNobodyWords[1]}`,
  ],
  namesNobody(partnerNumber),
)
export const orderStatus = field(
  [
    '`created` 待支付，`paid` 已支付，`refunding` 退款中，`refunded` 已退款，`closed` 已关闭，`failed` 失败',
    '`created`: waits for payment; `paid`; `refunding`; `refunded`; `closed`; `failed`',
  ],
  z.enum(orderStatuses),
)
export const amountFen = field(['金额，单位：分', 'The amount in fen (1/100 yuan)'], z.int())

export const refundedFen = field(['已退款的金额，单位：分', 'What was refunded, in fen'], z.int())

export const orderCalls = intakeCalls({
  order: {
    method: 'POST',
    path: '/order',
    kind: 'write',
    access: 'signedIn',
    runs: 'calls',
    ...intakeCallNames.order,
    description: [
      '以订单号为准：相同的订单号返回同一订单；用户或产品不同则被拒绝（4090）。30 分钟内未支付的订单自动关闭。三种支付方式都为 null 且状态为 created 时，请稍后用相同内容重试；failed 表示没有收款渠道接收。',
      'The order number decides: the same number gives the same order, and is refused (4090) with another user or product. An order that is not paid within 30 minutes is closed. If all three ways to pay are null and the status is `created`, ask again later with the same contents; `failed` means that no collection channel takes the order.',
    ],
    body: z.strictObject({
      orderNo: newOrderNo,
      userId,
      productId,
      ip,
      device: field(
        [
          '用户支付的方式：`mobile` 手机浏览器（默认），`pc` 电脑浏览器，`qr` 扫码',
          'How the user pays: `mobile` browser (the default), `pc` browser, or by scanning a `qr` code',
        ],
        z.enum(['mobile', 'pc', 'qr'], 'choice'),
      ).optional(),
      returnUrl: field(
        ['支付完成后用户返回的网址', 'Where the user is sent after the payment'],
        onePairAddress,
      ).optional(),
    }),
    answer: z.object({
      orderNo,
      status: orderStatus,
      amountFen,
      payUrl: field(
        ['支付页面的网址；须用其他方式支付时为 null', 'The address of the payment page, or null'],
        z.string().nullable(),
      ),
      payQr: field(
        ['支付二维码的内容，否则为 null', 'The text of the QR code to pay, or null'],
        z.string().nullable(),
      ),
      payForm: field(
        [
          '由浏览器以 POST 提交的表单：网址和各字段；否则为 null',
          'The form that the browser sends as a POST, with its address and fields, or null',
        ],
        z
          .object({
            address: field(['表单提交的网址', 'Where the form is sent'], z.string()),
            fields: field(['表单的各字段', 'The fields of the form'], z.record(z.string(), z.string())),
          })
          .nullable(),
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
        payQr: null,
        payForm: null,
        closesAt: '2026-09-22T02:00:00.000Z',
      },
    },
  },
  orderByNo: {
    method: 'GET',
    path: '/order/{no}',
    kind: 'read',
    access: 'signedIn',
    ...intakeCallNames.orderByNo,
    description: [
      '只能查询本渠道的订单。路径中的订单号须做百分号编码，签名使用编码后的路径。',
      'Only orders of the same channel. The number in the path is percent-encoded, and the path is signed as it is encoded.',
    ],
    params: { no: orderNo },
    answer: z.object({
      orderNo,
      status: orderStatus,
      amountFen,
      productId,
      paidAt: at(['支付时间；未支付时为 null', 'When it was paid, or null']).nullable(),
      refundedFen,
      cardUrl: field(
        [
          '已支付且产品有页面时，用户前往的网址，否则为 null',
          'Once it is paid: the page of the product to which the user goes, if it has one, or null',
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
        refundedFen: 0,
        cardUrl: 'https://card.example.com/c/51d0',
      },
    },
  },
  payCallback: {
    method: 'POST',
    path: '/pay/callback/{token}',
    kind: 'write',
    access: 'anyone',
    ...intakeCallNames.payCallback,
    description: [
      '由支付机构调用：请求体、签名和应答均按支付机构自己的规范，由收款渠道的密钥验证。同一通知重复送达不会改变任何内容。',
      'Called by payment providers. Body, signature and answer have the provider’s own form and are checked with the secrets of the collection channel. The same notice again changes nothing.',
    ],
    params: {
      token: field(
        ['收款渠道回调地址的末段', 'The last part of the callback address of the collection channel'],
        requiredText(32),
      ),
    },
    answer: z.null(),
    example: { params: { token: '5f0c6d1e9b7a4c38a2e4d6f80b1c3e57' }, answer: null },
  },
})
