import { type Endpoint, paramNames } from '@kabao/contract'
import type * as z from 'zod'

/** One request to an endpoint, as it is sent. */
export interface Sample {
  params: Record<string, string>
  query?: Record<string, unknown> | undefined
  body?: unknown
}

/** The parts of Zod's definitions that a sample is made from. */
interface Definition {
  type: string
  format?: string
  entries?: Record<string, string | number>
  values?: unknown[]
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  items?: z.ZodType[]
  keyType?: z.ZodType
  valueType?: z.ZodType
  getter?: () => z.ZodType
}
export const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition

/** The schema inside a wrapper; for a pipe its first part, or the second if the first only preprocesses. */
export function outerOf(schema: z.ZodType): z.ZodType | undefined {
  const { innerType, in: before, out } = definitionOf(schema)
  return innerType ?? (before && definitionOf(before).type === 'transform' ? out : before)
}

/** Texts that fields accept; the first one that is valid is the sample. */
const texts = [
  '1',
  'sample',
  'sample1',
  'Sample-1234',
  '13800001234',
  'sample@example.com',
  '2026-01-01T00:00:00.000Z',
  '2026-01-01',
  '10:00',
  '110000',
  '10.0.0.1',
  'https://example.com',
  '123456',
]

/**
 * A value that a schema accepts, made from the schema: every field of an object, one entry of an array, the first choice.
 * `undefined` if none was found; the endpoint then needs a hand-written one.
 */
export function valueFor(schema: z.ZodType): unknown {
  const made = made0(schema)
  if (schema.safeParse(made).success) return made
  for (const each of texts) if (schema.safeParse(each).success) return each
  for (const each of [0, 1, 10, 60, 1000, true, null]) if (schema.safeParse(each).success) return each
  return made
}

function made0(schema: z.ZodType): unknown {
  const { type, entries, values, shape, element, options, items, getter } = definitionOf(schema)
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(shape ?? {}).map(([name, field]) => [name, valueFor(field)]))
    case 'array':
      return element ? [valueFor(element)] : []
    case 'tuple':
      return (items ?? []).map(valueFor)
    case 'enum':
      return Object.values(entries ?? {})[0]
    case 'literal':
      return values?.[0]
    case 'union':
      return valueFor((options ?? [])[0] as z.ZodType)
    case 'record':
      return {}
    case 'lazy':
      return valueFor((getter as () => z.ZodType)())
    case 'boolean':
      return true
    case 'number':
      return 1
    case 'string':
      return 'sample'
    default: {
      const inner = outerOf(schema)
      return inner ? valueFor(inner) : undefined
    }
  }
}

/** A request that fits an endpoint's schemas, as far as the schemas alone determine it. */
export function sampleOf(endpoint: Endpoint): Sample {
  return {
    params: Object.fromEntries(paramNames(endpoint.path).map((name) => [name, '1'])),
    query: endpoint.query && (valueFor(endpoint.query) as Record<string, unknown>),
    body: endpoint.body && valueFor(endpoint.body),
  }
}

/** The path of a request, below `/api`. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params, query }: Sample): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return search.size > 0 ? `${path}?${search}` : path
}
