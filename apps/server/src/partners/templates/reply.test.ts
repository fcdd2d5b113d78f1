import { type CipherGCM, createCipheriv } from 'node:crypto'
import type { TemplateStageSpec } from '@kabao/contract/partners/template'
import { describe, expect, test } from 'vitest'
import { readReply } from './templates.ts'
import { testStage, testTemplate } from './test-template.ts'

type Reply = TemplateStageSpec['reply']

const read = (body: string, own: Partial<Reply> = {}, bounds?: { minFen: number; maxFen: number }) =>
  readReply(
    testTemplate({ reply: { ...testStage().reply, ...own } }),
    'submit',
    { status: 200, body },
    {},
    bounds,
  )

const accepted = { outcome: 'accepted', notes: [] }

describe('outcomes', () => {
  test('numbers and booleans are compared as text, and nothing is guessed', () => {
    expect(read('{"code":0}')).toEqual(accepted)
    expect(read('{"code":"0"}')).toEqual(accepted)
    for (const body of [
      '{"code":"00"}',
      '{"code":null}',
      '{"code":[0]}',
      '{"code":{"0":0}}',
      '{}',
      '[]',
      '"0"',
    ])
      expect(read(body)).toEqual({ outcome: 'unknown', notes: ['noRule'] })
  })

  test('the first rule whose conditions all hold decides', () => {
    const outcomes: Reply['outcomes'] = [
      {
        when: [
          { path: '$.ok', is: ['true'] },
          { path: '$.state', is: ['1', '2'] },
        ],
        outcome: 'accepted',
      },
      { when: [{ path: '$.ok', is: ['true'] }], outcome: 'rejected' },
    ]
    expect(read('{"ok":true,"state":2}', { outcomes }).outcome).toBe('accepted')
    expect(read('{"ok":true,"state":3}', { outcomes }).outcome).toBe('rejected')
    expect(read('{"ok":false,"state":2}', { outcomes }).outcome).toBe('unknown')
  })

  test('a path that finds several values finds none', () => {
    const outcomes: Reply['outcomes'] = [
      { when: [{ path: '$.list[*].code', is: ['0'] }], outcome: 'accepted' },
    ]
    expect(read('{"list":[{"code":0}]}', { outcomes }).outcome).toBe('accepted')
    expect(read('{"list":[{"code":0},{"code":0}]}', { outcomes }).outcome).toBe('unknown')
  })

  test('XML and text', () => {
    const xml =
      '<?xml version="1.0"?><s:r xmlns:s="urn:a" v="1"><s:code> 0 </s:code><i>a</i><i><![CDATA[<b>]]></i></s:r>'
    const paths: Partial<Reply> = {
      format: 'xml',
      outcomes: [
        {
          when: [
            { path: '$.r.code', is: ['0'] },
            { path: '$.r["@v"]', is: ['1'] },
          ],
          outcome: 'accepted',
        },
      ],
      reason: '$.r.i[1]',
    }
    expect(read(xml, paths)).toEqual({ ...accepted, reason: '<b>' })
    const text: Partial<Reply> = {
      format: 'text',
      outcomes: [{ when: [{ path: '$', is: ['OK'] }], outcome: 'accepted' }],
    }
    expect(read(' OK\r\n', text)).toEqual(accepted)
    expect(read('NOT OK', text).outcome).toBe('unknown')
  })

  test('a stage that is not there is unknown', () => {
    expect(readReply(testTemplate(), 'query', { status: 200, body: '{"code":0}' }, {}).outcome).toBe(
      'unknown',
    )
  })
})

describe('what is encrypted in a reply', () => {
  const key = '0123456789abcdeffedcba9876543210'
  const bytes = Buffer.from(key, 'hex')
  const secrets = { key, iv: key }
  const outcomes: Reply['outcomes'] = [
    { when: [{ path: '$.unsealed.code', is: ['0'] }], outcome: 'accepted' },
  ]
  const unseal = (own: Partial<NonNullable<Reply['unseal']>>): Partial<Reply> => ({
    outcomes,
    unseal: {
      path: '$.d',
      cipher: 'aesCbc',
      key: { from: 'secret', secret: 'key' },
      iv: 'prefixed',
      encoding: 'base64',
      format: 'json',
      ...own,
    },
  })
  const of = (body: string, own: Partial<Reply>, values: Record<string, string> = secrets) =>
    readReply(
      testTemplate({ reply: { ...testStage().reply, ...own } }),
      'submit',
      { status: 200, body },
      values,
    )

  /** OpenSSL encrypts, not the library. */
  function sealed(cipher: string, iv: Buffer | null, text: string): Buffer {
    const sealing = createCipheriv(cipher, bytes, iv)
    const body = Buffer.concat([sealing.update(text), sealing.final()])
    return cipher.endsWith('gcm') ? Buffer.concat([body, (sealing as CipherGCM).getAuthTag()]) : body
  }

  test('with its vector in front, the whole reply', () => {
    const iv = Buffer.alloc(12, 7)
    const body = Buffer.concat([iv, sealed('aes-128-gcm', iv, '{"code":0}')]).toString('hex')
    const own = unseal({ path: null, cipher: 'aesGcm', encoding: 'hex' })
    expect(of(body, own)).toEqual(accepted)
    expect(of(`00${body.slice(2)}`, own)).toEqual({ outcome: 'unknown', notes: ['unseal'] })
    expect(of(body, own, { key: key.replace('0', '1') })).toEqual({ outcome: 'unknown', notes: ['unseal'] })
    expect(of(body, own, {})).toEqual({ outcome: 'unknown', notes: ['unseal'] })
  })

  test('with its vector beside it, and with a fixed one', () => {
    const iv = Buffer.alloc(16, 9)
    const xml = '<r><d>{D}</d><iv>{IV}</iv></r>'
      .replace('{D}', sealed('sm4-cbc', iv, '<code>0</code>').toString('base64'))
      .replace('{IV}', iv.toString('base64'))
    const own = unseal({ path: '$.r.d', cipher: 'sm4Cbc', iv: { path: '$.r.iv' }, format: 'xml' })
    expect(of(xml, { ...own, format: 'xml' })).toEqual(accepted)
    const fixed = sealed('aes-128-cbc', bytes, '{"code":0}').toString('base64')
    expect(of(JSON.stringify({ d: fixed }), unseal({ iv: { secret: 'iv' } }))).toEqual(accepted)
  })

  test('the rest of the reply stays, and a reply without it is read', () => {
    const own = { ...unseal({ cipher: 'aesEcb' }), reason: '$.msg' }
    const d = sealed('aes-128-ecb', null, '{"code":0}').toString('base64')
    expect(of(JSON.stringify({ d, msg: 'fine' }), own)).toEqual({ ...accepted, reason: 'fine' })
    expect(of(JSON.stringify({ msg: 'down' }), own)).toEqual({
      outcome: 'unknown',
      notes: ['noRule'],
      reason: 'down',
    })
    expect(of(JSON.stringify({ unsealed: { code: 0 }, d: 'AAAA' }), own)).toEqual({
      outcome: 'unknown',
      notes: ['unseal'],
    })
  })

  test('what somebody calls unsealed is not taken for it', () => {
    expect(of('{"unsealed":{"code":0}}', unseal({})).outcome).toBe('unknown')
  })

  test('bytes that are no text', () => {
    const d = sealed('aes-128-ecb', null, '').toString('base64')
    expect(of(JSON.stringify({ d }), unseal({ cipher: 'aesEcb' }))).toEqual({
      outcome: 'unknown',
      notes: ['unseal'],
    })
  })
})

describe('a price', () => {
  const bounds = { minFen: 100, maxFen: 1_000 }
  const price = (value: string, unit: 'fen' | 'yuan') =>
    read(`{"code":0,"p":${value}}`, { price: { path: '$.p', unit } }, bounds)

  test.each([
    ['1.5', 'yuan', 150],
    ['"1.50"', 'yuan', 150],
    ['"1.5000"', 'yuan', 150],
    ['10', 'yuan', 1_000],
    ['1', 'yuan', 100],
    ['150', 'fen', 150],
    ['"150.0"', 'fen', 150],
  ] as const)('%s %s is %i fen', (value, unit, fen) => {
    expect(price(value, unit)).toEqual({ ...accepted, priceFen: fen })
  })

  test.each([
    ['1.505', 'yuan', 'price'],
    ['150.5', 'fen', 'price'],
    ['-5', 'yuan', 'price'],
    ['"1e2"', 'fen', 'price'],
    ['"5元"', 'yuan', 'price'],
    ['99999999999999999999', 'fen', 'price'],
    ['0.99', 'yuan', 'priceBounds'],
    ['10.01', 'yuan', 'priceBounds'],
  ] as const)('%s %s is not taken', (value, unit, note) => {
    expect(price(value, unit)).toEqual({ outcome: 'accepted', notes: [note] })
  })

  test('without bounds none is taken', () => {
    expect(read('{"code":0,"p":150}', { price: { path: '$.p', unit: 'fen' } }).notes).toEqual(['priceBounds'])
  })
})

test.each([
  'http://a.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:pass@a.test/',
  '//a.test/',
  '/in',
  `https://a.test/${'x'.repeat(2_100)}`,
])('the address %s is not taken', (url) => {
  expect(read(JSON.stringify({ code: 0, url }), { url: '$.url' })).toEqual({
    outcome: 'accepted',
    notes: ['url'],
  })
})

test('a reason is one line, short, and names nobody', () => {
  const reason = `138 0000 1234\n\u0000拒绝 ${'长'.repeat(300)}`
  const read1 = read(JSON.stringify({ code: 0, reason }), { reason: '$.reason' })
  expect(read1.reason).toHaveLength(200)
  expect(read1.reason).toMatch(/^138\*{4}1234 拒绝 长+$/)
})

test('agreements are taken whole or not at all', () => {
  const agreements = { items: '$.list[*]', name: '$.n', url: '$.u', version: null }
  const of = (list: object[]) => read(JSON.stringify({ code: 0, list }), { agreements })
  const good = { n: '授权书', u: 'https://a.test/1' }
  expect(of([good])).toEqual({
    ...accepted,
    agreements: [{ name: '授权书', url: 'https://a.test/1', version: '' }],
  })
  expect(of([])).toEqual(accepted)
  expect(of([good, { n: '无地址' }])).toEqual({ outcome: 'accepted', notes: ['agreements'] })
  expect(of(Array(21).fill(good))).toEqual({ outcome: 'accepted', notes: ['agreements'] })
})

test('an id that is no id is not taken', () => {
  for (const id of ['a b', 'a\nb', 'x'.repeat(65), '中文'])
    expect(read(JSON.stringify({ code: 0, id }), { externalId: '$.id' })).toEqual({
      outcome: 'accepted',
      notes: ['externalId'],
    })
})
