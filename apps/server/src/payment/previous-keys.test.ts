import { createHmac } from 'node:crypto'
import type { PaymentVerify } from '@kabao/contract/payment/payment-template'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { alipayIds, alipayKeys, alipayNotice, paidPairs, startAlipay } from '#test/providers/alipay'
import {
  apiKey,
  payment,
  sealedWith,
  signedHeaders,
  startWechat,
  wechatIds,
  wechatKeys,
  wechatNotice,
} from '#test/providers/wechat'
import type { ProviderAccount } from './provider.ts'
import { openProvider } from './providers.ts'
import { noticeHeaders } from './signed-notice.ts'

/** Which previous secrets were noted. */
let noted: string[] = []
beforeEach(() => {
  noted = []
})
const opened = (account: ProviderAccount, listed: string[] = []) =>
  openProvider(account, {
    outgoing: createOutgoing({ listed }),
    now: () => new Date(),
    notePrevious: async (ids) => void noted.push(...ids),
  })
const callback = (rawBody: Buffer | string, headers: Record<string, string> = {}) => ({
  rawBody: Buffer.from(rawBody),
  headers,
  query: '',
})

const [oldWechat, newWechat, otherWechat] = [wechatKeys(), wechatKeys(), wechatKeys()]
const newNumber = 'PUB_KEY_ID_0119000000012026030199'
const newSigner = { ...newWechat.publicKey, serial: newNumber }
const newApiKey = 'n'.repeat(32)
const [oldAlipay, newAlipay, otherAlipay] = [alipayKeys(), alipayKeys(), alipayKeys()]
let wechat: Awaited<ReturnType<typeof startWechat>>
let alipay: Awaited<ReturnType<typeof startAlipay>>
beforeAll(async () => {
  wechat = await startWechat(oldWechat)
  alipay = await startAlipay({ ...newAlipay, alipayPrivate: oldAlipay.alipayPrivate })
})
afterAll(() => Promise.all([wechat.stop(), alipay.stop()]))

const oldPart = { publicKeyId: oldWechat.publicKey.serial, publicKey: oldWechat.publicPem }
const wechatAccount = (key: string): ProviderAccount => ({
  key,
  kind: 'wechat',
  settings: {
    ...wechatIds,
    merchantCert: oldWechat.merchant.cert,
    gateway: `http://${wechat.host}`,
    publicKeyId: newNumber,
    publicKey: newWechat.publicPem,
  },
  secrets: { apiKey: newApiKey, privateKey: oldWechat.merchant.key },
  previous: [
    { id: '2', name: 'publicKey', values: oldPart },
    { id: '1', name: 'apiKey', values: { apiKey } },
  ],
})

test.each([
  ['both new', newSigner, newApiKey, 'verified', []],
  ['the key before', oldWechat.publicKey, newApiKey, 'verified', ['2']],
  ['the APIv3 key before', newSigner, apiKey, 'verified', ['1']],
  ['both before', oldWechat.publicKey, apiKey, 'verified', ['2', '1']],
  [
    'another key under the old number',
    { ...otherWechat.publicKey, serial: oldPart.publicKeyId },
    apiKey,
    'signature',
    [],
  ],
  ['another APIv3 key', newSigner, 'x'.repeat(32), 'sealed', []],
])('a notice of WeChat Pay with %s', async (_, signer, key, expected, ids) => {
  const read = await opened(wechatAccount('collection:w')).readCallback(
    wechatNotice(signer, payment('order1'), { key }),
  )
  expect(read.outcome === 'wrong' ? read.reason : read.outcome).toBe(expected)
  expect(noted).toEqual(ids)
})

test('an answer of WeChat Pay that is signed with the key before is believed, as are certificates under the APIv3 key before', async () => {
  const provider = opened(wechatAccount('collection:answers'), [wechat.host])
  expect(await provider.tryIt()).toEqual({ outcome: 'ok' })
  expect(noted).toEqual(['2'])
  const read = await provider.readCallback(wechatNotice(oldWechat.platform, payment('order1')))
  expect(read.outcome).toBe('verified')
  const without = opened({ ...wechatAccount('collection:without'), previous: [] }, [wechat.host])
  expect(await without.tryIt()).toMatchObject({ outcome: 'unknown', why: 'key' })
})

test('a sealed part is not opened with an APIv3 key that belongs to another number', async () => {
  const body = JSON.stringify({
    event_type: 'TRANSACTION.SUCCESS',
    resource: sealedWith(apiKey, JSON.stringify(payment('order1', { mchid: '1900000009' }))),
  })
  const headers = signedHeaders(newSigner, body)
  const read = await opened(wechatAccount('collection:w')).readCallback(callback(body, headers))
  expect(read).toEqual({ outcome: 'wrong', reason: 'application' })
  expect(noted).toEqual([])
})

const alipayAccount = (previous: Record<string, string>): ProviderAccount => ({
  key: 'collection:a',
  kind: 'alipay',
  settings: {
    ...alipayIds,
    alipayPublicKey: newAlipay.alipayPublic,
    gateway: `http://${alipay.host}/gateway.do`,
  },
  secrets: { privateKey: newAlipay.appPrivate },
  previous: [{ id: '7', name: 'alipayPublicKey', values: previous }],
})
const oldKeyOfAlipay = { alipayPublicKey: oldAlipay.alipayPublic, alipayCert: '' }

test('notices and answers of Alipay are verified with its key, then with the one before', async () => {
  const provider = opened(alipayAccount(oldKeyOfAlipay), [alipay.host])
  const outcomes = []
  for (const keys of [newAlipay, oldAlipay, otherAlipay]) {
    const read = await provider.readCallback(callback(alipayNotice(keys, paidPairs('order1'))))
    outcomes.push([read.outcome === 'wrong' ? read.reason : read.outcome, ...noted.splice(0)])
  }
  expect(outcomes).toEqual([['verified'], ['verified', '7'], ['signature']])
  expect(await provider.tryIt()).toEqual({ outcome: 'ok' })
  expect(noted).toEqual(['7'])
  const without = opened({ ...alipayAccount(oldKeyOfAlipay), previous: [] }, [alipay.host])
  expect(await without.tryIt()).toMatchObject({ outcome: 'unknown', why: 'signature' })
})

test('a template: two secrets that were replaced are tried in every combination', async () => {
  const verify: PaymentVerify = {
    over: 'body',
    before: '',
    after: '&key=',
    afterSecret: 'tail',
    algorithm: 'hmacSha256',
    prehash: false,
    secret: 'sign',
    encoding: 'hex',
    at: { in: 'header', name: 'x-sign' },
  }
  const values = {
    orderNo: '$.no',
    tradeNo: '$.trade',
    refundNo: null,
    merchantNo: '$.m',
    appId: null,
    amount: { path: '$.fen', unit: 'fen' as const },
    currency: null,
    code: null,
    message: null,
    at: { path: '$.at', form: 'seconds' as const },
    pay: null,
  }
  const template = {
    secrets: ['sign', 'tail'].map((name) => ({ name, kind: 'text', encoding: 'utf8' })),
    maps: [],
    stages: {
      create: {
        how: 'form',
        method: 'POST',
        url: 'https://bank.example/pay',
        headers: [],
        timeoutMs: 3_000,
        content: 'form',
        body: 'a=1',
        sign: null,
        seal: null,
        envelope: null,
        prehash: false,
      },
    },
    callback: {
      format: 'json',
      verify,
      values,
      refund: null,
      ok: 'ok',
      again: 'again',
      outcomes: [{ when: [{ path: '$.s', is: ['1'] }], outcome: 'paid' }],
    },
  }
  const account: ProviderAccount = {
    key: 'collection:t',
    kind: 'bank',
    settings: { merchantNo: 'm1', template: JSON.stringify(template) },
    secrets: { 'secret.sign': 'new-sign-key', 'secret.tail': 'new-tail' },
    previous: [
      { id: '9', name: 'secret.sign', values: { 'secret.sign': 'old-sign-key' } },
      { id: '8', name: 'secret.tail', values: { 'secret.tail': 'old-tail' } },
    ],
  }
  const body = JSON.stringify({ no: 'order1', trade: 'T1', m: 'm1', fen: 100, at: 1_772_330_405, s: '1' })
  const read = async (sign: string, tail: string) => {
    const signature = createHmac('sha256', sign).update(`${body}&key=${tail}`).digest('hex')
    const found = await opened(account).readCallback(callback(body, { 'x-sign': signature }))
    return [found.outcome === 'wrong' ? found.reason : found.outcome, ...noted.splice(0)]
  }
  expect(await read('new-sign-key', 'new-tail')).toEqual(['verified'])
  expect(await read('old-sign-key', 'new-tail')).toEqual(['verified', '9'])
  expect(await read('new-sign-key', 'old-tail')).toEqual(['verified', '8'])
  expect(await read('old-sign-key', 'old-tail')).toEqual(['verified', '9', '8'])
  expect(await read('other-key', 'old-tail')).toEqual(['signature'])
})

test('the link pool: a notice that is stale is not taken for a use of the key before', async () => {
  const account: ProviderAccount = {
    key: 'collection:p',
    kind: 'pool',
    settings: { merchantNo: 'm1' },
    secrets: { callbackKey: 'the new key of the pool' },
    previous: [{ id: '5', name: 'callbackKey', values: { callbackKey: 'the old key of the pool' } }],
  }
  const body = JSON.stringify({
    kind: 'payment',
    status: 'unpaid',
    orderNo: 'order1',
    tradeNo: '',
    amountFen: 1,
    paidAt: null,
    currency: 'CNY',
    appId: '',
    merchantNo: 'm1',
  })
  const read = async (key: string, at: Date) => {
    const found = await opened(account).readCallback(callback(body, noticeHeaders(key, at, body)))
    return [found.outcome === 'wrong' ? found.reason : found.outcome, ...noted.splice(0)]
  }
  const long = new Date(Date.now() - 400_000)
  expect(await read('the old key of the pool', new Date())).toEqual(['verified', '5'])
  expect(await read('the old key of the pool', long)).toEqual(['stale'])
  expect(await read('the new key of the pool', new Date())).toEqual(['verified'])
})
