import { createHmac, randomBytes } from 'node:crypto'
import { approveChanges, fresh } from './accounts.ts'
import { type ChannelKey, callAs, newUser } from './channel-call.ts'
import { call, expect, type Page, secret } from './product.ts'

/** A product whose orders are paid by the links of the pool, and the collection channel that takes them. */
export interface PoolSale {
  productId: string
  productName: string
  collectionId: string
  collectionName: string
  priceFen: number
  callbackKey: string
}

/**
 * Puts a product on sale, and makes a collection channel of the link pool the only one that collects. The files of journeys that use
 * it must have a product of their own (`leaves`).
 */
export async function poolSale(page: Page): Promise<PoolSale> {
  const { data: others } = await call(page, 'POST', '/payConfig/collection/page', {
    status: 'enabled',
    size: 100,
  })
  for (const { id, version } of others.records)
    await call(page, 'POST', `/payConfig/collection/${id}/disable`, { version })
  const [productName, priceFen] = [fresh('链接产品'), 9_900]
  const { data: product } = await call(page, 'POST', '/product', {
    name: productName,
    kind: 'package',
    flow: 'full',
    faceFen: 10_000,
    priceFen,
    validDays: 30,
  })
  const { version } = product
  expect((await call(page, 'POST', `/product/${product.id}/putOnSale`, { version })).code).toBe('0000')
  const [collectionName, callbackKey] = [fresh('链接收款'), secret(randomBytes(24).toString('base64url'))]
  const { data: made } = await call(page, 'POST', '/payConfig/collection', {
    name: collectionName,
    provider: 'pool',
    productIds: [product.id],
    settings: { merchantNo: 'M-journey' },
    secrets: { callbackKey },
  })
  await approveChanges(page)
  const { data: ready } = await call(page, 'GET', `/payConfig/collection/${made.id}`)
  const enabled = await call(page, 'POST', `/payConfig/collection/${made.id}/enable`, {
    version: ready.version,
  })
  expect(enabled.code).toBe('0000')
  return { productId: product.id, productName, collectionId: made.id, collectionName, priceFen, callbackKey }
}

/** Orders a product as a channel, for a user of its own. @returns the order's number at the provider, and how it is paid */
export async function orderAs(page: Page, channel: ChannelKey, { productId }: PoolSale) {
  const channelNo = fresh('C')
  const userId = await newUser(page, channel)
  const opened = await callAs(page, channel, '/order', {
    orderNo: channelNo,
    userId,
    productId,
    ip: '203.0.113.7',
  })
  const { data } = await call(page, 'POST', '/payConfig/order/page', { channelNo })
  return { id: data.records[0].id as string, channelNo, payUrl: opened.payUrl as string | null }
}

/** Reports a payment as the seller of the links does. @returns the HTTP status */
export async function reportPayment(
  page: Page,
  { collectionId, callbackKey, priceFen }: PoolSale,
  payment: { orderNo: string; tradeNo: string; status?: 'paid' | 'unpaid'; paidAt?: Date; key?: string },
): Promise<number> {
  const { orderNo, tradeNo, status = 'paid', paidAt = new Date(), key = callbackKey } = payment
  const body = JSON.stringify({
    kind: 'payment',
    status,
    orderNo,
    tradeNo,
    amountFen: priceFen,
    currency: 'CNY',
    appId: '',
    merchantNo: 'M-journey',
    paidAt: paidAt.toISOString(),
  })
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${timestamp}\n${body}`).digest('hex')
  const { data } = await call(page, 'GET', `/payConfig/collection/${collectionId}/callbacks`)
  const answer = await page.request.post(data.address, {
    headers: {
      'content-type': 'application/json',
      'x-pay-timestamp': timestamp,
      'x-pay-signature': signature,
    },
    data: body,
  })
  return answer.status()
}
