import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChanges } from '#test/approve-changes'
import { secret, startApp } from '#test/harness'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'
import { callbackAddressOf } from '../../callback-address.ts'
import { noticeHeaders } from '../../signed-notice.ts'

const key = secret('the key of a provider that is tried')

/** A provider over HTTP that tells what it was asked, and repeats a secret in its answers. */
let asked: { url: string; orderNo: string; amountFen?: number }[] = []
let code = 'ok'
const standIn = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const said = JSON.parse(body)
  asked.push({ url: request.url ?? '', ...said })
  const state = request.url === '/pay/query' ? 'created' : 'closed'
  const told = request.url === '/pay/create' ? { payUrl: 'https://pay.example.com/1' } : { state }
  const answer = JSON.stringify({
    code,
    message: 'no such merchant',
    orderNo: said.orderNo,
    echo: key,
    ...told,
  })
  response.writeHead(200, noticeHeaders(key, new Date(), answer)).end(answer)
})
await new Promise<void>((done) => standIn.listen(0, '127.0.0.1', done))
const host = `127.0.0.1:${(standIn.address() as AddressInfo).port}`

const app = startApp({ outgoing: { schemes: ['https', 'http'], listed: [host] } })
const path = '/payConfig/collection'
let world: PayWorld
let request: Awaited<ReturnType<typeof app.as>>
let id = ''
beforeAll(async () => {
  world = await payWorld(app, testProvider())
  request = await app.as('collection:page', 'collection:create', 'collection:update')
  const { data } = (
    await request('POST', path, {
      name: '试单',
      provider: 'sandbox',
      settings: { gateway: `http://${host}`, merchantNo: 'm1' },
      secrets: { callbackKey: key },
    })
  ).body
  await approveChanges(app)
  id = data.id
})
afterAll(async () => {
  await world.stop()
  await new Promise((done) => standIn.close(done))
})

const tryOnce = async () => (await request('POST', `${path}/${id}/trial`)).body.data

test('a trial order of one fen is made, looked up and closed, and shown without secrets', async () => {
  asked = []
  const tried = await tryOnce()
  expect(tried).toMatchObject({ works: true, reason: null, amountFen: 1, pay: 'https://pay.example.com/1' })
  expect(tried.orderNo).toMatch(/^TEST\d+$/)
  const { orderNo } = tried
  expect(asked).toMatchObject([
    { url: '/pay/create', orderNo, amountFen: 1 },
    { url: '/pay/query', orderNo },
    { url: '/pay/close', orderNo },
  ])
  expect(tried.calls.map((call: { step: string; status: number }) => [call.step, call.status])).toEqual([
    ['create', 200],
    ['query', 200],
    ['close', 200],
  ])
  expect(JSON.parse(tried.calls[0].body)).toMatchObject({ orderNo, amountFen: 1 })
  expect(JSON.parse(tried.calls[0].answer)).toMatchObject({ code: 'ok', orderNo, echo: '••••' })
  expect(JSON.stringify(tried)).not.toContain(key)
  expect((await request('GET', `${path}/${id}`)).body.data).toMatchObject({ triedReason: null })
})

test('what the provider refuses is told, and nothing more is asked', async () => {
  asked = []
  code = 'noMerchant'
  const tried = await tryOnce()
  code = 'ok'
  expect(tried).toMatchObject({ works: false, reason: 'noMerchant: no such merchant', pay: null })
  expect(asked.map(({ url }) => url)).toEqual(['/pay/create'])
  expect((await request('GET', `${path}/${id}`)).body.data.triedReason).toBe('noMerchant: no such merchant')
})

test('a trial order is in no order, books, facts or suspense, also if somebody pays it', async () => {
  const counted = () =>
    world.one<object>(
      `select (select count(*)::int from payment_order) as orders, (select count(*)::int from payment_suspense) as suspense,
         (select count(*)::int from transfer) as transfers, (select count(*)::int from fact) as facts,
         (select count(*)::int from payment_callback) as callbacks, (select count(*)::int from collection_day) as days`,
    )
  const before = await counted()
  const { orderNo } = await tryOnce()
  const place = await callbackAddressOf(app.db, id)
  const notify = async (number: string) => {
    const body = JSON.stringify({
      kind: 'payment',
      status: 'paid',
      orderNo: number,
      tradeNo: `T${number}`,
      amountFen: 1,
      currency: 'CNY',
      appId: '',
      merchantNo: 'm1',
      paidAt: new Date().toISOString(),
    })
    const headers = noticeHeaders(key, new Date(), body)
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: place?.path ?? '',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: body,
    })
    return statusCode
  }
  expect(await notify(orderNo)).toBe(200)
  expect(await counted()).toEqual(before)
  // The same payment of a number that is no trial's goes to suspense.
  expect(await notify('123456789012345678')).toBe(500)
  expect(await counted()).toMatchObject({ suspense: (before as { suspense: number }).suspense + 1 })
})
