import { randomUUID } from 'node:crypto'
import { noticeHeaders } from '#payment/signed-notice'
import type { Acting } from './clients.ts'
import { cardFen, type Place } from './world.ts'

/** The provider's number of the payment of a link. */
const linkTradeNo = (orderId: string) => `L${orderId}`

/** A user buys: the order may be sent twice, is paid or not, and callbacks arrive more than once, also wrong ones. */
export async function order(acting: Acting): Promise<void> {
  const { callers, tally, draw, pick, world, one } = acting
  const channel = pick(world.channels)
  const orderNo = `S-${randomUUID()}`
  const userId = pick(world.buyers.get(channel.channelId) as string[])
  const body = { orderNo, userId, productId: pick(world.products), ip: '203.0.113.7' }
  const answers = await Promise.all(
    Array.from({ length: draw(6) === 0 ? 2 : 1 }, () => callers.channel(channel, '/order', body)),
  )
  for (const { code } of answers) tally.count('order', code)
  if (!answers.some(({ code }) => code === '0000')) return
  const made = await one<{ id: string; collection_id: string | null; pay: { value: string } | null }>(
    `select o.id, o.collection_id, o.pay from payment_number n join payment_order o on o.id = n.order_id
     where n.channel_id = $1 and n.channel_no = $2`,
    ...[channel.channelId, orderNo],
  )
  if (!made) throw new Error(`the order ${orderNo} is lost`)
  tally.tell('payment_order', made.id)
  const place = world.collections.get(made.collection_id ?? '')
  // One in six is never paid.
  if (!place || !made.pay || draw(6) === 0) return
  const tradeNo =
    place.provider === 'pool'
      ? linkTradeNo(made.id)
      : await payAtSandbox(acting, made.id, made.pay.value, place)
  if (tradeNo === null) return
  if (draw(3) === 0) await wrongCallback(acting, place, { orderNo: made.id, tradeNo })
  if (place.provider === 'pool' || draw(2) === 0) await callBack(acting, place, { orderNo: made.id, tradeNo })
}

/** Pays on the page of the provider, which then tells us. @returns the number of the payment; null if there is none */
async function payAtSandbox(
  { tally, world }: Acting,
  orderId: string,
  page: string,
  { merchantNo }: Place,
): Promise<string | null> {
  const pay = () =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ act: 'pay' }), redirect: 'manual' })
  await Promise.all([pay(), pay()])
  const [payment] = world.sandbox.memory.find(merchantNo, orderId)?.payments ?? []
  tally.count(payment ? 'payment' : 'payment failed')
  return payment?.tradeNo ?? null
}

const noticeOf = ({ merchantNo }: Place, { orderNo, tradeNo }: { orderNo: string; tradeNo: string }) => ({
  kind: 'payment',
  orderNo,
  merchantNo,
  appId: '',
  amountFen: cardFen,
  currency: 'CNY',
  status: 'paid',
  tradeNo,
  paidAt: new Date().toISOString(),
})

/** The right callback, to every instance at once. */
async function callBack(
  { callers, tally, world }: Acting,
  place: Place,
  of: { orderNo: string; tradeNo: string },
) {
  const body = JSON.stringify(noticeOf(place, of))
  const isTaken = await callers.callback(
    place.callbackPath,
    noticeHeaders(world.payKey, new Date(), body),
    body,
  )
  tally.count(isTaken ? 'callback taken' : 'callback lost')
  if (isTaken) tally.tell('payment_ref', `${place.provider} ${of.tradeNo}`)
}

/** A callback of another amount, of another currency, or that somebody else signed: nobody may believe it. */
async function wrongCallback(
  { callers, tally, draw, pick, world }: Acting,
  place: Place,
  of: { orderNo: string; tradeNo: string },
) {
  const right = noticeOf(place, { ...of, tradeNo: `W${of.tradeNo}`.slice(0, 60) })
  const wrong = pick([{ ...right, amountFen: cardFen - 1 }, { ...right, currency: 'USD' }, right])
  const body = JSON.stringify(wrong)
  const key = wrong === right || draw(3) === 0 ? 'somebody' : world.payKey
  const isTaken = await callers.callback(place.callbackPath, noticeHeaders(key, new Date(), body), body)
  tally.count(isTaken ? 'wrong callback taken' : 'wrong callback refused')
}

/** A part or all of a payment goes back, asked by two at once now and then. */
export async function refund({ callers, tally, draw, token, others, one }: Acting): Promise<void> {
  const paid = await one<{ id: string }>(
    `select id from payment_order where status in ('paid', 'refunding') and paid_fen > 0 order by random() limit 1`,
  )
  if (!paid) return
  const body = { amountFen: 1 + draw(cardFen), reason: 'storm' }
  const by = draw(4) === 0 ? [token, ...others] : [token]
  const answers = await Promise.all(
    by.map((each) => callers.admin(each, 'POST', `/payConfig/order/${paid.id}/refund`, body)),
  )
  for (const { code } of answers) tally.count('refund', code)
}
