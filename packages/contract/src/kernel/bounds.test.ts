import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '../app/areas.ts'
import { intakeEndpoints } from '../intake/calls.ts'
import { id, instant } from './kernel.ts'

/** The parts of Zod's definitions that hold other schemas. */
interface Definition {
  type: string
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  options?: z.core.$ZodType[]
  items?: z.core.$ZodType[]
  rest?: z.core.$ZodType | null
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
}

/** Types whose values are always short, however long a body is. */
const single = new Set(['boolean', 'number', 'int', 'enum', 'literal', 'null', 'undefined'])

/** Lists every place where a schema takes a text, an array or a record of any length, or an object of any fields. */
function unbounded(schema: z.core.$ZodType, at: string): string[] {
  const def = schema._zod.def as unknown as Definition
  const inner = (each: z.core.$ZodType | undefined | null, name = '') =>
    each ? unbounded(each, `${at}${name}`) : []
  switch (def.type) {
    case 'string':
      return isBounded(schema) ? [] : [`${at}: a text`]
    case 'array':
      return [...(isBounded(schema) ? [] : [`${at}: an array`]), ...inner(def.element, '[]')]
    case 'object':
      return [
        ...(def.catchall?._zod.def.type === 'never' ? [] : [`${at}: an object with any fields`]),
        ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => inner(field, `.${name}`)),
      ]
    case 'record':
      return [`${at}: a record`, ...entriesOf(def, at)]
    case 'tuple':
      return [...(def.items ?? []).flatMap((item) => inner(item, '[]')), ...inner(def.rest, '[]')]
    case 'union':
      return (def.options ?? []).flatMap((option) => inner(option))
    case 'pipe': {
      if (def.in?._zod.def.type !== 'transform') return inner(def.in)
      // This check runs before the entries of a record can be counted, so it is tried here with too many of them.
      const out = def.out as z.core.$ZodType
      if (out._zod.def.type !== 'record') return inner(out)
      const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, Symbol()]))
      const issues = z.safeParse(schema, many).error?.issues ?? []
      const isCounted = issues.length === 1 && issues[0]?.message === 'tooMany'
      return [
        ...(isCounted ? [] : [`${at}: a record`]),
        ...entriesOf(out._zod.def as unknown as Definition, at),
      ]
    }
    default:
      if (def.innerType) return inner(def.innerType)
      return single.has(def.type) ? [] : [`${at}: ${def.type}, which this test does not know`]
  }
}

const entriesOf = ({ keyType, valueType }: Definition, at: string) => [
  ...(keyType ? unbounded(keyType, `${at}{key}`) : []),
  ...(valueType ? unbounded(valueType, `${at}{value}`) : []),
]

const isBounded = (schema: z.core.$ZodType) =>
  (schema._zod.def.checks ?? []).some(({ _zod }) => _zod.def.check === 'max_length')

test('every text, array and record of an input has a maximum length, and every object has known fields', () => {
  const found = [...endpoints, ...intakeEndpoints].flatMap(({ name, body, query, params }) => [
    ...Object.entries(params ?? {}).flatMap(([key, schema]) => unbounded(schema, `${name} {${key}}`)),
    ...(body ? unbounded(body, `${name} body`) : []),
    ...(query ? unbounded(query, `${name} query`) : []),
  ])
  expect(found).toEqual([])
})

test('the check itself finds a schema without a bound', () => {
  const open = z.strictObject({
    text: z.string(),
    list: z.array(z.string().max(3)).optional(),
    map: z.record(z.string(), z.number()),
    inner: z.object({ a: z.union([z.number(), z.string()]).nullable().default(null) }),
    piped: z.string().transform(Number).pipe(z.number()),
  })
  expect(unbounded(open, 'x')).toEqual([
    'x.text: a text',
    'x.list: an array',
    'x.map: a record',
    'x.map{key}: a text',
    'x.inner: an object with any fields',
    'x.inner.a: a text',
    'x.piped: a text',
  ])
})

test.each([
  ['0000-01-01T00:00:00.000Z', 'year'],
  ['0001-01-01T00:00:00.000Z', 'year'],
  ['1899-12-31T23:59:59.999Z', 'year'],
  ['1900-01-01T00:00:00.000Z', null],
  ['2026-01-01T00:00:00Z', null],
  ['2024-02-29T12:00:00.123456Z', null],
  ['9999-12-31T23:59:59.999Z', null],
  ['+010000-01-01T00:00:00.000Z', 'instant'],
  ['-000001-01-01T00:00:00.000Z', 'instant'],
  ['2026-01-01T24:00:00.000Z', 'instant'],
  ['2026-02-30T00:00:00.000Z', 'instant'],
  ['2025-02-29T00:00:00.000Z', 'instant'],
  ['2016-12-31T23:59:60.000Z', 'instant'],
  ['2026-01-01T00:00:00.000+08:00', 'instant'],
  [`2026-01-01T00:00:00.${'0'.repeat(50)}Z`, 'instant'],
])('the instant %s: %s', (value, problem) => {
  expect(instant.safeParse(value).error?.issues[0]?.message ?? null).toBe(problem)
})

test('every input field for an instant uses the one bounded schema', () => {
  const year0 = '0000-01-01T00:00:00.000Z'
  const walk = (schema: z.core.$ZodType, at: string): string[] => {
    const def = schema._zod.def as unknown as Definition & { format?: string }
    if (def.format === 'datetime' || def.format === 'date')
      return z.safeParse(schema, year0).success ? [at] : []
    const parts = [def.innerType, def.element, def.in, def.out, ...(def.options ?? [])]
    return [
      ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => walk(field, `${at}.${name}`)),
      ...parts.flatMap((part) => (part ? walk(part, at) : [])),
    ]
  }
  expect(
    [...endpoints, ...intakeEndpoints].flatMap(({ name, body, query }) => [
      ...(body ? walk(body, name) : []),
      ...(query ? walk(query, name) : []),
    ]),
  ).toEqual([])
})

test('an id has at most 18 digits, or 19 that fit into 64 bits', () => {
  for (const known of ['9'.repeat(18), `8${'9'.repeat(18)}`]) expect(id.safeParse(known).success).toBe(true)
  for (const none of ['9'.repeat(19), '1'.repeat(20)])
    expect(id.safeParse(none).error?.issues[0]?.message).toBe('id')
})
