import { createHash, createHmac, createSign, createVerify } from 'node:crypto'
import { inspect } from 'node:util'
import type { PaymentTemplate } from '@kabao/contract/payment/payment-template'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { certificateFor } from '#test/certificate'
import { type Fault, faults, isBroken, listen } from '#test/providers/stand-in'
import type { PaymentProvider } from './provider.ts'
import { unionpayTemplate } from './providers/templated/shipped/unionpay.ts'
import { checkProvider, newHostsOf, openProvider, secretNamesOf } from './providers.ts'

const merchantNo = '777290058110048'
/** A number whose time is 2026-03-01 10:00:00 in China. */
const orderNo = String(BigInt(Date.parse('2026-03-01T02:00:00Z')) << 22n)
const merchant = certificateFor(['merchant'], { rsa: true })
const union = certificateFor(['unionpay'], { rsa: true })
const secrets = {
  'secret.certId': '68759663125',
  'secret.signKey': merchant.key,
  'secret.verifyKey': union.cert,
}

const sorted = (pairs: Record<string, string>) =>
  Object.keys(pairs)
    .filter((name) => name !== 'signature' && pairs[name] !== '')
    .sort()
    .map((name) => `${name}=${pairs[name]}`)
    .join('&')
const hex = (text: string) => createHash('sha256').update(text).digest('hex')

/** UnionPay's gateway as its documents describe it, written with Node's crypto alone. */
const signed = (pairs: Record<string, string>) => ({
  ...pairs,
  signature: createSign('RSA-SHA256')
    .update(hex(sorted(pairs)))
    .sign(union.key, 'base64'),
})
const isSigned = (pairs: Record<string, string>) =>
  createVerify('RSA-SHA256')
    .update(hex(sorted(pairs)))
    .verify(merchant.cert, pairs.signature ?? '', 'base64')

const state = { fault: 'none' as Fault, origRespCode: '05', respCode: '00' }
let standIn: Awaited<ReturnType<typeof listen>>
let provider: PaymentProvider
const lines: unknown[] = []

function withGateway(template: PaymentTemplate, host: string): string {
  return JSON.stringify(template).replaceAll('https://gateway.95516.com', `http://${host}`)
}

beforeAll(async () => {
  standIn = await listen(({ path, body }, response) => {
    const pairs = Object.fromEntries(new URLSearchParams(body)) as Record<string, string>
    const { signature: _, ...asked } = pairs
    const isRight = isSigned(pairs) && asked.certId === '68759663125' && asked.txnTime === '20260301100000'
    const answer = signed({
      ...asked,
      respCode: isRight ? state.respCode : '11',
      respMsg: '成功[0000000]',
      ...(path.endsWith('queryTrans.do')
        ? {
            origRespCode: state.origRespCode,
            queryId: '772603011000000',
            txnAmt: '1234',
            currencyCode: '156',
          }
        : {}),
    })
    const text = new URLSearchParams(
      state.fault === 'wrongSignature'
        ? { ...answer, txnAmt: '1' }
        : state.fault === 'unsigned'
          ? { ...answer, signature: '' }
          : state.fault === 'otherOrder'
            ? signed({ ...answer, orderId: '1234567', signature: '' })
            : answer,
    ).toString()
    if (!isBroken(state.fault, response, text)) response.end(text)
  })
  provider = opened(withGateway(unionpayTemplate, standIn.host))
})
afterAll(() => standIn.stop())

const opened = (template: string, more: Record<string, string> = secrets) =>
  openProvider(
    { key: 'collection:3', kind: 'unionpay', settings: { merchantNo, template }, secrets: more },
    {
      outgoing: createOutgoing({ listed: [standIn.host], report: (line) => void lines.push(line) }),
      now: () => new Date(),
    },
  )

const order = {
  orderNo,
  amountFen: 1_234,
  subject: '卡包',
  device: 'pc' as const,
  notifyUrl: 'https://kabao.example/n?a=1&b',
  expiresAt: new Date('2026-03-01T02:30:00Z'),
}
const refund = {
  orderNo,
  tradeNo: '772603011000000',
  refundNo: orderNo,
  amountFen: 234,
  totalFen: 1_234,
  reason: 'r',
}

describe('UnionPay by its template', () => {
  test('gives the browser a form that is signed by the published rules', async () => {
    const made = await provider.create(order)
    if (made.outcome !== 'created' || made.pay.kind !== 'form') throw new Error(made.outcome)
    const { address, fields } = made.pay.value
    expect(address).toBe(`http://${standIn.host}/gateway/api/frontTransReq.do`)
    expect(fields).toMatchObject({
      merId: merchantNo,
      orderId: orderNo,
      txnAmt: '1234',
      txnTime: '20260301100000',
      payTimeout: '20260301103000',
      backUrl: order.notifyUrl,
      orderDesc: '卡包',
    })
    expect(isSigned(fields)).toBe(true)
    expect(isSigned({ ...fields, txnAmt: '1' })).toBe(false)
  })

  test.each([
    ['00', '00', { outcome: 'paid', tradeNo: '772603011000000', amountFen: 1_234, currency: 'CNY' }],
    ['00', '05', { outcome: 'unpaid' }],
    ['34', '', { outcome: 'notFound' }],
    ['98', '', { outcome: 'unknown', why: 'says', message: '成功[0000000]' }],
  ])('tells what became of an order: %s %s', async (respCode, origRespCode, expected) => {
    Object.assign(state, { respCode, origRespCode })
    expect(await provider.query(orderNo)).toMatchObject(expected)
    Object.assign(state, { respCode: '00', origRespCode: '00' })
  })

  test('refunds, which only the query tells, and closes nothing', async () => {
    expect(await provider.refund(refund)).toEqual({ outcome: 'pending' })
    expect(await provider.queryRefund(refund)).toMatchObject({ outcome: 'refunded' })
    expect(provider.can).toEqual({ query: true, close: false, refund: true, bill: false, callback: true })
    expect(await provider.close(orderNo)).toEqual({ outcome: 'unknown', why: 'cannot', notSent: true })
    expect(await provider.tryIt()).toMatchObject({ outcome: 'unknown', why: 'says' })
  })

  test.each(faults)('an answer that cannot be believed is unknown: %s', async (fault) => {
    state.fault = fault
    for (const answer of [await provider.query(orderNo), await provider.refund(refund)])
      expect(answer.outcome).toBe('unknown')
    state.fault = 'none'
  })

  const paid = {
    orderId: orderNo,
    merId: merchantNo,
    queryId: '772603011000000',
    txnType: '01',
    respCode: '00',
    txnAmt: '1234',
    currencyCode: '156',
    txnTime: '20260301100000',
    respMsg: 'success',
  }
  const read = (pairs: Record<string, string>) =>
    provider.readCallback({
      rawBody: Buffer.from(new URLSearchParams(pairs).toString()),
      headers: {},
      query: '',
    })

  test('verifies notices', async () => {
    expect(await read(signed(paid))).toEqual({
      outcome: 'verified',
      notice: {
        kind: 'payment',
        status: 'paid',
        orderNo,
        tradeNo: '772603011000000',
        amountFen: 1_234,
        currency: 'CNY',
        appId: '',
        merchantNo,
        paidAt: new Date('2026-03-01T02:00:00Z'),
      },
    })
    for (const [reason, pairs] of [
      ['signature', { ...signed(paid), txnAmt: '1235' }],
      ['signature', { ...signed(paid), extra: '1' }],
      ['signature', paid],
      ['application', signed({ ...paid, merId: '1' })],
      ['amount', signed({ ...paid, txnAmt: '12.3' })],
      ['form', signed({ ...paid, respCode: '01' })],
    ] as [string, Record<string, string>][])
      expect(await read(pairs)).toEqual({ outcome: 'wrong', reason })
    // Both have the same signature: `reserved` holds a whole pair that stands behind it when they are sorted.
    const victim = '1234567890123456789'
    const { signature } = signed({ ...paid, orderId: `${orderNo}&orderNo=${victim}` })
    for (const pairs of [
      { ...paid, orderId: `${orderNo}&orderNo=${victim}`, signature },
      { ...paid, [`orderId=${orderNo}&orderNo`]: victim, orderId: '', signature },
    ])
      expect(await read(pairs)).toEqual({ outcome: 'wrong', reason: 'signature' })
    const twice = Buffer.from(`${new URLSearchParams(signed(paid))}&txnAmt=1`)
    expect(await provider.readCallback({ rawBody: twice, headers: {}, query: '' })).toEqual({
      outcome: 'wrong',
      reason: 'form',
    })
  })

  test('holds no key in what it says', () => {
    const text = inspect(lines, { depth: null })
    expect(lines.length).toBeGreaterThan(5)
    expect(text).not.toContain(merchant.key.split('\n')[1])
  })
})

/** A bank that takes JSON and signs with an HMAC in a header. */
const bank: PaymentTemplate = {
  secrets: [{ name: 'key', kind: 'text', encoding: 'utf8' }],
  maps: [],
  stages: {
    create: {
      how: 'call',
      method: 'POST',
      url: 'https://gateway.95516.com/pay',
      timeoutMs: 3_000,
      content: 'json',
      headers: [{ name: 'x-sign', value: '{{ signature }}' }],
      body: '{"order": {{ orderNo }}, "amount": {{ amountYuan }}, "notify": {{ notifyUrl }}}',
      sign: {
        over: 'body',
        before: '',
        after: '',
        algorithm: 'hmacSha256',
        secret: 'key',
        encoding: 'hex',
        field: null,
      },
      seal: null,
      envelope: null,
      reply: {
        format: 'json',
        statuses: [200],
        unseal: null,
        verify: {
          over: 'body',
          before: '',
          after: '',
          afterSecret: null,
          algorithm: 'hmacSha256',
          prehash: false,
          secret: 'key',
          encoding: 'hex',
          at: { in: 'header', name: 'X-Sign' },
        },
        outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'created' }],
        values: {
          orderNo: '$.order',
          tradeNo: null,
          refundNo: null,
          merchantNo: null,
          appId: null,
          amount: null,
          currency: null,
          at: null,
          code: '$.code',
          message: '$.text',
          pay: { path: '$.qr', kind: 'qr' },
        },
      },
    },
  },
  callback: null,
}

test('a bank that signs its JSON in a header is connected by a template', async () => {
  const hmac = (text: string) => createHmac('sha256', 'a shared key').update(text).digest('hex')
  const gateway = await listen(({ body, headers }, response) => {
    const { order, amount } = JSON.parse(body) as { order: string; amount: string }
    const isRight = headers['x-sign'] === hmac(body) && amount === '12.34'
    const text = JSON.stringify({
      code: isRight ? '0' : '1',
      order,
      qr: 'https://bank.example/q',
      text: 'no',
    })
    response.writeHead(200, { 'x-sign': hmac(text) }).end(text)
  })
  const open = (key: string) =>
    openProvider(
      {
        key: 'collection:4',
        kind: 'bank',
        secrets: { 'secret.key': key },
        settings: { merchantNo, template: withGateway(bank, gateway.host) },
      },
      { outgoing: createOutgoing({ listed: [gateway.host] }), now: () => new Date() },
    )
  const pay = { kind: 'qr', value: 'https://bank.example/q' }
  expect(await open('a shared key').create(order)).toEqual({ outcome: 'created', pay })
  expect(await open('another key').create(order)).toEqual({ outcome: 'unknown', why: 'signature' })
  expect(
    await open('a shared key').readCallback({ rawBody: Buffer.alloc(0), headers: {}, query: '' }),
  ).toEqual({
    outcome: 'wrong',
    reason: 'noCallback',
  })
  await gateway.stop()
})

describe('what is entered for a template', () => {
  const check = (template: string, given: Record<string, string> = secrets) =>
    checkProvider({ kind: 'unionpay', settings: { merchantNo, template }, secrets: given }, new Date())
  const with_ = (change: (template: PaymentTemplate) => void) => {
    const copy = JSON.parse(JSON.stringify(unionpayTemplate)) as PaymentTemplate
    change(copy)
    return JSON.stringify(copy)
  }

  test('is accepted as it is shipped, with the secrets that it names', () => {
    const text = JSON.stringify(unionpayTemplate)
    expect(check(text)).toEqual([])
    expect(secretNamesOf('unionpay', { template: text })).toEqual(Object.keys(secrets))
    expect(secretNamesOf('unionpay', { template: '{' })).toEqual([])
  })

  test.each([
    ['not JSON', '{', ''],
    ['an unknown part', with_((each) => Object.assign(each, { more: 1 })), 'more'],
    ['an empty path', with_((each) => Object.assign(each.callback ?? {}, { refund: '' })), 'callback.refund'],
    ['an unknown field', with_((each) => (each.stages.create.body = 'a={{ phone }}')), 'stages.create.body'],
    [
      'an outcome of another stage',
      with_(
        (each) =>
          ((each.stages.query as { reply: { outcomes: object[] } }).reply.outcomes[0] = {
            when: [{ path: '$.a', is: ['1'] }],
            outcome: 'refunded',
          }),
      ),
      'stages.query.reply.outcomes.0',
    ],
    [
      'a digest without a key',
      with_((each) => Object.assign(each.callback?.verify ?? {}, { algorithm: 'md5', secret: null })),
      'callback.verify.secret',
    ],
    [
      'a key of another kind',
      with_((each) => Object.assign(each.callback?.verify ?? {}, { secret: 'certId' })),
      'callback.verify.secret',
    ],
    [
      'a signature over the body that holds it',
      with_((each) => Object.assign(each.callback?.verify ?? {}, { over: 'body' })),
      'callback.verify.over',
    ],
  ])('is refused at its part: %s', (_, template, place) => {
    const [found, ...more] = check(template)
    expect(more).toEqual([])
    expect(found).toMatchObject({ field: place === '' ? 'template' : `template.${place}`, code: 'template' })
    expect(found?.words.every((text) => text !== '')).toBe(true)
  })

  test('is refused with the line of a text', () => {
    const template = with_((each) => (each.stages.create.body = 'a=1\n&b={{ orderNo | nothing }}'))
    expect(check(template)).toEqual([
      {
        field: 'template.stages.create.body',
        code: 'template',
        words: ['第 2 行：没有过滤器 nothing', 'Line 2: There is no filter nothing'],
      },
    ])
  })

  test('with another host needs its secrets again', () => {
    const before = { template: JSON.stringify(unionpayTemplate) }
    const after = { template: withGateway(unionpayTemplate, 'elsewhere.example') }
    expect(newHostsOf('unionpay', before, before)).toEqual([])
    expect(newHostsOf('unionpay', before, after)).toEqual(['http://elsewhere.example'])
    expect(newHostsOf('unionpay', {}, before)).toEqual(['https://gateway.95516.com'])
    expect(newHostsOf('alipay', { gateway: 'https://a.example' }, { gateway: 'https://b.example' })).toEqual(
      [],
    )
  })

  test('has every secret, of the right kind', () => {
    const { 'secret.certId': _, ...two } = secrets
    expect(check(JSON.stringify(unionpayTemplate), { ...two, 'secret.signKey': 'no key' })).toMatchObject([
      { field: 'secret.certId', code: 'required' },
      { field: 'secret.signKey', code: 'secret' },
    ])
  })
})
