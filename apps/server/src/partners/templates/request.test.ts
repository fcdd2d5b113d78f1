import { constants, createDecipheriv, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { inspect } from 'node:util'
import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'
import { checkSecrets, examplePerson, preview, renderRequest, TemplateFailure } from './templates.ts'
import { testTemplate } from './test-template.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const key = '00112233445566778899aabbccddeeff'
const secrets = { token: 'T0ken-value', key, iv: key, theirKey: publicKey, ourKey: privateKey }
const now = new Date('2026-02-28T16:05:09.042Z')

type Own = Parameters<typeof testTemplate>[0]

const bodyOf = (body: string, person: object = examplePerson, own: Own = {}) =>
  renderRequest(testTemplate({ body, ...own }), 'submit', person, secrets, { now }).body

describe('filters', () => {
  test.each([
    ['{{ now | date: "%Y-%m-%d %H:%M:%S.%L" }}', '2026-03-01 00:05:09.042'],
    ['{{ now | date: "%s %Q %%" }}', '1772294709 1772294709042 %'],
    ['{{ birthday | date: "%Y%m%d" }}', '19900307'],
    ['{{ externalId | date: "%Y" }}', 'failure: notDate'],
    ['{{ birthday | date: "%H" }}', 'failure: dateFormat'],
    ['{{ gender | lookup: "gender" }}', 'M'],
    ['{{ name | lookup: "gender" }}', 'failure: lookup'],
    ['{{ phone | slice: 0, 3 }}-{{ phone | slice: -4, 4 }}', '138-1234'],
    ['{{ phone | slice: "a" }}', 'failure: arguments'],
    ['{{ phone | replace: "0", "" | append: "x" | prepend: "y" | upcase }}', 'Y1381234X'],
    ['{{ occupation | default: "none" }}|{{ age | default: 1 }}', '教师|36'],
    ['{{ name | url_encode }} {{ name | base64 }}', '%E5%BC%A0%E4%B8%89 5byg5LiJ'],
    ['{{ phone | md5 }}', 'e9cf3e17c5f29cdb7c6f2a2f5c1b5dbc'],
    ['{{ age | number }}', '36'],
    ['{{ name | number }}', 'failure: notNumber'],
    ['{% if house and age > 30 %}a{% elsif car %}b{% else %}c{% endif %}', 'a'],
    ['{% unless car %}no{% endunless %}', 'no'],
    ['{% case gender %}{% when "female" %}F{% when "male", "m" %}M{% else %}?{% endcase %}', 'M'],
    ['{% for each in agreements %}{{ forloop.index }}:{{ each.version }}{% endfor %}', '1:2.1'],
  ])('%s is %s', (text, expected) => {
    const result = expected.startsWith('failure') ? failureOf(() => bodyOf(text)) : bodyOf(text)
    if (text === '{{ phone | md5 }}') {
      expect(result).toBe(createHash('md5').update('13800001234').digest('hex'))
    } else expect(result).toBe(expected)
  })

  test('an empty field is empty, or null as a JSON value', () => {
    expect(bodyOf('[{{ name }}{{ nonce | slice: 0, 0 }}]', {})).toBe('[]')
    expect(bodyOf('{"a": {{ name }}, "b": "{{ name }}"}', {}, { content: 'json' })).toBe(
      '{"a": null, "b": ""}',
    )
  })

  test('what a person has besides the fields is not there', () => {
    const person = { ...examplePerson, remark: 'secret remark', toString: 'x' }
    expect(failureOf(() => bodyOf('{{ remark }}', person))).toBe('failure: field')
    expect(bodyOf('{{ name }}', Object.create({ name: 'inherited' }) as object)).toBeNull()
    expect(bodyOf('[{{ name }}]', { name: { toString: () => 'x' } })).toBe('[]')
  })
})

describe('a signature over sorted pairs', () => {
  const sign = {
    over: 'sortedPairs' as const,
    before: '',
    after: '&key={{ secret.token }}',
    algorithm: 'md5' as const,
    secret: null,
    encoding: 'HEX' as const,
    field: 'sign',
  }
  const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z_]{1,8}$/), { minLength: 1, maxLength: 8 })
  const values = fc.array(fc.stringMatching(/^[ -~]{0,12}$/), { minLength: 8, maxLength: 8 })

  /** Computed by hand: sort, drop the empty ones, join, add the key. */
  const expected = (pairs: [string, string][]) =>
    createHash('md5')
      .update(
        `${pairs
          .filter(([name, value]) => value !== '' && name !== 'sign')
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, value]) => `${name}=${value}`)
          .join('&')}&key=T0ken-value`,
      )
      .digest('hex')
      .toUpperCase()

  /** Braces would begin a tag of the template, and a joint is refused. */
  const literal = (text: string) => text.replace(/[{}%&]/g, '.')

  test.each([
    ['a value with a joint', { amount: '1', memo: 'thanks&orderNo=42' }],
    ['a value with a joint without a name', { memo: 'thanks&=42' }],
    ['a name with `=`', { 'memo=1': '2' }],
    ['a name with `&`', { 'memo&orderNo': '2' }],
  ])('is refused if the text could be split into other pairs: %s', (_, pairs: Record<string, string>) => {
    const form = new URLSearchParams(pairs).toString()
    expect(failureOf(() => bodyOf(form, {}, { content: 'form', sign }))).toBe('failure: pairText')
    expect(failureOf(() => bodyOf(JSON.stringify(pairs), {}, { content: 'json', sign }))).toBe(
      'failure: pairText',
    )
    expect(bodyOf(form, {}, { content: 'form', sign: { ...sign, over: 'body' } })).toContain('sign=')
  })

  test('may hold the characters of joints where nothing can be split', () => {
    const pairs = { a: 'x=y', b: '=', c: 'p&q', d: '1&', e: '2' }
    expect(bodyOf(JSON.stringify(pairs), {}, { content: 'json', sign })).toContain('"sign"')
  })

  test.each(['json', 'form'] as const)('of %s is the one computed by hand', (content) => {
    fc.assert(
      fc.property(names, values, (some, texts) => {
        const pairs = some.map((name, at): [string, string] => [name, literal(texts[at] ?? '')])
        const body =
          content === 'json'
            ? JSON.stringify(Object.fromEntries(pairs))
            : new URLSearchParams(pairs).toString().replace(/[{}]/g, '')
        const sent = bodyOf(body, {}, { content, sign }) ?? ''
        const read =
          content === 'json'
            ? (JSON.parse(sent) as Record<string, string>)
            : Object.fromEntries(new URLSearchParams(sent))
        expect(read.sign).toBe(expected(pairs))
      }),
    )
  })

  test('a field in a sealed body is signed before it is sealed', () => {
    const seal = {
      cipher: 'aesCbc' as const,
      key: { from: 'secret' as const, secret: 'key' },
      iv: 'prefixed' as const,
      encoding: 'hex' as const,
    }
    const sent = Buffer.from(
      bodyOf('{"b":2,"a":"x","c":null}', {}, { content: 'json', sign, seal }) ?? '',
      'hex',
    )
    const opening = createDecipheriv('aes-128-cbc', Buffer.from(key, 'hex'), sent.subarray(0, 16))
    const plain = Buffer.concat([opening.update(sent.subarray(16)), opening.final()]).toString()
    expect(plain).toBe(
      `{"b":2,"a":"x","c":null,"sign":"${expected([
        ['a', 'x'],
        ['b', '2'],
      ])}"}`,
    )
  })
})

test('the form of a GET becomes its query', () => {
  const own = { method: 'GET' as const, content: 'form' as const, body: 'c={{ cityName }}&d=1' }
  const of = (url: string) => renderRequest(testTemplate({ ...own, url }), 'submit', examplePerson, secrets)
  expect(of('https://partner.test/a')).toMatchObject({
    url: 'https://partner.test/a?c=%E6%B7%B1%E5%9C%B3%E5%B8%82&d=1',
    body: null,
    headers: {},
  })
  expect(of('https://partner.test/a?x=1').url).toBe(
    'https://partner.test/a?x=1&c=%E6%B7%B1%E5%9C%B3%E5%B8%82&d=1',
  )
})

test.each(['.', '..'])('a value cannot be the segment %s of a path', (occupation) => {
  const template = testTemplate({ url: 'https://partner.test/a/{{ occupation }}/b' })
  const of = (value: string) => renderRequest(template, 'submit', { occupation: value }, secrets).url
  expect(of(`${occupation}x`)).toBe(`https://partner.test/a/${occupation}x/b`)
  expect(() => of(occupation)).toThrow(expect.objectContaining({ code: 'url' }))
})

test('a fresh key is another one for each request, and only their key opens it', () => {
  const template = testTemplate({
    body: '{{ phone }}',
    seal: {
      cipher: 'aesGcm',
      key: { from: 'fresh', bits: 256, secret: 'theirKey', padding: 'oaepSha1', as: 'bytes' },
      iv: 'separate',
      encoding: 'base64',
    },
    envelope: { content: 'json', body: '{"k":{{ sealedKey }},"iv":{{ iv }},"d":{{ sealed }}}' },
  })
  const keys = [1, 2].map(() => {
    const { body } = renderRequest(template, 'submit', examplePerson, secrets)
    const { k, iv, d } = JSON.parse(body ?? '') as Record<'k' | 'iv' | 'd', string>
    const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }
    const fresh = privateDecrypt({ key: privateKey, ...padding }, Buffer.from(k, 'base64'))
    const bytes = Buffer.from(d, 'base64')
    const opening = createDecipheriv('aes-256-gcm', fresh, Buffer.from(iv, 'base64'))
    opening.setAuthTag(bytes.subarray(-16))
    expect(opening.update(bytes.subarray(0, -16)).toString()).toBe('13800001234')
    return fresh.toString('hex')
  })
  expect(new Set(keys).size).toBe(2)
})

describe('a secret is never shown', () => {
  test('in a preview, which is not given any', () => {
    const template = testTemplate({
      headers: [{ name: 'authorization', value: 'Bearer {{ secret.token }}' }],
      body: '{{ secret.token }} {{ secret.key }} {{ phone | aes_ecb: secret.key }} {{ name }} {{ idNumber }} {{ ip }}',
    })
    const { headers, body } = preview(template, 'submit', examplePerson)
    expect(headers.authorization).toBe('Bearer ***token***')
    expect(body).toMatch(/^\*\*\*token\*\*\* [0-9a-f]{32} \S+ 张\* 110\*+0011 \*\*\*$/)
    expect(preview(template, 'submit', examplePerson).body).toBe(body)
  })

  test.each<[string, ConnectionTemplate, Record<string, string>]>([
    [
      'a key of the wrong length',
      testTemplate({ body: '{{ name | aes_ecb: secret.key }}' }),
      { key: 'abcdef' },
    ],
    [
      'a key in the wrong encoding',
      testTemplate({ body: '{{ name | aes_ecb: secret.key }}' }),
      { key: 'not-hex-value' },
    ],
    [
      'no RSA key',
      testTemplate({ body: '{{ name | rsa_encrypt: secret.theirKey }}' }),
      { theirKey: 'not-a-pem' },
    ],
    [
      'a key that only looks like one',
      testTemplate({ body: '{{ name | rsa_sign: secret.ourKey }}' }),
      { ourKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' },
    ],
    [
      'a header that cannot be sent',
      testTemplate({ headers: [{ name: 'x-a', value: '{{ secret.token }}' }] }),
      { token: 'line\nbreak' },
    ],
    [
      'a body that is no JSON',
      testTemplate({ content: 'json', body: '{"a": "{{ secret.token }}}' }),
      { token: 'visible-token' },
    ],
    [
      'a date',
      testTemplate({ body: '{{ "x" | append: secret.token | date: "%Y" }}' }),
      { token: 'visible-token' },
    ],
  ])('in the failure of %s', (_, template, values) => {
    const error = caught(() => renderRequest(template, 'submit', examplePerson, values))
    expect(error).toBeInstanceOf(TemplateFailure)
    const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)} ${(error as Error).stack}`
    for (const value of [...Object.values(values), '13800001234', '张三']) expect(shown).not.toContain(value)
  })

  test('when it is logged', () => {
    const opened = openSecrets(testTemplate(), secrets)
    for (const secret of opened.values()) {
      expect(
        `${secret} ${JSON.stringify({ secret })} ${inspect({ secret }, { showHidden: true })}`,
      ).not.toMatch(/T0ken|00112233|BEGIN/)
    }
  })

  test('one that is not given is named by its failure, where it is used', () => {
    const template = testTemplate({
      sign: {
        over: 'body',
        before: '',
        after: '',
        algorithm: 'hmacSha256',
        secret: 'token',
        encoding: 'hex',
        field: null,
      },
    })
    expect(caught(() => renderRequest(template, 'submit', examplePerson, {}))).toMatchObject({
      path: 'stages.submit.sign',
      code: 'secretMissing',
      about: 'token',
    })
  })
})

test.each(['{"a": {{ secret.token }}}', '{"a": "{{ phone | hmac_sha256: secret.key }}"}'])(
  'a text that names a secret without a value makes no request: %s',
  (body) => {
    const template = testTemplate({ body })
    expect(caught(() => renderRequest(template, 'submit', examplePerson, {}))).toMatchObject({
      path: 'stages.submit.body',
      code: 'secretMissing',
      line: 1,
    })
  },
)

test('the values of secrets are checked where they are typed', () => {
  const template = testTemplate()
  expect(checkSecrets(template, secrets)).toEqual([])
  expect(
    checkSecrets(template, { token: 'a', key: 'xyz', iv: '', theirKey: privateKey, ourKey: 'a' }),
  ).toEqual([
    { name: 'key', code: 'secretValue' },
    { name: 'iv', code: 'secretMissing' },
    { name: 'theirKey', code: 'secretValue' },
    { name: 'ourKey', code: 'secretValue' },
  ])
})

function caught(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

function failureOf(act: () => unknown): string {
  return `failure: ${(caught(act) as TemplateFailure).code}`
}
