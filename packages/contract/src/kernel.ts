import * as z from 'zod'
import type { Failure } from './envelope.ts'
import type { Words } from './language.ts'

/** An HTTP method of the service. A page call is a POST that reads, so `kind` and not the method says what writes. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anyone, anyone who signed in, or who holds the permission point that `point` names. */
export type Access = 'anyone' | 'signedIn' | 'point'

/** What an area says of one of its endpoints. */
export interface Spec {
  method: Method
  /** Path below `/api`, parameters in braces: `/blacklist/{id}`. */
  path: `/${string}`
  /** `read` runs on the pool; `write` is one transaction, answered only after its commit. */
  kind: 'read' | 'write'
  /** Default `point`. */
  access?: Access
  /** The action half of the permission point (`page` in `user:page`). Default: the endpoint's key. */
  point?: string
  /** `false`: what it writes is nobody else's news, and the audit log leaves it out. */
  audited?: false
  /**
   * The areas whose answers a call changes: what was read of them is read again, by the caller and by whoever has it in
   * sight. An audited write adds to the audit log besides. Default: its own area where it writes, none where it reads.
   */
  affects?: readonly string[]
  /** `true`: what it changes is announced to nobody else. It is called very often, or changes what is the caller's alone. */
  quiet?: true
  /** `true`: what it reads or changes belongs to somebody, and who has the data scope `own` meets his own only. */
  owned?: true
  /** What it does, for the role editor and the API document. */
  summary: Words
  query?: z.ZodObject
  body?: z.ZodType
  /** What is slow is done on the pool first; what that returns is run in the transaction. */
  staged?: true
  /** It takes files, as `multipart/form-data`; whatever else it must know is in the query, ahead of them. */
  upload?: true
  /** On success it answers with a file and no envelope (docs/specification/calls.md); a refusal is an envelope all the same. */
  download?: true
  /** The media types that a download can have. */
  mediaTypes?: readonly string[]
  /**
   * The lists whose pages it answers, each with saved views, columns and a page size of its own: several where several pages
   * ask it with different fixed filters. Letters alone. Default: the area's word for the key `page`, none for any other.
   */
  lists?: readonly string[]
  /** Codes that it refuses with beside those that `refusalsOf` knows of every endpoint like it. */
  refuses?: readonly Failure['code'][]
  /** What `data` of the envelope holds on success. */
  answer: z.ZodType
}

/** An endpoint as everything else sees it. */
export type Endpoint = Omit<Spec, 'access' | 'point' | 'lists' | 'affects'> & {
  /** The area it belongs to; also the first half of its cache key. */
  area: string
  /** Unique name, `area.key`; also the OpenAPI operation id. */
  name: string
  access: Access
  /** The permission point `area:action`, or null where none is asked for. */
  point: string | null
  /** The lists whose pages it answers; the first is the one that is meant where none is named. */
  lists: readonly string[]
  /** The areas whose answers a call changes, the audit log among them. */
  affects: readonly string[]
}

type Placed<A extends string, S extends Record<string, Spec>> = {
  [K in keyof S & string]: Omit<S[K], 'access' | 'point' | 'lists' | 'affects'> & {
    area: A
    name: `${A}.${K}`
    access: S[K] extends { access: infer Given extends Access } ? Given : 'point'
    point: string | null
    lists: readonly string[]
    affects: readonly string[]
  }
}

/**
 * Declares the endpoints of one area: data from which the server's routes and checks, the console's calls,
 * cache keys and buttons, the tests' fakes and the OpenAPI document follow.
 * @param name the area's word in the glossary, the first half of its permission points
 */
export function area<const A extends string, const S extends Record<string, Spec>>(
  name: A,
  specs: S,
): Placed<A, S> {
  const placed = Object.entries(specs).map(([key, spec]) => {
    const access = spec.access ?? 'point'
    const point = access === 'point' ? `${name}:${spec.point ?? key}` : null
    const lists = spec.lists ?? (key === 'page' ? [name] : [])
    const isAudited = spec.kind === 'write' && spec.audited !== false && access !== 'anyone'
    const affects = [
      ...(spec.affects ?? (spec.kind === 'write' ? [name] : [])),
      ...(isAudited ? ['audit'] : []),
    ]
    return [key, { ...spec, area: name, name: `${name}.${key}`, access, point, lists, affects }]
  })
  return Object.fromEntries(placed) as Placed<A, S> // entries lose which key has which value
}

/** Whether it shows one person's data whole. */
export const isReveal = ({ point }: Pick<Endpoint, 'point'>): boolean => point?.endsWith(':reveal') === true

/** The part of an endpoint that types follow from. */
type Shape = Pick<Spec, 'path' | 'query' | 'body' | 'answer'>

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** The path parameters of an endpoint, as strings. */
export type ParamsOf<E extends Shape> = { [K in ParamNames<E['path']>]: string }
/** The body as a caller writes it (defaults may be left out). */
export type BodyInput<E extends Shape> = E extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined
/** The body as the server sees it after parsing. */
export type BodyOf<E extends Shape> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
/** The query as a caller writes it. */
export type QueryInput<E extends Shape> = E extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : undefined
/** The query as the server sees it after parsing. */
export type QueryOf<E extends Shape> = E extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined
/** What `data` holds on success. */
export type AnswerOf<E extends Shape> = z.output<E['answer']>

/** The names of the path parameters, in order: `/user/{id}` → `['id']`. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

/** Every id is a positive 64-bit integer, sent as a string. */
export const id = z
  .string()
  .max(18, 'id')
  .regex(/^[1-9]\d{0,17}$/, 'id')
  .meta({ id: 'Id' })
/**
 * An instant: ISO 8601 in UTC with milliseconds, of the years 1900 to 9999. PostgreSQL has no year 0, this form has no
 * year above 9999, and nothing that the product keeps is older than a living person.
 */
export const instant = z.iso
  .datetime({ error: 'instant' })
  .max(30, 'instant')
  .regex(/^(?:19|[2-9]\d)\d\d-/, 'year')
  .meta({ id: 'Instant' })
/** The version of a row that the reader saw; an update with an old one is refused. */
export const version = z.int('integer').min(1)

/** Text a person types: trimmed, without NUL or lone surrogates, at most `max` characters. */
export const text = (max: number) =>
  z
    .string('required')
    .trim()
    .max(max, 'tooLong')
    .refine((value) => !value.includes('\u0000') && isWellFormed(value), 'unreadable')

/** Like `text`, and not empty. */
export const requiredText = (max: number) => text(max).min(1, 'required')

function isWellFormed(value: string) {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value)
}

/**
 * A record of at most `max` entries. They are counted before any of them is looked at; a check of the record itself would
 * come after all of them.
 */
export const record = <V extends z.ZodType>(key: z.ZodString, value: V, max: number) =>
  z.preprocess(
    (entries: Record<string, z.input<V>>, context) => {
      const count = typeof entries === 'object' && entries !== null ? Object.keys(entries).length : 0
      if (count > max) context.addIssue({ code: 'custom', message: 'tooMany' })
      return entries
    },
    z.record(key, value),
  )

/** The most rows one page may hold. Source: docs/specification/calls.md. */
export const maxPageSize = 200
/** Up to here `total` is exact; beyond it may be an estimate. Source: docs/specification/calls.md. */
export const exactTotal = 10_000

/**
 * The body of `POST /R/page`: which page, in which order, which rows.
 * @param sorts the fields that may be sorted by; `-field` is descending, and `defaultSort` one of both
 */
export function pageBody<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: S,
  defaultSort: S[number] | `-${S[number]}`,
  filters: F,
) {
  type Sort = S[number] | `-${S[number]}`
  const choices = sorts.flatMap((field) => [field, `-${field}`]) as [Sort, ...Sort[]]
  return z.strictObject({
    current: z.int('integer').min(1, 'range').max(10_000_000, 'range').default(1),
    size: z.int('integer').min(1, 'range').max(maxPageSize, 'range').default(20),
    sort: z.enum(choices, 'choice').default(defaultSort as never),
    ...filters,
  })
}

/** The answer of `POST /R/page`: one schema for all that answer pages of these rows. */
export function pageAnswer<R extends z.ZodType>(row: R) {
  const made = (pageAnswers.get(row) as ReturnType<typeof pageOf<R>> | undefined) ?? pageOf(row)
  pageAnswers.set(row, made)
  return made
}
/** Up to this many rows a list is summed up; beyond it, `totals` is null. A bound on the cost of one call. */
export const mostSummed = 100_000

/**
 * Like `pageAnswer`, with sums over all rows that match the filters, and not over those of the page alone.
 * @param sums the summed fields of a row: whole numbers, in the unit of the field; null where more than
 *   `mostSummed` rows match, or a sum is too large for a number
 */
export const pageAnswerWithTotals = <R extends z.ZodType, const F extends string>(
  row: R,
  sums: readonly [F, ...F[]],
) => {
  const shape = Object.fromEntries(sums.map((field) => [field, z.int()])) as Record<F, z.ZodInt>
  return pageOf(row).extend({ totals: z.object(shape).nullable() })
}

const pageAnswers = new WeakMap<z.ZodType, z.ZodType>()

const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({
    records: z.array(row),
    total: z.int().min(0),
    /** Present and true where `total` is an estimate (always above 10,000). */
    totalIsEstimate: z.literal(true).optional(),
    current: z.int(),
    size: z.int(),
  })
