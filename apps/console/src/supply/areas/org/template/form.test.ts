import { type ConnectionTemplate, templateStages } from '@kabao/contract/partners/template'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankStage, contentOf, fromTemplate, sendKinds, type TemplateForm, toTemplate } from './form.ts'
import { bodyOf, pairAt, pairsOf } from './pairs.ts'
import { readValue, writeValue } from './values.ts'

const stage = (method: 'GET' | 'POST' | 'PUT', content: 'json' | 'form' | 'xml' | 'text', body: string) => {
  const { send: _, fields: _f, url, headers, timeoutMs, ...rest } = blankStage()
  return Object.assign({ method, url, headers, timeoutMs, content, body }, rest)
}
const withBody = (...given: Parameters<typeof stage>): ConnectionTemplate => ({
  secrets: [{ name: 'appKey', kind: 'text', encoding: 'utf8' }],
  maps: [{ name: 'gender', entries: [{ from: 'male', to: '1' }] }],
  stages: { submit: stage(...given) },
})

describe('a template fits the form', () => {
  test('with its fields as pairs, and makes the same template again', () => {
    const body = `{"requestId": {{ requestId }}, "at": "{{ now | date: "%H:%M, {}" }}",
      "house": {% if house %}1{% else %}0{% endif %}, "list": [1, {"a": "}"}], "agreements": [
      {% for each in agreements %}{"name": {{ each.name }}}{% unless forloop.last %},{% endunless %}{% endfor %}]}`
    const template = withBody('POST', 'json', body)
    const form = fromTemplate(template) as TemplateForm
    expect(form.stages.submit).toMatchObject({ send: 'POST json' })
    expect(form.stages.submit?.fields.map(({ name }) => name)).toEqual([
      ...['requestId', 'at', 'house', 'list', 'agreements'],
    ])
    expect(form.stages.submit?.fields[1]?.value).toBe('"{{ now | date: "%H:%M, {}" }}"')
    const again = toTemplate(form)
    expect(Object.keys(again.stages.submit ?? {})).toEqual(Object.keys(template.stages.submit ?? {}))
    expect(again.stages.submit).toEqual({ ...template.stages.submit, body: expect.any(String) })
    expect(fromTemplate(again)).toEqual(form)
  })

  test('as a form and as a query, whose line breaks before a pair count for nothing', () => {
    const body = 'app_key={{ secret.appKey }}\n&a%20b=x y \n  &note={{ name | default: "a&b" }}'
    expect(fromTemplate(withBody('GET', 'form', body))?.stages.submit).toMatchObject({
      send: 'GET form',
      fields: [
        { name: 'app_key', value: '{{ secret.appKey }}' },
        { name: 'a b', value: 'x y' },
        { name: 'note', value: '{{ name | default: "a&b" }}' },
      ],
    })
  })

  test.each([
    ['XML', 'POST', 'xml', '<a>{{ phone }}</a>'],
    ['plain text', 'POST', 'text', '{{ phone }}'],
    ['JSON in a query', 'GET', 'json', '{"a": {{ phone }}}'],
    ['a list', 'POST', 'json', '[{{ phone }}]'],
    ['a whole body from a value', 'POST', 'json', '{{ agreements | json }}'],
    ['a field under a condition', 'POST', 'json', '{"a": 1{% if car %}, "b": 2{% endif %}}'],
    ['a variable', 'POST', 'json', '{"a": 1{% assign x = phone %}, "b": {{ x }}}'],
    ['a name from a value', 'POST', 'json', '{"{{ phone }}": 1}'],
    ['a name from a value in a form', 'POST', 'form', '{{ phone }}=1'],
    ['a pair without a value', 'POST', 'form', 'a'],
    ['Liquid that is not closed', 'POST', 'json', '{"a": {{ phone }'],
    ['a text that is not closed', 'POST', 'json', '{"a": "}'],
    ['a bracket too many', 'POST', 'json', '{"a": 1]}'],
  ] as const)('unless it has %s', (_, method, content, body) => {
    expect(fromTemplate(withBody(method, content, body))).toBeUndefined()
  })
})

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }).filter((each) => !/\p{Surrogate}/u.test(each)),
  fc.constantFrom('{{ phone }}', 'a=b&c', '"', '\\', '{%', '}}', '', '+', '%41'),
)
const value = fc.oneof(
  fc.record({
    of: fc.constant('field' as const),
    name: fc.constantFrom('phone', 'house', 'now', 'age'),
    steps: fc.constantFrom(
      '',
      '| md5',
      '"',
      '"| date: "%Q"',
      '| date: "%s, }" | number',
      '? 1 : 0',
      '| lookup: "gender"',
    ),
  }),
  fc.record({ of: fc.constant('secret' as const), name: fc.constant('appKey') }),
  fc.record({ of: fc.constant('fixed' as const), text }),
  fc.record({
    of: fc.constant('liquid' as const),
    text: fc.constantFrom(
      '12',
      'null',
      '[1, 2]',
      '{"a": {{ phone }}}',
      '{% case gender %}{% when "male" %}1{% endcase %}',
    ),
  }),
)
const stageForm = fc
  .record({
    send: fc.constantFrom(...sendKinds),
    pairs: fc.array(fc.record({ name: text, value }), { maxLength: 5 }),
    url: text,
    before: text,
    field: fc.option(text),
  })
  .map(({ send, pairs, url, before, field }) =>
    Object.assign(blankStage(), {
      send,
      url,
      fields: pairs.map((pair) => ({ name: pair.name, value: writeValue(contentOf({ send }), pair.value) })),
      sign: { over: 'body', before, after: '', algorithm: 'md5', secret: null, encoding: 'hex', field },
    }),
  )

describe('nothing is lost', () => {
  test('from a form to a template and back', () => {
    const forms = fc.uniqueArray(fc.tuple(fc.constantFrom(...templateStages), stageForm), {
      selector: ([name]) => name,
      maxLength: 4,
    })
    fc.assert(
      fc.property(forms, (stages) => {
        const form = { secrets: [], maps: [], stages: Object.fromEntries(stages) } as TemplateForm
        expect(fromTemplate(toTemplate(form))).toEqual(form)
      }),
    )
  })

  test('from a body to its pairs and back, whatever it is', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '"',
        ':',
        ',',
        '&',
        '=',
        '[',
        ']',
        '{{ phone }}',
        '{% if car %}',
        '{% endif %}',
        'a',
        ' ',
        '\n',
        '\\',
      ],
    )
    const body = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    const wrapped = fc.oneof(
      body,
      body.map((inside) => `{${inside}}`),
      body.map((inside) => `{"a": ${inside}}`),
    )
    // Blanks and line breaks between the pairs alone may be others.
    const bare = (each: string) => each.replace(/\s+/g, '')
    let read = 0
    fc.assert(
      fc.property(fc.constantFrom('json' as const, 'form' as const), wrapped, (content, whole) => {
        const pairs = pairsOf(content, whole)
        if (!pairs) return
        read++
        const written = bodyOf(content, pairs)
        expect(pairsOf(content, written)).toEqual(pairs)
        if (!/[\\\s]/.test(whole) && content === 'json') expect(bare(written)).toBe(bare(whole))
      }),
      { numRuns: 2_000, examples: [['form', '= &=']] },
    )
    expect(read).toBeGreaterThan(20)
  })

  test('from a value to its text and back', () => {
    fc.assert(
      fc.property(fc.constantFrom('json' as const, 'form' as const), value, (content, each) => {
        const written = writeValue(content, each)
        expect(writeValue(content, readValue(content, written))).toBe(written)
        if (each.of === 'fixed' || each.of === 'secret') expect(readValue(content, written)).toEqual(each)
      }),
    )
  })
})

test('the line of a problem leads to its field', () => {
  const pairs = [
    { name: 'a', value: '1' },
    { name: 'b', value: '[\n1\n]' },
    { name: 'c', value: '{{ nothing }}' },
  ]
  const at = (line: number) => pairAt('json', pairs, line)
  expect([1, 2, 3, 5, 6, 7].map(at)).toEqual([0, 0, 1, 1, 2, -1])
  expect(bodyOf('json', pairs).split('\n')[5]).toContain('nothing')
  expect(pairAt('form', pairs, 5)).toBe(2)
})
