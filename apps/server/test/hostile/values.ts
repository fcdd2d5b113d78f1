import type * as z from 'zod'
import { definitionOf, outerOf } from '../matrix/samples.ts'

/** Objects in objects, deeper than any schema goes. */
const deep = (levels: number): unknown => {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

/** Hostile values for any field, whatever its type. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  -(2 ** 53) - 2,
  2 ** 53 + 2,
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999',
  '1e5',
  'NaN',
  'x'.repeat(100_000),
  '字'.repeat(5_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800x',
  '\u202e\u200b\ufeff',
  "'; drop table admin; --",
  "' or '1'='1",
  '1) or (1=1',
  '%',
  '_%\\',
  '$1',
  '#{7*7}{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '../../etc/passwd',
  '2026-02-30T00:00:00.000Z',
  '2026-13-01',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2025-02-29T00:00:00.000Z',
  '2016-12-31T23:59:60.000Z',
  `2026-01-01T00:00:00.${'0'.repeat(100)}1Z`,
  '-000001-01-01T00:00:00.000Z',
  [],
  [null],
  ['1', '1', '1'],
  Array.from({ length: 5_000 }, () => '1'),
  {},
  { id: '1' },
  { length: 5, toString: 'x', constructor: 'x' },
  { $ne: null },
  deep(200),
]

/** What a whole body may be instead of an object, as raw bytes. */
export const hostileBodies: readonly string[] = [
  '',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '[[]]',
  '{}',
  '{"a":1',
  '{"__proto__":{"isSuper":true}}',
  '{"constructor":{"prototype":{"isSuper":true}}}',
  '{"a":{"__proto__":{"isSuper":true}}}',
  '{"a":1,"a":2}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '[1e999]',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field${index}`, index]))),
  JSON.stringify(deep(500)),
]

/** What a parameter of the path may be instead of an id. */
export const hostileIds: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '９',
  'abc',
  '9223372036854775807',
  '9223372036854775808',
  '999999999999999999',
  '1%00',
  '%00',
  '%ff',
  '%',
  '%2e%2e%2f',
  '%F0%9F%98%80',
  "1'%20or%20'1'%3D'1",
  '%3Cscript%3E',
  '__proto__',
  'constructor',
  'x'.repeat(150),
  '1'.repeat(1_000),
]

/** The path of a field in a body, with `0` for the entry of an array. */
export type Place = readonly string[]

/** A field of a body: where it is, and the schema that reads it. */
export interface Field {
  place: Place
  schema: z.ZodType
}

/** Every field of a schema, including nested fields. */
export function fieldsOf(schema: z.ZodType, at: Place = []): Field[] {
  const { shape, element, options } = definitionOf(schema)
  const below = (name: string, field: z.ZodType): Field[] => [
    { place: [...at, name], schema: field },
    ...fieldsOf(field, [...at, name]),
  ]
  if (shape) return Object.entries(shape).flatMap(([name, field]) => below(name, field))
  if (element) return below('0', element)
  const inner = outerOf(schema)
  if (inner) return fieldsOf(inner, at)
  return (options ?? []).flatMap((option) => fieldsOf(option, at))
}

export const placesOf = (schema: z.ZodType): Place[] => fieldsOf(schema).map(({ place }) => place)

/** A copy of a body with another value at one place. */
export function withValue(body: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(body) || (name === '0' && (body === undefined || body === null))) {
    const copy = Array.isArray(body) ? [...body] : []
    copy[0] = withValue(copy[0], rest, value)
    return copy
  }
  const copy = typeof body === 'object' && body !== null ? { ...(body as Record<string, unknown>) } : {}
  return { ...copy, [name]: withValue((copy as Record<string, unknown>)[name], rest, value) }
}
