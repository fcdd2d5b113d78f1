import type { AnswerOf, BodyOf } from '@kabao/contract'
import { codes } from '@kabao/contract'
import type { orderCalls } from '@kabao/contract/intake/order'
import { findOrder, type Order, openOrder, type Paying, startPayment } from '#payment'
import { invalid, notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'

/**
 * Opens an order and asks for its payment, in transactions of its own.
 * @throws Problem if the channel has no such user, the product is not sold, or the number is that of another order
 */
export async function orderFor(
  paying: Paying,
  {
    orderNo: channelNo,
    device = 'mobile',
    returnUrl,
    ...wanted
  }: BodyOf<typeof orderCalls.order> & { channelId: string },
): Promise<AnswerOf<typeof orderCalls.order>> {
  const opened = await openOrder(paying, { ...wanted, channelNo })
  if ('refusal' in opened) {
    if (opened.refusal === 'noSuchUser') throw notFound()
    if (opened.refusal === 'noSuchProduct') throw invalid({ productId: 'noSuchProduct' })
    throw new Problem(codes.conflict, opened.refusal === 'otherOrder' ? 'orderNoUsed' : opened.refusal)
  }
  await paying.at?.('opened')
  const { status, amountFen, pay, closesAt } = await startPayment(paying, opened.id, { device, returnUrl })
  const way = status === 'created' ? pay : null
  return {
    orderNo: channelNo,
    status,
    amountFen,
    closesAt,
    payUrl: way?.kind === 'url' ? way.value : null,
    payQr: way?.kind === 'qr' ? way.value : null,
    payForm: way?.kind === 'form' ? way.value : null,
  }
}

/** An order of a channel. @throws Problem 4040 if it has none with the number */
export async function orderByNo(
  db: Db,
  asked: { channelId: string; channelNo: string },
): Promise<AnswerOf<typeof orderCalls.orderByNo>> {
  const order = await findOrder(db, asked)
  if (!order) throw notFound()
  const { channelNo: orderNo, status, amountFen, productId, paidAt, refundedFen } = order
  return {
    orderNo,
    status,
    amountFen,
    productId,
    paidAt,
    refundedFen,
    cardUrl: hasCard(order) ? await pageOf(db, productId) : null,
  }
}

const hasCard = ({ status, paidFen, refundedFen }: Order) =>
  (status === 'paid' || status === 'refunding') && (paidFen === 0 || refundedFen < paidFen)

const pageOf = async (db: Db, productId: string): Promise<string | null> => {
  const product = await db
    .selectFrom('product')
    .select('targetUrl')
    .where('id', '=', productId)
    .executeTakeFirst()
  return product?.targetUrl ?? null
}
