import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { chinaTime } from './china-time.ts'
import type { PaymentProvider, ProviderCallback } from './provider.ts'
import { checkProvider, openProvider } from './providers.ts'
import type { SandboxOrder } from './sandbox/memory.ts'
import { type Sandbox, startSandbox } from './sandbox/stand-in.ts'
import { sandboxTradeNo } from './sandbox/trade-number.ts'

const key = 'a key of the sandbox'
let standIn: Sandbox
let provider: PaymentProvider
const received: ProviderCallback[] = []
const entrance = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received.push({
    rawBody: Buffer.concat(chunks),
    headers: request.headers as Record<string, string>,
    query: '',
  })
  response.end('ok')
})
let notifyUrl = ''

beforeAll(async () => {
  standIn = await startSandbox({ key, lateMs: 50 })
  provider = opened(key)
  await new Promise<void>((resolve) => entrance.listen(0, '127.0.0.1', resolve))
  notifyUrl = `http://127.0.0.1:${(entrance.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await standIn.stop()
  await new Promise((resolve) => entrance.close(resolve))
})

const opened = (callbackKey: string, merchantNo = 'm1') =>
  openProvider(
    {
      key: 'collection:1',
      kind: 'sandbox',
      secrets: { callbackKey },
      settings: { gateway: `http://127.0.0.1:${standIn.port}`, merchantNo },
    },
    { outgoing: createOutgoing({ listed: [`127.0.0.1:${standIn.port}`] }), now: () => new Date() },
  )

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of source) found.push(each)
  return found
}

let last = 0
const order = (amountFen: number, subject = 'Card') => ({
  orderNo: `order${++last}`,
  amountFen,
  subject,
  notifyUrl,
  device: 'pc' as const,
  expiresAt: new Date(Date.now() + 60_000),
})

/** Creates and pays an order, and reads every notice that came. */
async function paid(amountFen: number, subject?: string) {
  const made = order(amountFen, subject)
  expect(await provider.create(made)).toMatchObject({ outcome: 'created', pay: { kind: 'url' } })
  received.length = 0
  await standIn.pay('m1', made.orderNo)
  const read = await Promise.all(received.map((each) => provider.readCallback(each)))
  return { orderNo: made.orderNo, read }
}

describe('an order of the sandbox', () => {
  test('is created, paid on its page, told by a signed notice, and refunded once for each refund number', async () => {
    const made = order(1_200)
    const created = await provider.create(made)
    expect(created).toMatchObject({ outcome: 'created', pay: { kind: 'url' } })
    expect(await provider.query(made.orderNo)).toEqual({ outcome: 'unpaid' })
    received.length = 0
    const page = await fetch((created as { pay: { value: string } }).pay.value, {
      method: 'POST',
      body: new URLSearchParams({ act: 'pay' }),
    })
    expect(await page.text()).toContain('已支付')
    expect(received).toHaveLength(1)
    const tradeNo = sandboxTradeNo(key, made.orderNo, 1_200)
    expect(await provider.readCallback(received[0] as ProviderCallback)).toMatchObject({
      outcome: 'verified',
      notice: { kind: 'payment', status: 'paid', orderNo: made.orderNo, tradeNo, amountFen: 1_200 },
    })
    expect(await provider.query(made.orderNo)).toMatchObject({ outcome: 'paid', tradeNo, amountFen: 1_200 })
    expect(await provider.close(made.orderNo)).toEqual({ outcome: 'paid' })
    const refund = { orderNo: made.orderNo, tradeNo, totalFen: 1_200, reason: 'r' }
    const once = { ...refund, refundNo: 'r1', amountFen: 700 }
    expect(await provider.refund(once)).toMatchObject({ outcome: 'refunded' })
    expect(await provider.refund(once)).toMatchObject({ outcome: 'refunded' })
    expect(await provider.refund({ ...refund, refundNo: 'r2', amountFen: 501 })).toMatchObject({
      outcome: 'refused',
      code: 'tooMuch',
    })
    expect(await provider.queryRefund({ orderNo: made.orderNo, refundNo: 'r1' })).toMatchObject({
      outcome: 'refunded',
    })
    expect(await provider.queryRefund({ orderNo: made.orderNo, refundNo: 'r3' })).toEqual({
      outcome: 'notFound',
    })
  })

  test('is closed, and then cannot be paid', async () => {
    const made = order(1_000)
    await provider.create(made)
    expect(await provider.close(made.orderNo)).toEqual({ outcome: 'closed' })
    await standIn.pay('m1', made.orderNo)
    expect(await provider.query(made.orderNo)).toEqual({ outcome: 'closed' })
    expect(await provider.query('nobody')).toEqual({ outcome: 'notFound' })
  })

  test.each([
    [1_001, 'refused'],
    [1_016, 'unknown'],
    [1_017, 'unknown'],
  ])('of %i fen is answered with %s', async (amountFen, outcome) => {
    expect(await provider.create(order(amountFen))).toMatchObject({ outcome })
  })

  test('whose answer is lost is there when it is asked for again', async () => {
    const made = order(1_012)
    expect(await provider.create(made)).toEqual({ outcome: 'unknown', why: 'noAnswer' })
    expect(await provider.create(made)).toMatchObject({ outcome: 'created' })
    expect(await provider.create({ ...made, amountFen: 1_300 })).toMatchObject({ outcome: 'refused' })
  })

  test('whose refund is lost gets the same refund under the same number', async () => {
    const { orderNo } = await paid(1_013)
    const tradeNo = sandboxTradeNo(key, orderNo, 1_013)
    const refund = { orderNo, tradeNo, refundNo: 'l1', amountFen: 1_013, totalFen: 1_013, reason: 'r' }
    expect(await provider.refund(refund)).toEqual({ outcome: 'unknown', why: 'noAnswer' })
    expect(await provider.refund(refund)).toMatchObject({ outcome: 'refunded' })
    expect(await provider.refund({ ...refund, refundNo: 'l2', amountFen: 1 })).toMatchObject({
      code: 'tooMuch',
    })
  })

  test('that was paid before a restart can be refunded', async () => {
    const tradeNo = sandboxTradeNo(key, 'old', 500)
    const refund = { orderNo: 'old', tradeNo, refundNo: 'o1', amountFen: 500, totalFen: 500, reason: 'r' }
    expect(await provider.refund(refund)).toMatchObject({ outcome: 'refunded' })
    expect(await provider.refund({ ...refund, orderNo: 'older' })).toMatchObject({ code: 'noPayment' })
  })
})

describe('the notices of the sandbox', () => {
  test.each([
    ['Card [twice]', ['verified', 'verified']],
    ['Card [wrongSignature]', ['wrong', 'verified']],
    ['Card [wrongApplication]', ['wrong', 'verified']],
    ['Card [wrongAmount]', ['verified', 'verified']],
    ['Card [wrongOrder]', ['verified', 'verified']],
    ['Card [silent]', []],
    ['Card [fail]', ['verified']],
  ])('of “%s”', async (subject, outcomes) => {
    const { read } = await paid(2_000, subject)
    expect(read.map(({ outcome }) => outcome)).toEqual(outcomes)
  })

  test('of two payments have two trade numbers', async () => {
    const { read } = await paid(2_000, 'Card [twoPayments]')
    const numbers = read.map((each) => (each.outcome === 'verified' ? each.notice.tradeNo : ''))
    expect(new Set(numbers).size).toBe(2)
  })

  test('are not believed when they are old, changed, or for another merchant', async () => {
    await paid(2_000)
    const [right] = received as [ProviderCallback]
    const changed = Buffer.from(right.rawBody.toString().replace('2000', '2001'))
    expect(await provider.readCallback({ ...right, rawBody: changed })).toEqual({
      outcome: 'wrong',
      reason: 'signature',
    })
    const timestamp = String(Number(right.headers['x-pay-timestamp']) - 301)
    expect(
      await provider.readCallback({ ...right, headers: { ...right.headers, 'x-pay-timestamp': timestamp } }),
    ).toEqual({ outcome: 'wrong', reason: 'signature' })
    expect(await opened(key, 'm2').readCallback(right)).toEqual({ outcome: 'wrong', reason: 'application' })
    const late = openProvider(
      { key: 'c', kind: 'sandbox', settings: { merchantNo: 'm1' }, secrets: { callbackKey: key } },
      { outgoing: createOutgoing(), now: () => new Date(Date.now() + 302_000) },
    )
    expect(await late.readCallback(right)).toEqual({ outcome: 'wrong', reason: 'stale' })
  })
})

test('a call with another key is refused, and its answer is not believed', async () => {
  expect(await opened('another key of the sandbox').tryIt()).toEqual({ outcome: 'unknown', why: 'signature' })
  expect(await provider.tryIt()).toEqual({ outcome: 'ok' })
})

test('the bill of a day has its payments and refunds', async () => {
  const mine = opened(key, 'm3')
  const made = order(1_500)
  await mine.create(made)
  await standIn.pay('m3', made.orderNo)
  const tradeNo = sandboxTradeNo(key, made.orderNo, 1_500)
  await mine.refund({ ...made, tradeNo, refundNo: 'b1', amountFen: 300, totalFen: 1_500, reason: 'r' })
  const known = standIn.memory.find('m3', made.orderNo) as SandboxOrder
  const { paidAt } = known.payments[0] as { paidAt: Date }
  for (const refund of known.refunds.values()) refund.at = paidAt
  const bill = await mine.downloadBill(chinaTime(paidAt).slice(0, 10))
  if (bill.outcome !== 'bill') throw new Error(bill.outcome)
  const lines = await all(mine.parseBill(bill.bytes))
  expect(lines.map(({ kind, amountFen, feeFen }) => [kind, amountFen, feeFen])).toEqual([
    ['payment', 1_500, 9],
    ['refund', 300, 0],
  ])
  expect(await mine.downloadBill('2020-01-01')).toEqual({ outcome: 'empty' })
})

test('what is entered for a sandbox and a pool is checked', () => {
  const check = (kind: 'sandbox' | 'pool', settings: object, secrets: object) =>
    checkProvider({ kind, settings: { ...settings }, secrets: { ...secrets } }, new Date()).map(
      ({ field, code }) => `${field} ${code}`,
    )
  expect(check('sandbox', { gateway: 'http://127.0.0.1:1', merchantNo: 'm' }, { callbackKey: key })).toEqual(
    [],
  )
  expect(check('sandbox', { gateway: 'ftp://x', merchantNo: 'm' }, { callbackKey: 'short' })).toEqual([
    'gateway address',
    'callbackKey shortKey',
  ])
  expect(check('sandbox', { other: '1' }, {})).toEqual([
    ...['other unknownField', 'gateway required', 'merchantNo required', 'callbackKey required'],
  ])
  expect(check('pool', {}, {})).toEqual([])
})
