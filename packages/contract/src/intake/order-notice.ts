import * as z from 'zod'
import { id } from '../kernel/kernel.ts'
import { noticeEvents } from '../payment/payment-order.ts'
import { at, productId, userId } from './fields.ts'
import { field } from './kernel.ts'
import { amountFen, orderNo, orderStatus, refundedFen } from './order.ts'

/** What a channel is told of an order: the body of a signed POST to the address that the channel has given. */
export const orderNotice = z.object({
  noticeId: field(['通知编号，重发时不变', 'The ID of the notice, the same when it is sent again'], id),
  event: field(
    [
      '事件：`paid` 已支付，`refunded` 已退款，`closed` 已关闭，`failed` 失败',
      'What happened: `paid`, `refunded`, `closed` or `failed`',
    ],
    z.enum(noticeEvents),
  ),
  orderNo,
  status: orderStatus,
  amountFen,
  productId,
  userId,
  paidAt: at(['支付时间；未支付时为 null', 'When it was paid, or null']).nullable(),
  refundedFen,
  refundFen: field(
    ['本次退款的金额，单位：分；仅退款通知有', 'What was refunded this time, in fen; only of a refund'],
    z.int(),
  ).optional(),
})

export const exampleNotice: z.infer<typeof orderNotice> = {
  noticeId: '311',
  event: 'paid',
  orderNo: 'C-20260922-0001',
  status: 'paid',
  amountFen: 9900,
  productId: '1001',
  userId: '42',
  paidAt: '2026-09-22T01:40:00.000Z',
  refundedFen: 0,
}
