import { connectionTemplate } from '@kabao/contract/partners/template'
import { templateFields } from '@kabao/contract/partners/template-fields'
import { isTemplateFilter, templateFilters } from '@kabao/contract/partners/template-filters'
import { describe, expect, test } from 'vitest'
import { checkTemplate, examplePerson, preview } from './templates.ts'
import { testStage, testTemplate } from './test-template.ts'

const codes = (...given: Parameters<typeof testTemplate>) =>
  checkTemplate(testTemplate(...given)).map(({ code }) => code)

describe('before a person consents', () => {
  const check = (body: string) => codes({ body }, 'check')

  test.each([
    '{{ phone | hmac_sha256: secret.token }}',
    '{{ phone | hmac_sm3: secret.key, "HEX" }}',
    '{{ phone | append: secret.token | md5 }}',
    '{{ phone | prepend: secret.token | sha256 | upcase }}',
    '{{ phone | md5 | append: secret.token | md5 }}',
    '{{ phone | strip | hmac_md5: secret.token | slice: 0, 16 }}',
    '{% assign h = phone | hmac_sha256: secret.token %}{{ h }}',
    '{{ age }} {{ cityCode }} {{ gender }} {{ requestId }}',
  ])('%s may be sent', (body) => {
    expect(check(body)).toEqual([])
  })

  test.each([
    ['{{ phone }}', 'checkPersonal'],
    ['{{ name }}', 'checkPersonal'],
    ['{{ name | hmac_sha256: secret.token }}', 'checkPersonal'],
    ['{{ idNumber | append: secret.token | md5 }}', 'checkPersonal'],
    ['{{ birthday }} ', 'checkPersonal'],
    ['{{ ip }}', 'checkPersonal'],
    ['{{ device }}', 'checkPersonal'],
    ['{{ phone | base64 }}', 'checkPersonal'],
    ['{{ phone | aes_ecb: secret.key }}', 'checkPersonal'],
    ['{{ phone | rsa_encrypt: secret.theirKey }}', 'checkPersonal'],
    ['{{ phone | append: secret.token }}', 'checkPersonal'],
    ['{{ phone | append: secret.token | base64 | md5 }}', 'checkPersonal'],
    ['{{ "x" | append: phone | md5 }}', 'checkPersonal'],
    ['{{ age | default: phone }}', 'checkPersonal'],
    ['{% if phone == "13800001234" %}1{% endif %}', 'checkPersonal'],
    ['{% case name %}{% when "张三" %}1{% endcase %}', 'checkPersonal'],
    ['{% assign p = phone %}', 'checkPersonal'],
    ['{{ phone | md5 }}', 'checkPhoneUnkeyed'],
    ['{{ phone | sha256 }}', 'checkPhoneUnkeyed'],
    ['{{ phone | sm3 }}', 'checkPhoneUnkeyed'],
    ['{{ phone | append: "salt" | md5 }}', 'checkPhoneUnkeyed'],
    ['{{ phone | append: requestId | md5 }}', 'checkPhoneUnkeyed'],
    ['{{ phone | md5 | append: secret.token }}', 'checkPhoneUnkeyed'],
    ['{{ phone | slice: 0, 7 }}', 'checkPhonePart'],
    ['{{ phone | slice: 0, 7 | append: secret.token | md5 }}', 'checkPhonePart'],
    ['{{ phone | replace: "138", "" | hmac_sha256: secret.token }}', 'checkPhonePart'],
  ])('%s is refused, unless a super administrator says why', (body, code) => {
    const [first, ...more] = checkTemplate(testTemplate({ body }, 'check'))
    expect(first).toMatchObject({ path: 'stages.check.body', line: 1, code, overridable: true })
    expect(more).toEqual([])
    expect(codes({ body }, 'submit')).toEqual([])
  })

  test('a digest with a key that is no secret is refused for both reasons', () => {
    expect(check('{{ phone | hmac_sha256: "salt" }}')).toEqual(['secretUse', 'checkPhoneUnkeyed'])
    expect(check('{{ phone | hmac_sha256: requestId }}')).toEqual(['secretUse', 'checkPhoneUnkeyed'])
  })

  test.each([
    ['url', { url: 'https://partner.test/?p={{ phone }}' }],
    ['headers.0.value', { headers: [{ name: 'x-p', value: '{{ phone }}' }] }],
    ['sign.after', { sign: { ...plainSign(), after: '{{ phone }}' } }],
    ['envelope.body', { envelope: { content: 'text' as const, body: '{{ phone }}' } }],
  ])('the rule holds for %s', (path, own) => {
    expect(checkTemplate(testTemplate(own, 'check'))).toContainEqual(
      expect.objectContaining({ path: `stages.check.${path}`, code: 'checkPersonal' }),
    )
  })
})

test('no address names a person, at any stage', () => {
  const get = { method: 'GET' as const, content: 'form' as const }
  expect(codes({ ...get, body: 'p={{ phone }}' })).toEqual(['personalInUrl'])
  expect(codes({ ...get, body: 'c={{ cityCode }}' })).toEqual([])
  expect(codes({ url: 'https://partner.test/?p={{ phone | md5 }}' })).toEqual(['personalInUrl'])
  expect(codes({ url: 'https://partner.test/{{ requestId }}?c={{ cityCode }}' })).toEqual([])
})

describe('what does not fit together', () => {
  test.each([
    [
      'a pair of a text',
      { sign: { ...plainSign(), over: 'sortedPairs' as const } },
      'sign.over',
      'signPairs',
    ],
    [
      'the signature of nothing sealed',
      { sign: { ...plainSign(), over: 'sealed' as const } },
      'sign.over',
      'noSeal',
    ],
    [
      'an HMAC without a key',
      { sign: { ...plainSign(), algorithm: 'hmacSha256' as const } },
      'sign.secret',
      'signKey',
    ],
    [
      'RSA with a token',
      { sign: { ...plainSign(), algorithm: 'rsaSha256' as const, secret: 'token' } },
      'sign.secret',
      'secretKind',
    ],
    [
      'a signature that is not made',
      { headers: [{ name: 'x-sign', value: '{{ signature }}' }] },
      'headers.0.value',
      'noSign',
    ],
    [
      'a seal that is not made',
      { envelope: { content: 'text' as const, body: '{{ sealed }}' } },
      'envelope.body',
      'noSeal',
    ],
    [
      'a seal with a token',
      { seal: { ...aesSeal(), key: { from: 'secret' as const, secret: 'token' } } },
      'seal.key',
      'secretKind',
    ],
    [
      'a seal with a key that is not declared',
      { seal: { ...aesSeal(), key: { from: 'secret' as const, secret: 'nobody' } } },
      'seal.key',
      'secret',
    ],
    [
      'GCM with a fixed nonce',
      { seal: { ...aesSeal(), cipher: 'aesGcm' as const, iv: { secret: 'iv' } } },
      'seal.iv',
      'sealIv',
    ],
    ['GET with a body', { method: 'GET' as const }, 'body', 'getBody'],
    ['a header of the service', { headers: [{ name: 'Host', value: 'a' }] }, 'headers.0.name', 'header'],
    ['a header with a blank', { headers: [{ name: 'a b', value: 'a' }] }, 'headers.0.name', 'header'],
    [
      'a header twice',
      {
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'x-a', value: '2' },
        ],
      },
      'headers.1',
      'duplicate',
    ],
    ['no JSON', { content: 'json' as const, body: '{"a": {{ name }},}' }, 'body', 'bodyForm'],
    ['no XML', { content: 'xml' as const, body: '<a>{{ name }}' }, 'body', 'bodyForm'],
    ['no form', { content: 'form' as const, body: 'a=深圳' }, 'body', 'bodyForm'],
    ['a value that is not in the map', { body: '{{ name | lookup: "gender" }}' }, 'body', 'lookup'],
  ])('%s', (_, own, path, code) => {
    expect(checkTemplate(testTemplate(own))).toContainEqual(
      expect.objectContaining({ path: `stages.submit.${path}`, code }),
    )
  })

  test('a name twice', () => {
    const template = testTemplate()
    const [first] = template.secrets
    expect(checkTemplate({ ...template, secrets: [...template.secrets, first as never] })).toMatchObject([
      { path: 'secrets.5', code: 'duplicate', line: null, column: null },
    ])
  })

  test('a secret of the reply', () => {
    const unseal = {
      path: '$.data',
      cipher: 'aesCbc' as const,
      key: { from: 'secret' as const, secret: 'ourKey' },
      iv: { secret: 'nobody' },
      encoding: 'base64' as const,
      format: 'json' as const,
    }
    expect(codes({ reply: { ...testStage().reply, unseal } })).toEqual(['secretKind', 'secret'])
  })
})

test('every problem has its place and its sentences', () => {
  const [found] = checkTemplate(testTemplate({ body: 'a\n\n  {{ phone | md6 }} {{ nobody }}' }))
  expect(found).toEqual({
    path: 'stages.submit.body',
    line: 3,
    column: 14,
    code: 'filter',
    words: ['没有过滤器 md6', 'There is no filter md6'],
    overridable: false,
  })
})

test('the example of every filter can be used', () => {
  for (const [name, { example }] of Object.entries(templateFilters)) {
    expect(isTemplateFilter(name)).toBe(true)
    const template = testTemplate({ body: `{{ ${example} }}` })
    expect({ name, problems: checkTemplate({ ...template, secrets: [...template.secrets] }) }).toEqual({
      name,
      problems: [],
    })
  }
})

test('every field has an example that is rendered', () => {
  const body = Object.keys(templateFields)
    .map((name) => `"${name}": {{ ${name} | json }}`)
    .join(', ')
  const template = testTemplate({ content: 'json', body: `{${body}}` })
  // The check before it gives the ID.
  const { reply } = testStage({})
  template.stages.check = testStage({ reply: { ...reply, externalId: '$.id' } })
  expect(checkTemplate(template)).toEqual([])
  const sent = JSON.parse(preview(template, 'submit', examplePerson).body ?? '') as Record<string, unknown>
  expect(Object.values(sent)).not.toContain(null)
})

test.each([
  [
    'a long body',
    (template: ReturnType<typeof testTemplate>) => ({
      ...template,
      stages: { submit: testStage({ body: 'x'.repeat(16_385) }) },
    }),
  ],
  ['a long timeout', (template) => ({ ...template, stages: { submit: testStage({ timeoutMs: 60_000 }) } })],
  ['an unknown stage', (template) => ({ ...template, stages: { other: testStage() } })],
  ['an unknown field', (template) => ({ ...template, more: 1 })],
] as [string, (template: ReturnType<typeof testTemplate>) => object][])(
  'the schema refuses %s',
  (_, change) => {
    expect(connectionTemplate.safeParse(testTemplate()).success).toBe(true)
    expect(connectionTemplate.safeParse(change(testTemplate())).success).toBe(false)
  },
)

function plainSign() {
  return {
    over: 'body' as const,
    before: '',
    after: '',
    algorithm: 'md5' as const,
    secret: null as string | null,
    encoding: 'hex' as const,
    field: null,
  }
}

function aesSeal() {
  return {
    cipher: 'aesCbc' as const,
    key: { from: 'secret' as const, secret: 'key' },
    iv: 'prefixed' as const,
    encoding: 'base64' as const,
  }
}
