import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { certificateFor } from '#test/certificate'
import { alipayIds, alipayKeys, alipayNotice, paidPairs, startAlipay } from '#test/providers/alipay'
import { faults } from '#test/providers/stand-in'
import { fenOf, fenOfYuan, yuanOf } from './amount.ts'
import type { PaymentProvider, ProviderAccount } from './provider.ts'
import { checkProvider, openProvider } from './providers.ts'

const keys = alipayKeys()
const other = alipayKeys()
let standIn: Awaited<ReturnType<typeof startAlipay>>
let provider: PaymentProvider
const lines: unknown[] = []

beforeAll(async () => {
  standIn = await startAlipay(keys)
  provider = opened()
})
afterAll(() => standIn.stop())

const account = (changed: Partial<ProviderAccount> = {}): ProviderAccount => ({
  key: 'collection:1',
  kind: 'alipay',
  settings: {
    ...alipayIds,
    alipayPublicKey: keys.alipayPublic,
    gateway: `http://${standIn.host}/gateway.do`,
  },
  secrets: { privateKey: keys.appPrivate },
  ...changed,
})

const opened = (changed: Partial<ProviderAccount> = {}) =>
  openProvider(account(changed), {
    outgoing: createOutgoing({ listed: [standIn.host], report: (line) => void lines.push(line) }),
    now: () => new Date(),
  })

let last = 0
const order = (amountFen = 1_234, device: 'qr' | 'pc' | 'mobile' = 'qr') => ({
  orderNo: `order${++last}`,
  amountFen,
  subject: '卡包, "A" & 100%',
  device,
  notifyUrl: 'https://kabao.example/n',
  expiresAt: new Date(Date.now() + 1_800_000),
})

async function created(amountFen?: number) {
  const made = order(amountFen)
  expect(await provider.create(made)).toMatchObject({ outcome: 'created' })
  return { made, known: standIn.orders.get(made.orderNo) as { status: string } }
}

describe('an order at Alipay', () => {
  test('is created, asked about, paid and refunded, every call signed by the published rules', async () => {
    const { made, known } = await created()
    expect(await provider.query(made.orderNo)).toEqual({ outcome: 'unpaid' })
    known.status = 'TRADE_SUCCESS'
    expect(await provider.query(made.orderNo)).toEqual({
      outcome: 'paid',
      tradeNo: '2026030122001400001',
      amountFen: 1_234,
      currency: 'CNY',
      appId: alipayIds.appId,
      paidAt: new Date('2026-03-01T02:00:05Z'),
    })
    expect(await provider.close(made.orderNo)).toEqual({ outcome: 'paid' })
    const refund = { ...made, tradeNo: '2026030122001400001', totalFen: 1_234, reason: 'r' }
    const half = { ...refund, refundNo: 'r1', amountFen: 617 }
    expect(await provider.refund(half)).toEqual({ outcome: 'refunded', refundedAt: null })
    // The answer to a repeat does not say what became of it.
    expect(await provider.refund(half)).toEqual({ outcome: 'pending' })
    expect(await provider.queryRefund(half)).toEqual({
      outcome: 'refunded',
      refundedAt: new Date('2026-03-01T03:00:00Z'),
    })
    expect(await provider.queryRefund({ ...half, refundNo: 'r2' })).toEqual({ outcome: 'notFound' })
    expect(await provider.refund({ ...refund, refundNo: 'r3', amountFen: 9_900 })).toEqual({
      outcome: 'refused',
      code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
      message: '余额不足',
    })
  })

  test('on a page gets a signed address, which the gateway accepts', async () => {
    for (const device of ['pc', 'mobile'] as const) {
      const made = await provider.create({ ...order(1_234, device), returnUrl: 'https://kabao.example/r' })
      if (made.outcome !== 'created' || made.pay.kind !== 'url') throw new Error(made.outcome)
      const answer = await fetch(made.pay.value)
      expect(await answer.text()).toContain('ACQ.TRADE_NOT_EXIST')
      const query = new URL(made.pay.value).searchParams
      expect(query.get('method')).toBe(device === 'pc' ? 'alipay.trade.page.pay' : 'alipay.trade.wap.pay')
      expect(query.get('return_url')).toBe('https://kabao.example/r')
    }
  })

  test('is closed; one that was never opened counts as closed', async () => {
    const { made } = await created()
    expect(await provider.close(made.orderNo)).toEqual({ outcome: 'closed' })
    expect(await provider.query(made.orderNo)).toEqual({ outcome: 'closed' })
    expect(await provider.close('nobody')).toEqual({ outcome: 'closed' })
    expect(await provider.query('nobody')).toEqual({ outcome: 'notFound' })
  })

  test('is refused, or unknown where Alipay itself does not know', async () => {
    expect(await provider.create(order(1))).toMatchObject({
      outcome: 'refused',
      code: 'ACQ.TOTAL_FEE_EXCEED',
    })
    expect(await provider.create(order(2))).toMatchObject({ outcome: 'unknown', why: 'says' })
  })
})

describe('an answer that cannot be believed is unknown', () => {
  test.each(faults)('%s', async (fault) => {
    const { made, known } = await created()
    known.status = 'TRADE_SUCCESS'
    standIn.state.fault = fault
    try {
      const refund = { ...made, tradeNo: 't', refundNo: 'f1', amountFen: 1, totalFen: 1_234, reason: 'r' }
      for (const answer of [
        await provider.create(made),
        await provider.query(made.orderNo),
        await provider.refund(refund),
        await provider.queryRefund(refund),
        ...(fault === 'otherOrder' ? [] : [await provider.close(made.orderNo), await provider.tryIt()]),
      ])
        expect(answer.outcome).toBe('unknown')
    } finally {
      standIn.state.fault = 'none'
    }
  })

  test('in the part that somebody added after the signature', async () => {
    const { made } = await created()
    const forged = JSON.stringify({
      code: '10000',
      out_trade_no: made.orderNo,
      trade_no: '1',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '12.34',
      send_pay_date: '2026-03-01 10:00:05',
    })
    standIn.state.added = `,"alipay_trade_query_response":${forged}`
    expect(await provider.query(made.orderNo)).toEqual({ outcome: 'unpaid' })
    standIn.state.added = ''
  })

  test('from nobody', async () => {
    const nowhere = opened({ settings: { ...account().settings, gateway: 'http://127.0.0.1:9/gateway.do' } })
    expect(await nowhere.query('order1')).toEqual({ outcome: 'unknown', why: 'address', notSent: true })
  })

  test('signed with another key, or asked with one', async () => {
    const settings = { ...account().settings, alipayPublicKey: other.alipayPublic }
    expect(await opened({ settings }).tryIt()).toMatchObject({ outcome: 'unknown', why: 'signature' })
    const mine = opened({ secrets: { privateKey: other.appPrivate } })
    expect(await mine.tryIt()).toEqual({
      outcome: 'unknown',
      why: 'signature',
      message: 'isv.invalid-signature',
    })
    expect(await provider.tryIt()).toEqual({ outcome: 'ok' })
  })
})

const read = (rawBody: Buffer) => provider.readCallback({ rawBody, headers: {}, query: '' })

describe('a notice of Alipay', () => {
  test('of a payment is verified', async () => {
    expect(await read(alipayNotice(keys, paidPairs('order1')))).toEqual({
      outcome: 'verified',
      notice: {
        kind: 'payment',
        status: 'paid',
        orderNo: 'order1',
        tradeNo: '2026030122001400001',
        amountFen: 1_234,
        currency: 'CNY',
        appId: alipayIds.appId,
        merchantNo: alipayIds.sellerId,
        paidAt: new Date('2026-03-01T02:00:05Z'),
      },
    })
  })

  test('of a refund names it, and not its amount', async () => {
    const pairs = paidPairs('order1', {
      refund_fee: '5.00',
      out_biz_no: 'r1',
      gmt_refund: '2026-03-01 11:00:00',
    })
    expect(await read(alipayNotice(keys, pairs))).toMatchObject({
      outcome: 'verified',
      notice: { kind: 'refund', status: 'refunded', refundNo: 'r1', amountFen: null },
    })
  })

  test('with a changed, an added or a removed pair is not believed', async () => {
    const text = alipayNotice(keys, paidPairs('order1')).toString()
    for (const changed of [
      text.replace('12.34', '12.35'),
      `${text}&extra=1`,
      text.replace('&version=1.0', ''),
      text.replace(/sign=[^&]+/, 'sign='),
    ])
      expect(await read(Buffer.from(changed))).toEqual({ outcome: 'wrong', reason: 'signature' })
    // The first of two could be signed, and the second read.
    expect(await read(Buffer.from(`${text}&total_amount=0.01`))).toEqual({ outcome: 'wrong', reason: 'form' })
  })

  test('signed with SHA-1 is not believed, although it is the key of Alipay', async () => {
    const weak = alipayNotice(keys, paidPairs('order1'), { algorithm: 'RSA-SHA1', signType: 'RSA' })
    expect(await read(weak)).toEqual({ outcome: 'wrong', reason: 'signature' })
  })

  test.each([
    ['signature', alipayNotice(other, paidPairs('order1'))],
    ['application', alipayNotice(keys, paidPairs('order1', { app_id: '2021000000000002' }))],
    ['application', alipayNotice(keys, paidPairs('order1', { seller_id: '2088000000000002' }))],
    ['amount', alipayNotice(keys, paidPairs('order1', { total_amount: '12.345' }))],
    ['amount', alipayNotice(keys, paidPairs('order1', { total_amount: '-1.00' }))],
    ['form', alipayNotice(keys, paidPairs('order1', { trade_status: 'OTHER' }))],
    ['form', alipayNotice(keys, paidPairs('order1', { gmt_payment: 'soon' }))],
    ['form', alipayNotice(keys, paidPairs('order1', { body: 'thanks&out_trade_no=order2' }))],
    ['form', alipayNotice(keys, paidPairs('order1', { 'body=1&c': '2' }))],
    ['form', iconv.encode('卡包=1', 'gbk')],
    ['form', Buffer.alloc(0)],
  ])('is wrong: %s', async (reason, body) => {
    expect(await read(body)).toEqual({ outcome: 'wrong', reason })
  })

  test('of any bytes is never believed and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await read(Buffer.from(bytes))).outcome).toBe('wrong')
      }),
      { numRuns: 300 },
    )
    const text = alipayNotice(keys, paidPairs('order1')).toString('latin1')
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 33, max: 126 }), async (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        const result = await read(Buffer.from(changed))
        // A change that decodes to the same pairs is no change.
        const isSame = new URLSearchParams(changed).toString() === new URLSearchParams(text).toString()
        const isTrailing = changed.slice(0, text.indexOf('sign=')) === text.slice(0, text.indexOf('sign='))
        if (!isSame && !isTrailing) expect(result.outcome).toBe('wrong')
      }),
      { numRuns: 300 },
    )
  })

  test('is answered as Alipay expects', () => {
    expect(provider.answer(true)).toEqual({ status: 200, contentType: 'text/plain', body: 'success' })
    expect(provider.answer(false).body).toBe('fail')
  })
})

test('the bill of a day is fetched; a day without one is told apart from a day that is too early', async () => {
  standIn.state.bill = Buffer.from('a bill')
  const bill = await provider.downloadBill('2026-03-01')
  if (bill.outcome !== 'bill') throw new Error(bill.outcome)
  const chunks: Uint8Array[] = []
  for await (const chunk of bill.bytes) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toBe('a bill')
  standIn.state.bill = null
  expect(await provider.downloadBill('2026-03-01')).toEqual({ outcome: 'empty' })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(await provider.downloadBill(tomorrow)).toEqual({ outcome: 'notReady' })
})

describe('what is entered for Alipay', () => {
  const check = (settings: Record<string, string>, secrets: Record<string, string> = {}) =>
    checkProvider(
      {
        kind: 'alipay',
        settings: { ...account().settings, gateway: '', ...settings },
        secrets: { privateKey: keys.appPrivate, ...secrets },
      },
      new Date(),
    ).map(({ field, code }) => `${field} ${code}`)
  const ownPublic = createPublicKey(keys.appPrivate).export({ type: 'spki', format: 'pem' }) as string
  const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

  test('is accepted in PEM and in bare base64', () => {
    expect(check({})).toEqual([])
    expect(
      check({ alipayPublicKey: bare(keys.alipayPublic) }, { privateKey: bare(keys.appPrivate) }),
    ).toEqual([])
  })

  test.each([
    ['appId appId', { appId: '1' }, {}],
    ['sellerId sellerId', { sellerId: '1000000000000000' }, {}],
    ['gateway address', { gateway: 'http://openapi.alipay.com' }, {}],
    ['privateKey privateKey', {}, { privateKey: keys.alipayPublic }],
    [
      'privateKey privateKey',
      {},
      { privateKey: elliptic.export({ type: 'pkcs8', format: 'pem' }) as string },
    ],
    ['privateKey weakKey', {}, { privateKey: weak.export({ type: 'pkcs8', format: 'pem' }) as string }],
    ['alipayPublicKey publicKey', { alipayPublicKey: keys.appPrivate }, {}],
    ['alipayPublicKey ownKey', { alipayPublicKey: ownPublic }, {}],
    ['alipayPublicKey required', { alipayPublicKey: '' }, {}],
  ])('is refused: %s', (found, settings, secrets) => {
    expect(check(settings as Record<string, string>, secrets as Record<string, string>)).toEqual([found])
  })

  test('as certificates must be whole, fit the key, and not be expired', async () => {
    const app = certificateFor(['app'], { rsa: true })
    const alipay = certificateFor(['alipay'], { rsa: true })
    const old = certificateFor(['old'], { rsa: true, until: new Date(Date.now() - 60_000) })
    const three = {
      alipayPublicKey: '',
      appCert: app.cert,
      alipayCert: alipay.cert,
      alipayRootCert: alipay.cert,
    }
    expect(check(three, { privateKey: app.key })).toEqual([])
    expect(check(three)).toEqual(['appCert pair'])
    expect(check({ ...three, alipayCert: old.cert }, { privateKey: app.key })).toEqual(['alipayCert expired'])
    expect(check({ ...three, alipayCert: '' }, { privateKey: app.key })).toEqual(['alipayCert together'])
    const settings = { ...account().settings, ...three }
    const withCertificates = opened({ settings, secrets: { privateKey: app.key } })
    const made = await withCertificates.create(order(1_234, 'pc'))
    if (made.outcome !== 'created' || made.pay.kind !== 'url') throw new Error(made.outcome)
    expect(new URL(made.pay.value).searchParams.get('app_cert_sn')).toMatch(/^[0-9a-f]{32}$/)
    const notice = alipayNotice({ ...keys, alipayPrivate: alipay.key }, paidPairs('order1'))
    const believed = await withCertificates.readCallback({ rawBody: notice, headers: {}, query: '' })
    expect(believed.outcome).toBe('verified')
    const foreign = await withCertificates.readCallback({
      rawBody: alipayNotice(keys, paidPairs('order1')),
      headers: {},
      query: '',
    })
    expect(foreign).toEqual({ outcome: 'wrong', reason: 'signature' })
  })
})

test('nothing that is reported or answered holds a key', async () => {
  const settings = { ...account().settings, alipayPublicKey: other.alipayPublic }
  const answers = [
    await opened({ settings }).tryIt(),
    await opened({ secrets: { privateKey: other.appPrivate } }).tryIt(),
    await opened({ secrets: { privateKey: 'no key' } }).tryIt(),
    checkProvider({ ...account(), secrets: { privateKey: 'a wrong private key' } }, new Date()),
  ]
  const text = inspect([answers, lines], { depth: null, maxStringLength: null })
  expect(lines.length).toBeGreaterThan(20)
  for (const secret of [keys.appPrivate, other.appPrivate])
    for (const line of secret.split('\n').slice(1, 5)) expect(text).not.toContain(line)
  expect(text).not.toContain('a wrong private key')
  expect(text).not.toContain('sign=')
})

test('amounts are exact in both directions', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (fen) => {
      expect(fenOfYuan(yuanOf(fen))).toBe(fen)
      expect(fenOf(String(fen))).toBe(fen)
    }),
  )
  for (const text of ['1e3', '0x1', ' 1', '1.', '.1', '1.234', '-1', '10000000.01', 'NaN', '', null, 12, 1.5])
    expect(fenOfYuan(text)).toBe(null)
  for (const value of [1.5, -1, Number.NaN, '1.0', '-1', '', null, 1_000_000_001])
    expect(fenOf(value)).toBe(null)
})
