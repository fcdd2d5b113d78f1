import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { certificateFor } from '#test/certificate'
import { faults } from '#test/providers/stand-in'
import {
  apiKey,
  payment,
  platformCertificate,
  refund as refundOf,
  sealedWith,
  signedHeaders,
  startWechat,
  wechatIds,
  wechatKeys,
  wechatNotice,
} from '#test/providers/wechat'
import type { PaymentProvider, ProviderAccount, ProviderCallback } from './provider.ts'
import { checkProvider, openProvider } from './providers.ts'

const keys = wechatKeys()
const other = wechatKeys()
let standIn: Awaited<ReturnType<typeof startWechat>>
let provider: PaymentProvider
const lines: unknown[] = []

beforeAll(async () => {
  standIn = await startWechat(keys)
  provider = opened()
})
afterAll(() => standIn.stop())

const account = (changed: Partial<ProviderAccount> = {}): ProviderAccount => ({
  key: 'collection:2',
  kind: 'wechat',
  settings: {
    ...wechatIds,
    merchantCert: keys.merchant.cert,
    gateway: `http://${standIn.host}`,
    publicKeyId: keys.publicKey.serial,
    publicKey: keys.publicPem,
  },
  secrets: { apiKey, privateKey: keys.merchant.key },
  ...changed,
})

const opened = (changed: Partial<ProviderAccount> = {}, now = () => new Date()) =>
  openProvider(account(changed), {
    outgoing: createOutgoing({ listed: [standIn.host], report: (line) => void lines.push(line) }),
    now,
  })

/** A merchant that has no public key of WeChat Pay, but its certificates. @param key whose cache is empty */
const withCertificates = (key: string, now?: () => Date) => {
  const { publicKeyId: _, publicKey: __, ...settings } = account().settings
  return opened({ key, settings }, now)
}

let last = 0
const order = (amountFen = 1_234) => ({
  orderNo: `order${++last}`,
  amountFen,
  subject: '卡包, "A" & 100%',
  device: 'pc' as const,
  notifyUrl: 'https://kabao.example/n',
  expiresAt: new Date(Date.now() + 1_800_000),
})

async function created() {
  const made = order()
  expect(await provider.create(made)).toMatchObject({ outcome: 'created', pay: { kind: 'qr' } })
  return { made, known: standIn.orders.get(made.orderNo) as { state: string } }
}

describe('an order at WeChat Pay', () => {
  test('is created, asked about, paid and refunded, every call signed by the published rules', async () => {
    const { made, known } = await created()
    expect(await provider.query(made.orderNo)).toEqual({ outcome: 'unpaid' })
    known.state = 'SUCCESS'
    expect(await provider.query(made.orderNo)).toEqual({
      outcome: 'paid',
      tradeNo: '4200000001',
      amountFen: 1_234,
      currency: 'CNY',
      appId: wechatIds.appId,
      paidAt: new Date('2026-03-01T02:00:05Z'),
    })
    expect(await provider.close(made.orderNo)).toEqual({ outcome: 'paid' })
    const refund = {
      ...made,
      tradeNo: '4200000001',
      refundNo: 'r1',
      amountFen: 234,
      totalFen: 1_234,
      reason: 'r',
    }
    const done = { outcome: 'refunded', refundedAt: new Date('2026-03-01T03:00:00Z') }
    expect(await provider.refund(refund)).toEqual(done)
    expect(await provider.queryRefund(refund)).toEqual(done)
    expect(await provider.queryRefund({ ...refund, refundNo: 'r2' })).toEqual({ outcome: 'notFound' })
    expect(await provider.refund({ ...refund, amountFen: 9_900 })).toEqual({
      outcome: 'refused',
      code: 'NOT_ENOUGH',
      message: '余额不足',
    })
    for (const [status, outcome] of [
      ['PROCESSING', 'pending'],
      ['ABNORMAL', 'pending'],
      ['CLOSED', 'refused'],
      ['OTHER', 'unknown'],
    ] as const) {
      standIn.state.refundStatus = status
      expect((await provider.queryRefund(refund)).outcome).toBe(outcome)
    }
    standIn.state.refundStatus = 'SUCCESS'
  })

  test('on a mobile is opened by an address that comes back to ours', async () => {
    const made = await provider.create({
      ...order(),
      device: 'mobile',
      clientIp: '203.0.113.7',
      returnUrl: 'https://kabao.example/r?a=1',
    })
    const back = encodeURIComponent('https://kabao.example/r?a=1')
    const value = `https://wx.tenpay.com/h5?prepay_id=1&redirect_url=${back}`
    expect(made).toEqual({ outcome: 'created', pay: { kind: 'url', value } })
  })

  test('is closed; one that WeChat Pay does not have counts as closed', async () => {
    const { made } = await created()
    expect(await provider.close(made.orderNo)).toEqual({ outcome: 'closed' })
    expect(await provider.query(made.orderNo)).toEqual({ outcome: 'closed' })
    expect(await provider.close('nobody')).toEqual({ outcome: 'closed' })
    expect(await provider.query('nobody')).toEqual({ outcome: 'notFound' })
  })

  test('is refused, or unknown where WeChat Pay itself does not know', async () => {
    expect(await provider.create(order(1))).toMatchObject({ outcome: 'refused', code: 'PARAM_ERROR' })
    expect(await provider.create(order(2))).toMatchObject({ outcome: 'unknown', why: 'says' })
    expect(await provider.create(order(3))).toMatchObject({ outcome: 'unknown', why: 'says' })
  })
})

describe('an answer that cannot be believed is unknown', () => {
  test.each(faults)('%s', async (fault) => {
    const { made, known } = await created()
    known.state = 'SUCCESS'
    const refund = { ...made, tradeNo: 't', refundNo: 'f1', amountFen: 1, totalFen: 1_234, reason: 'r' }
    standIn.state.fault = fault
    try {
      for (const answer of [
        await provider.query(made.orderNo),
        await provider.refund(refund),
        await provider.queryRefund(refund),
        ...(fault === 'otherOrder'
          ? []
          : [await provider.create(made), await provider.close(made.orderNo), await provider.tryIt()]),
      ])
        expect(answer.outcome).toBe('unknown')
    } finally {
      standIn.state.fault = 'none'
    }
  })

  test('signed more than five minutes ago, with another key, or with a key that nobody has', async () => {
    standIn.state.at = () => new Date(Date.now() - 301_000)
    expect(await provider.tryIt()).toMatchObject({ outcome: 'unknown', why: 'stale' })
    standIn.state.at = () => new Date()
    standIn.state.signer = { ...other.publicKey, serial: keys.publicKey.serial }
    expect(await provider.tryIt()).toMatchObject({ outcome: 'unknown', why: 'signature' })
    standIn.state.signer = { ...keys.publicKey, serial: 'PUB_KEY_ID_0' }
    expect(await provider.tryIt()).toMatchObject({ outcome: 'unknown', why: 'key' })
    standIn.state.signer = keys.publicKey
    expect(await provider.tryIt()).toEqual({ outcome: 'ok' })
  })

  test('asked with another key', async () => {
    const mine = opened({ secrets: { apiKey, privateKey: other.merchant.key } })
    expect(await mine.tryIt()).toEqual({
      outcome: 'unknown',
      why: 'signature',
      message: 'SIGN_ERROR 签名错误',
    })
  })
})

describe('the certificates of WeChat Pay', () => {
  const notice = (signer = keys.platform) => wechatNotice(signer, payment('order1'))

  test('are fetched when a number is new, and the old and the new one are both believed during a change', async () => {
    const mine = withCertificates('rotation')
    standIn.state.certificatesAsked = 0
    expect((await mine.readCallback(notice())).outcome).toBe('verified')
    expect((await withCertificates('rotation').readCallback(notice())).outcome).toBe('verified')
    expect(standIn.state.certificatesAsked).toBe(1)
    const next = platformCertificate(17)
    standIn.state.certificates = [next, keys.platform]
    // A number that nobody knows, sent by anybody, makes us ask at most once a minute.
    for (let nth = 0; nth < 5; nth++)
      expect(await mine.readCallback(notice(platformCertificate(18)))).toEqual({
        outcome: 'wrong',
        reason: 'key',
      })
    expect(standIn.state.certificatesAsked).toBe(1)
    const later = withCertificates('rotation', () => new Date(Date.now() + 61_000))
    expect((await later.readCallback(notice(next))).outcome).toBe('verified')
    expect((await later.readCallback(notice())).outcome).toBe('verified')
    expect(standIn.state.certificatesAsked).toBe(2)
    standIn.state.certificates = [keys.platform]
  })

  test('that have expired, or are not encrypted with the key of the merchant, are not believed', async () => {
    const old = platformCertificate(19, new Date(Date.now() - 1_000))
    standIn.state.certificates = [keys.platform, old]
    const mine = withCertificates('expired')
    expect(await mine.readCallback(notice(old))).toEqual({ outcome: 'wrong', reason: 'key' })
    expect((await mine.readCallback(notice())).outcome).toBe('verified')
    standIn.state.certificates = [keys.platform]
    const { publicKeyId: _, publicKey: __, ...settings } = account().settings
    const secrets = { apiKey: 'x'.repeat(32), privateKey: keys.merchant.key }
    const foreign = opened({ key: 'foreign', settings, secrets })
    expect(await foreign.readCallback(notice())).toEqual({ outcome: 'unknown', why: 'key' })
    // And a failure is not repeated for each notice.
    standIn.state.certificatesAsked = 0
    expect(await foreign.readCallback(notice())).toEqual({ outcome: 'unknown', why: 'key' })
    expect(standIn.state.certificatesAsked).toBe(0)
  })

  test('verify answers, too', async () => {
    standIn.state.signer = keys.platform
    expect(await withCertificates('answers').tryIt()).toEqual({ outcome: 'ok' })
    standIn.state.signer = keys.publicKey
  })
})

const read = (callback: ProviderCallback) => provider.readCallback(callback)

describe('a notice of WeChat Pay', () => {
  test('of a payment is verified and decrypted', async () => {
    expect(await read(wechatNotice(keys.publicKey, payment('order1')))).toEqual({
      outcome: 'verified',
      notice: {
        kind: 'payment',
        status: 'paid',
        orderNo: 'order1',
        tradeNo: '4200000001',
        amountFen: 1_234,
        currency: 'CNY',
        ...wechatIds,
        paidAt: new Date('2026-03-01T02:00:05Z'),
      },
    })
  })

  test('of a refund has its amount', async () => {
    const event = { event: 'REFUND.SUCCESS' }
    expect(await read(wechatNotice(keys.publicKey, refundOf('order1'), event))).toMatchObject({
      outcome: 'verified',
      notice: { kind: 'refund', status: 'refunded', refundNo: 'r1', amountFen: 234 },
    })
    const abnormal = refundOf('order1', { refund_status: 'ABNORMAL' })
    expect(await read(wechatNotice(keys.publicKey, abnormal, { event: 'REFUND.ABNORMAL' }))).toMatchObject({
      notice: { status: 'pending' },
    })
  })

  test('with one changed byte is not believed', async () => {
    const { rawBody, headers } = wechatNotice(keys.publicKey, payment('order1'))
    await fc.assert(
      fc.asyncProperty(fc.nat(rawBody.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        const changed = Buffer.from(rawBody)
        changed[at] = (changed[at] as number) ^ bits
        expect(await read({ rawBody: changed, headers, query: '' })).toEqual({
          outcome: 'wrong',
          reason: 'signature',
        })
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['stale', wechatNotice(keys.publicKey, payment('o'), { at: new Date(Date.now() - 310_000) })],
    ['stale', wechatNotice(keys.publicKey, payment('o'), { at: new Date(Date.now() + 900_000) })],
    ['signature', wechatNotice({ ...other.publicKey, serial: keys.publicKey.serial }, payment('o'))],
    ['key', wechatNotice(other.publicKey, payment('o')), 'PUB_KEY_ID_1'],
    ['sealed', wechatNotice(keys.publicKey, payment('o'), { key: 'x'.repeat(32) })],
    ['application', wechatNotice(keys.publicKey, payment('o', { mchid: '1900000002' }))],
    ['application', wechatNotice(keys.publicKey, payment('o', { appid: 'wx9' }))],
    ['amount', wechatNotice(keys.publicKey, payment('o', { amount: { total: 12.5, currency: 'CNY' } }))],
    ['amount', wechatNotice(keys.publicKey, payment('o', { amount: { total: -1, currency: 'CNY' } }))],
    ['form', wechatNotice(keys.publicKey, payment('o', { trade_state: 'OTHER' }))],
    ['form', wechatNotice(keys.publicKey, payment('o', { success_time: undefined }))],
    ['form', wechatNotice(keys.publicKey, payment('o\n'))],
    ['form', { rawBody: Buffer.from('[]'), headers: signedHeaders(keys.publicKey, '[]'), query: '' }],
    ['signature', { rawBody: Buffer.from('{}'), headers: {}, query: '' }],
  ] as [string, ProviderCallback, string?][])('is wrong: %s', async (reason, callback, serial) => {
    const headers = serial ? { ...callback.headers, 'wechatpay-serial': serial } : callback.headers
    expect(await read({ ...callback, headers })).toEqual({ outcome: 'wrong', reason })
  })

  test('whose encrypted part is cut, moved or of another algorithm is not believed', async () => {
    const right = sealedWith(apiKey, JSON.stringify(payment('o')))
    for (const resource of [
      { ...right, ciphertext: right.ciphertext.slice(0, 12) },
      { ...right, ciphertext: right.ciphertext.slice(0, -8) },
      { ...right, associated_data: 'refund' },
      { ...right, algorithm: 'AES-256-ECB' },
      { ...right, nonce: '' },
    ]) {
      const body = JSON.stringify({ event_type: 'TRANSACTION.SUCCESS', resource })
      const headers = signedHeaders(keys.publicKey, body)
      expect(await read({ rawBody: Buffer.from(body), headers, query: '' })).toEqual({
        outcome: 'wrong',
        reason: 'sealed',
      })
    }
  })

  test('with any headers and bytes never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.record({ signature: fc.string(), nonce: fc.string(), timestamp: fc.string() }),
        async (bytes, { signature, nonce, timestamp }) => {
          const headers = {
            'wechatpay-serial': keys.publicKey.serial,
            'wechatpay-signature': signature,
            'wechatpay-timestamp': timestamp,
            'wechatpay-nonce': nonce,
          }
          expect((await read({ rawBody: Buffer.from(bytes), headers, query: '' })).outcome).toBe('wrong')
        },
      ),
      { numRuns: 200 },
    )
  })

  test('is answered as WeChat Pay expects', () => {
    expect(provider.answer(true).status).toBe(200)
    expect(provider.answer(false)).toMatchObject({ status: 500, contentType: 'application/json' })
  })
})

describe('the bill of a day', () => {
  const bytes = gzipSync('the bill')
  const hash = createHash('sha1').update('the bill').digest('hex')

  test('is fetched and compared with its signed hash', async () => {
    standIn.state.bill = { bytes, hash }
    const bill = await provider.downloadBill('2026-03-01')
    expect(bill).toMatchObject({ outcome: 'bill', name: 'wechat-1900000001-2026-03-01.csv.gz' })
    standIn.state.bill = { bytes: gzipSync('another bill'), hash }
    expect(await provider.downloadBill('2026-03-01')).toEqual({ outcome: 'unknown', why: 'signature' })
    standIn.state.bill = { bytes: bytes.subarray(0, 20), hash }
    expect(await provider.downloadBill('2026-03-01')).toEqual({ outcome: 'unknown', why: 'signature' })
    standIn.state.bill = null
    expect(await provider.downloadBill('2026-03-01')).toEqual({ outcome: 'empty' })
  })
})

describe('what is entered for WeChat Pay', () => {
  const old = certificateFor(['m'], { rsa: true, until: new Date(Date.now() - 60_000) })
  const check = (settings: Record<string, string>, secrets: Record<string, string> = {}) =>
    checkProvider(
      {
        kind: 'wechat',
        settings: { ...account().settings, gateway: '', ...settings },
        secrets: { ...account().secrets, ...secrets },
      },
      new Date(),
    ).map(({ field, code }) => `${field} ${code}`)

  test('is accepted, with a public key and without', () => {
    expect(check({})).toEqual([])
    expect(check({ publicKeyId: '', publicKey: '' })).toEqual([])
  })

  test.each([
    ['merchantNo merchantNo', { merchantNo: '12' }, {}],
    ['appId appId', { appId: '2021000000000001' }, {}],
    ['apiKey apiKey', {}, { apiKey: 'short' }],
    ['merchantCert pair', { merchantCert: other.merchant.cert }, {}],
    ['merchantCert certificate', { merchantCert: keys.publicPem }, {}],
    ['merchantCert expired', { merchantCert: old.cert }, { privateKey: old.key }],
    ['publicKeyId publicKeyId', { publicKeyId: '123' }, {}],
    ['publicKey together', { publicKey: '' }, {}],
    ['publicKeyId together', { publicKeyId: '' }, {}],
    ['privateKey required', {}, { privateKey: '' }],
  ])('is refused: %s', (found, settings, secrets) => {
    expect(check(settings as Record<string, string>, secrets as Record<string, string>)).toEqual([found])
  })
})

test('nothing that is reported or answered holds a key', async () => {
  const answers = [
    await opened({ secrets: { apiKey, privateKey: other.merchant.key } }).tryIt(),
    await opened({ secrets: { apiKey, privateKey: 'no key' } }).tryIt(),
    await read(wechatNotice(keys.publicKey, payment('o'), { key: 'x'.repeat(32) })),
  ]
  const text = inspect([answers, lines], { depth: null, maxStringLength: null })
  expect(lines.length).toBeGreaterThan(20)
  for (const secret of [keys.merchant.key, other.merchant.key])
    for (const line of secret.split('\n').slice(1, 5)) expect(text).not.toContain(line)
  expect(text).not.toContain(apiKey)
  expect(text).not.toContain('WECHATPAY2')
})
