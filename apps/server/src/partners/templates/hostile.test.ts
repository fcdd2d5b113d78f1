import { longestTemplateText } from '@kabao/contract/partners/template'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathOf } from './paths.ts'
import { readJson } from './read-json.ts'
import { readXml } from './read-xml.ts'
import { checkTemplate, readReply, renderRequest, TemplateFailure } from './templates.ts'
import { testStage, testTemplate } from './test-template.ts'

const person = {
  phone: '13800001234',
  name: '张三',
  agreements: Array.from({ length: 20 }, (_, index) => ({
    name: `a${index}`,
    version: '1',
    url: 'https://a.test/',
    acceptedAt: '2026-01-01T00:00:00Z',
  })),
}
const secrets = { token: 'token-value', key: '00'.repeat(16), iv: '00'.repeat(16) }

/** What rendering gives: the body, or the code of the failure. */
function rendered(
  body: string,
  content: 'text' | 'json' | 'xml' | 'form' = 'text',
  who: object = person,
): string {
  try {
    return renderRequest(testTemplate({ body, content }), 'submit', who, secrets).body ?? ''
  } catch (error) {
    if (!(error instanceof TemplateFailure)) throw error
    return `failure: ${error.code}`
  }
}

/** Fails if `act` takes longer than `ms`: far more than it needs on a busy machine, and far less than it takes without bounds. */
function within<T>(ms: number, act: () => T): T {
  const begun = performance.now()
  const result = act()
  expect(performance.now() - begun).toBeLessThan(ms)
  return result
}

describe('a text reaches nothing but the documented fields', () => {
  test.each([
    ['{{ constructor }}', 'field'],
    ['{{ __proto__ }}', 'field'],
    ['{{ toString }}', 'field'],
    ['{{ phone.constructor }}', 'field'],
    ['{{ phone.size }}', 'field'],
    ['{{ phone["constructor"] }}', 'field'],
    ['{{ phone[name] }}', 'field'],
    ['{{ "a".constructor }}', 'field'],
    ['{{ agreements.constructor }}', 'field'],
    ['{{ agreements[0].name }}', 'field'],
    ['{{ agreements }}', 'field'],
    ['{% for each in agreements %}{{ each.constructor }}{% endfor %}', 'field'],
    ['{% for each in agreements %}{{ forloop.parentloop }}{% endfor %}', 'field'],
    ['{{ forloop.last }}', 'field'],
    ['{{ secret }}', 'field'],
    ['{{ secret.constructor }}', 'secret'],
    ['{{ secret.__proto__ }}', 'secret'],
    ['{{ secret.token.constructor }}', 'field'],
    ['{{ secret["token"] }}', 'field'],
    ['{{ secret.ourKey }}', 'secretUse'],
    ['{% if secret.token == "a" %}1{% endif %}', 'secretUse'],
    ['{% case phone %}{% when secret.token %}1{% endcase %}', 'secretUse'],
    ['{{ phone | default: secret.token }}', 'secretUse'],
    ['{{ phone | valueOf }}', 'filter'],
    ['{{ phone | constructor }}', 'filter'],
    ['{{ phone | __proto__ }}', 'filter'],
    ['{{ phone | map: "constructor" }}', 'filter'],
    ['{{ phone | where: "a" }}', 'filter'],
    ['{{ phone | raw }}', 'filter'],
    ['{% constructor %}', 'tag'],
    ['{% include "/etc/passwd" %}', 'tag'],
    ['{% render "package.json" %}', 'tag'],
    ['{% layout "a" %}', 'tag'],
    ['{% capture a %}{% endcapture %}', 'tag'],
    ['{% raw %}{{ phone }}{% endraw %}', 'tag'],
    ['{% comment %}{% endcomment %}', 'tag'],
    ['{% # a comment %}', 'tag'],
    ['{% liquid echo phone %}', 'tag'],
    ['{% echo phone %}', 'tag'],
    ['{% increment a %}', 'tag'],
    ['{% tablerow a in agreements %}{% endtablerow %}', 'tag'],
    ['{% for each in (1..1000000000) %}{% endfor %}', 'field'],
    ['{% for each in phone %}{% endfor %}', 'field'],
    ['{% for each in agreements limit: 1 %}{% endfor %}', 'syntax'],
    ['{% for a in agreements %}{% for b in agreements %}{% endfor %}{% endfor %}', 'nesting'],
    ['{{ (1..3) }}', 'syntax'],
    ['{{ phone md5 }}', 'syntax'],
    ['{{ phone | }}', 'syntax'],
    ['{{ phone == "1" }}', 'syntax'],
    ['{{ phone', 'syntax'],
    ['{% if phone %}', 'syntax'],
    ['{% endif %}', 'syntax'],
    ['{% assign phone = "1" %}', 'nameTaken'],
    ['{% assign secret = "1" %}', 'nameTaken'],
    ['{% assign a = phone %}{{ a.length }}', 'field'],
    ['{{ body }}', 'field'],
    ['{{ phone | append: suffix: "1" }}', 'arguments'],
    ['{{ phone | md5: "hex", "hex" }}', 'arguments'],
    ['{{ phone | lookup: "nobody" }}', 'map'],
    ['{{ phone | lookup: name }}', 'map'],
    ['{{ now | date: "%9999999d" }}', 'dateFormat'],
    ['{{ phone | aes_ecb: "0123456789abcdef" }}', 'secretUse'],
    ['{{ phone | aes_ecb: secret.token }}', 'secretKind'],
    ['{{ phone | rsa_encrypt: secret.ourKey }}', 'secretKind'],
    ['{{ name | append: secret.ourKey }}', 'secretKind'],
    ['{{ phone | prepend: secret.theirKey | md5 }}', 'secretKind'],
  ])('%s', (text, code) => {
    const found = checkTemplate(testTemplate({ body: `line one\n  ${text}` }))
    expect(found[0]).toMatchObject({ path: 'stages.submit.body', code, overridable: false })
    if (text !== '{% if phone %}') expect(found[0]).toMatchObject({ line: 2 })
    expect(found[0]?.column).toBeGreaterThan(text === '{% if phone %}' ? 0 : 2)
    expect(rendered(text)).toBe(`failure: ${code}`)
  })
})

describe('the time and the size of a rendering are bounded', () => {
  const doubled = `{% assign a = phone %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`
  const replaced = `{% assign a = phone %}${'{% assign a = a | replace: "1", a %}'.repeat(20)}{{ a }}`
  test.each([
    ['a value that doubles', doubled],
    ['a value that is put into itself', replaced],
    [
      'long values many times',
      `{% assign a = phone %}${'{% assign a = a | append: a %}'.repeat(12)}${'{{ a }}'.repeat(50)}`,
    ],
    ['many digests', `{% for each in agreements %}${'{{ phone | md5 }}'.repeat(200)}{% endfor %}`],
    ['a long text in a loop', `{% for each in agreements %}${'x'.repeat(8_000)}{% endfor %}`],
  ])('%s', (_, text) => {
    expect(text.length).toBeLessThan(longestTemplateText)
    expect(within(10_000, () => rendered(text))).toBe('failure: tooMuch')
  })

  test('nesting is refused before the parser follows it', () => {
    const text = '{% if age %}'.repeat(600) + '{% endif %}'.repeat(600)
    expect(within(10_000, () => rendered(text))).toBe('failure: nesting')
  })

  test.each([
    '{{',
    '{%',
    '{{ phone |',
    '{{ "',
    '{% if ',
    '{{ phone | md5 }}',
    '{{ a.',
    '{{ a[',
    "{{ '\\",
    '}}',
    '{%-',
    '{{ (1..',
  ])('a text of the longest length of %j alone', (part) => {
    const text = part.repeat(Math.floor(longestTemplateText / part.length))
    within(10_000, () => rendered(text))
  })

  test('any text is rendered or refused with a failure', () => {
    const parts = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      ' phone ',
      '|',
      'md5',
      ':',
      '"',
      "'",
      '.',
      'if',
      'endif',
      'for',
      ' in ',
      'agreements',
      '[',
      ']',
      '(',
      '..',
      'assign',
      '=',
      '\n',
      '-',
      'secret',
      'token',
      'else',
      'case',
      'when',
      ',',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (pieces) => {
        rendered(pieces.join(''))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a value cannot leave its place', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', '\\', '","admin":true,"x":"', ']]>', '</n><m>', '&a=b', '{{ phone }}', '{% if %}'),
  )

  test('in JSON, with and without quotation marks', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const body = rendered('{"a": {{ name }}, "b": "<{{ name }}>", "c": "{{ name | json }}"}', 'json', {
          name,
        })
        expect(JSON.parse(body)).toEqual({ a: name, b: `<${name}>`, c: JSON.stringify(name) })
      }),
    )
  })

  test('in XML, as text, attribute and CDATA', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const body = rendered('<r a="{{ name }}"><n>{{ name }}</n><c><![CDATA[{{ name }}]]></c></r>', 'xml', {
          name,
        })
        const read = readXml(body)?.value as { r: Record<string, unknown> }
        expect(Object.keys(read.r).sort()).toEqual(['@a', 'c', 'n'])
        if (/^[ -~]*$/.test(name) && name.trim() === name)
          expect(read.r).toMatchObject({ '@a': name, n: name, c: name })
      }),
    )
  })

  test('in a form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const body = rendered('a={{ name }}\n  &b=1', 'form', { name })
        expect([...new URLSearchParams(body)]).toEqual([
          ['a', name],
          ['b', '1'],
        ])
      }),
    )
  })

  test('in a header or an address', () => {
    const template = testTemplate({
      url: 'https://partner.test/a/{{ requestId }}?c={{ cityName }}',
      headers: [{ name: 'x-city', value: '{{ cityName }}' }],
    })
    const of =
      (cityName: string, requestId = 'r') =>
      () =>
        renderRequest(template, 'submit', { cityName, requestId }, secrets)
    expect(of('a\r\nx-evil: 1')).toThrow(expect.objectContaining({ code: 'header' }))
    expect(of('深圳')).toThrow(expect.objectContaining({ code: 'header' }))
    expect(of('a b&d=1#x', '../..//@evil.test')().url).toBe(
      'https://partner.test/a/..%2F..%2F%2F%40evil.test?c=a%20b%26d%3D1%23x',
    )
  })

  test.each([
    '{{ requestId }}',
    'https://{{ requestId }}/a',
    'https://partner.test{{ requestId }}',
    'https://partner.test:{{ requestId }}/',
    'https://user@partner.test/',
    'https://partner.test\\@evil.test/',
    'ftp://partner.test/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])('the address %j has no fixed host', (url) => {
    expect(checkTemplate(testTemplate({ url }))).toContainEqual(
      expect.objectContaining({ path: 'stages.submit.url', code: 'url' }),
    )
    expect(() =>
      renderRequest(testTemplate({ url }), 'submit', { requestId: '.evil.test' }, secrets),
    ).toThrow(expect.objectContaining({ code: 'url' }))
  })
})

describe('a reply cannot do harm', () => {
  const unknown = (note: string) => ({ outcome: 'unknown', notes: [note] })
  const reading = (body: string, format: 'json' | 'xml' | 'text' = 'json') =>
    readReply(
      testTemplate({ reply: { ...testStage().reply, format } }),
      'submit',
      { status: 200, body },
      secrets,
    )

  test.each([
    ['nested JSON', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['nested JSON that does not close', '{"a":'.repeat(12_000)],
    ['quotation marks that do not close', '"\\"'.repeat(20_000)],
    ['brackets in a text that does not close', `"${'['.repeat(60_000)}`],
    ['minus signs', '-'.repeat(65_000)],
    ['no JSON', 'NaN'],
    ['a name twice', '{"code":"1","code":"0"}'],
    ['a name twice, once escaped', '{"code":"1","a":[{"code":1}],"\\u0063ode" : "0"}'],
    ['nothing', ''],
  ])('%s', (_, body) => {
    expect(within(5_000, () => reading(body))).toEqual(unknown('form'))
  })

  test.each([
    ['entities that grow', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><code>&c;</code>'],
    ['an entity from a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><code>&x;</code>'],
    ['a document type', '<!DOCTYPE code><code>0</code>'],
    ['an unknown entity', '<code>&nothing;</code>'],
    ['nested elements', '<a>'.repeat(9_000) + '</a>'.repeat(9_000)],
    ['an element that does not close', '<code>0'],
    ['nothing', ''],
    ['no XML', '{"code":"0"}'],
  ])('XML: %s', (_, body) => {
    expect(within(5_000, () => reading(body, 'xml'))).toEqual(unknown('form'))
  })

  test('the same name in different objects is not twice', () => {
    expect(
      reading('{"code":"0","a":{"code":"1"},"b":[{"code":"2"},{"code":"3"}],"c":"code","d":["code","code"]}'),
    ).toEqual({
      outcome: 'accepted',
      notes: [],
    })
  })

  test('names of the prototype are only names', () => {
    const { value } = readJson('{"__proto__": {"code": "0"}, "a": {"constructor": 1}}') as { value: object }
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(pathOf('$.code')?.find(value as never)).toEqual([])
    expect(pathOf('$.toString')?.find(value as never)).toEqual([])
    expect(pathOf('$.a.constructor')?.find(value as never)).toEqual([1])
    const xml = readXml('<__proto__><code>0</code></__proto__>')?.value as object
    expect(Object.getPrototypeOf(xml)).toBeNull()
    expect(({} as { code?: string }).code).toBeUndefined()
    expect(reading('{"__proto__":{"code":"0"}}')).toEqual(unknown('noRule'))
  })

  test('a reply that is cut off, or in an unknown charset, is not read', () => {
    const of = (more: object) =>
      readReply(testTemplate(), 'submit', { status: 200, body: '{"code":"0"}', ...more }, secrets)
    expect(of({})).toEqual({ outcome: 'accepted', notes: [] })
    expect(of({ tooLarge: true })).toEqual(unknown('tooLarge'))
    expect(of({ unreadable: 'charset' })).toEqual(unknown('charset'))
    expect(of({ unreadable: 'encoding' })).toEqual(unknown('charset'))
    expect(of({ body: `{"code":"0","x":"${'x'.repeat(64 * 1024)}"}` })).toEqual(unknown('tooLarge'))
  })

  test.each([
    '$..code',
    '$..*',
    '$[*][*]',
    '$.a[*].b[*]',
    '$[0:5]',
    '$["a","b"]',
    '$[?@.a==1][?@.b==1]',
    '$[?@..a]',
    '$[?@[*]==1]',
    '$[?$.a==1]',
    '$[?length(@.a)>1]',
    '$[?match(@.a, "(a+)+$")]',
    '$[?search(@.a, "a")]',
    'code',
    '$.',
    '',
    '$.a b',
    '$(',
  ])('the path %j is refused', (path) => {
    expect(pathOf(path)).toBeNull()
    const reply = { ...testStage().reply, reason: path }
    expect(checkTemplate(testTemplate({ reply })).map(({ code }) => code)).toContain('path')
  })

  test.each([
    '$',
    '$.a.b',
    '$[0]',
    '$[-1].a',
    '$["a b"]',
    '$.a[*].b',
    '$.list[?@.key=="price" && !(@.old==true)].value',
  ])('the path %j reads the largest reply quickly', (path) => {
    const item = '{"key":"price","old":false,"a":{"b":1}}'
    const list = `[${Array(1_500).fill(item).join(',')}]`
    const { value } = readJson(`{"a":${list},"list":${list}}`.slice(0, 200_000)) as { value: never }
    within(5_000, () => pathOf(path)?.find(value))
  })
})
