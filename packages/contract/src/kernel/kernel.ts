import * as z from 'zod'
import type { Failure } from './envelope.ts'
import type { Words } from './language.ts'
import { manyLines, oneLine } from './typed/line.ts'
import { isPlain } from './typed/marks.ts'

/** An HTTP method of the service. `kind`, not the method, tells reads from writes, because a page request is a POST. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anyone, anyone signed in, or administrators with the permission point that `point` names. */
export type Access = 'anyone' | 'signedIn' | 'point'

/**
 * What keeps an act that moves money, or gives data of people out, from one person alone. `fourEyes`: another person approves it before it is
 * done, above a sum if a setting says so; `limit`: it is counted and bounded; `notice`: super administrators are told; `audit`: the audit log
 * alone tells of it.
 */
export const protections = ['fourEyes', 'limit', 'notice', 'audit'] as const
export type Protections = readonly (typeof protections)[number][]

/** The declaration of an endpoint in its area. */
export interface Spec {
  method: Method
  /** Path below `/api`, parameters in braces: `/blacklist/{id}`. */
  path: `/${string}`
  /** `read` runs on the pool; `write` runs in one transaction, and the response follows its commit. */
  kind: 'read' | 'write'
  /** Default `point`. */
  access?: Access
  /** The action half of the permission point (`page` in `user:page`). Default: the endpoint's key. */
  point?: string
  /**
   * Whether it needs the person: a personal access token is refused, whatever its points. Default: what needs no point, because it is
   * about the caller alone, and reveals, which are for somebody who looks.
   */
  byPerson?: boolean
  /** `true`: only super administrators hold its point, because no role can be given it. */
  bySuper?: true
  /**
   * `true`: what it begins is done later with the data scope of the account, so a personal access token with a narrower one is refused.
   */
  asOwner?: true
  /** `false`: the write gets no audit log entry in a session, because it concerns only the caller. */
  audited?: false
  /**
   * The areas whose data a call changes: the consoles of the caller and of everyone who has such data on screen fetch it again.
   * An audited write also affects the audit log. Default: its own area for a write, none for a read.
   */
  affects?: readonly string[]
  /**
   * Whether it takes the header `Idempotency-Key`: sent again with the same key, it is answered with the first answer and does nothing.
   * Default: every audited write of a caller, except reveals, each of which counts, and uploads, whose input are their files.
   */
  keyed?: boolean
  /** `true`: its changes are not announced to other consoles, because it is called very often or changes only the caller's data. */
  quiet?: true
  /** `true`: its rows have owners, and a caller with the data scope `own` reads and changes only their own rows. */
  owned?: true
  /** See `protections`; a test finds writes that need it and do not declare it. Default: `limit` for reveals and exports. */
  protection?: Protections
  /** What it does, for the role editor and the API document. */
  summary: Words
  /** The schemas of path parameters that are no ids, by name. */
  params?: Readonly<Record<string, z.ZodType<string>>>
  query?: z.ZodObject
  body?: z.ZodType
  /** Its handler does the slow work on the pool first and returns a function that runs in the transaction. */
  staged?: true
  /** It takes files, as `multipart/form-data`; its other input is in the query, because it is needed before the files. */
  upload?: true
  /** On success it responds with a file without an envelope (docs/specification/calls.md); a refusal is still an envelope. */
  download?: true
  /** The media types that a download can have. */
  mediaTypes?: readonly string[]
  /**
   * The lists whose pages it returns, each with its own saved views, columns and page size; several if several console pages call it
   * with different fixed filters. Names have letters only. Default: the area's name for the key `page`, none for other keys.
   */
  lists?: readonly string[]
  /** The entity whose records it offers to choose from: `channel`. */
  choosing?: string
  /** Its refusal codes besides those that `refusalsOf` gives every endpoint of its kind. */
  refuses?: readonly Failure['code'][]
  /** What `data` of the envelope holds on success. */
  answer: z.ZodType
}

/** An endpoint with its defaults filled in. */
export type Endpoint = Omit<Spec, 'access' | 'point' | 'byPerson' | 'lists' | 'affects' | 'keyed'> & {
  /** The area that it belongs to; also the first half of its cache key. */
  area: string
  /** Unique name, `area.key`; also the OpenAPI operation id. */
  name: string
  access: Access
  /** The permission point `area:action`, or null if none is required. */
  point: string | null
  /** Whether a personal access token is refused. */
  byPerson: boolean
  /** The lists whose pages it returns; the first is the default. */
  lists: readonly string[]
  /** The areas whose data a call changes, including the audit log. */
  affects: readonly string[]
  /** Whether it takes the header `Idempotency-Key`. */
  keyed: boolean
}

type Placed<A extends string, S extends Record<string, Spec>> = {
  [K in keyof S & string]: Omit<S[K], 'access' | 'point' | 'byPerson' | 'lists' | 'affects' | 'keyed'> & {
    area: A
    name: `${A}.${K}`
    access: S[K] extends { access: infer Given extends Access } ? Given : 'point'
    point: string | null
    byPerson: boolean
    lists: readonly string[]
    affects: readonly string[]
    keyed: boolean
  }
}

/**
 * Declares the endpoints of one area. The server's routes and checks, the console's calls, cache keys and buttons, the tests' fakes
 * and the OpenAPI document are derived from it.
 * @param name the area's term in the glossary, the first half of its permission points
 * @param all what holds for each of its writes; what an export may read is kept with it
 */
export function area<const A extends string, const S extends Record<string, Spec>>(
  name: A,
  specs: S,
  all: Pick<Spec, 'asOwner'> = {},
): Placed<A, S> {
  const placed = Object.entries(specs).map(([key, spec]) => {
    const access = spec.access ?? 'point'
    const point = access === 'point' ? `${name}:${spec.point ?? key}` : null
    const byPerson = spec.byPerson ?? (access === 'signedIn' || isReveal({ point }))
    const lists = spec.lists ?? (key === 'page' ? [name] : [])
    const isAudited = spec.kind === 'write' && spec.audited !== false && access !== 'anyone'
    const affects = [
      ...(spec.affects ?? (spec.kind === 'write' ? [name] : [])),
      ...(isAudited ? ['audit'] : []),
    ]
    const protection =
      spec.protection ?? (isReveal({ point }) || key.startsWith('export') ? ['limit'] : undefined)
    const keyed = spec.keyed ?? (isAudited && !spec.upload && !isReveal({ point }))
    return [
      key,
      {
        ...spec,
        area: name,
        name: `${name}.${key}`,
        access,
        point,
        byPerson,
        lists,
        affects,
        keyed,
        ...(protection && { protection }),
        ...(spec.kind === 'write' && !spec.staged && all),
      },
    ]
  })
  return Object.fromEntries(placed) as Placed<A, S> // entries lose which key has which value
}

/** Whether it returns one person's unmasked data. */
export const isReveal = ({ point }: Pick<Endpoint, 'point'>): boolean => point?.endsWith(':reveal') === true

/** The part of an endpoint that its types are derived from. */
type Shape = Pick<Spec, 'path' | 'query' | 'body' | 'answer'>

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** The path parameters of an endpoint, as strings. */
export type ParamsOf<E extends Shape> = { [K in ParamNames<E['path']>]: string }
/** The body as a caller sends it (fields with defaults may be left out). */
export type BodyInput<E extends Shape> = E extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined
/** The body as the server sees it after parsing. */
export type BodyOf<E extends Shape> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
/** The query as a caller sends it. */
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
  .min(1, 'required')
  .max(19, 'id')
  // Ids that begin with time have 19 digits from 2027 on; the first is at most 8 until 2087, and all fit into 64 bits.
  .regex(/^(?:[1-9]\d{0,17}|[1-8]\d{18})$/, 'id')
  .meta({ id: 'Id' })
/**
 * An instant: ISO 8601 in UTC with milliseconds, in the years 1900 to 9999. PostgreSQL has no year 0, this format has no year
 * above 9999, and the product stores nothing older than a living person.
 */
export const instant = z.iso
  .datetime({ error: 'instant' })
  .max(30, 'instant')
  .regex(/^(?:19|[2-9]\d)\d\d-/, 'year')
  .meta({ id: 'Instant' })
/** Whether a schema is that of an instant. Zod leaves its format out of a JSON schema, because it has a pattern besides. */
export const isInstant = (schema: z.core.$ZodType): boolean =>
  'format' in schema._zod.def && schema._zod.def.format === 'datetime'

/** The version of a row that the caller saw; an update with an old version is refused. */
export const version = z.int('integer').min(1)

const textIn = (form: (typed: string) => string) => (max: number) =>
  z
    .string('required')
    .overwrite(form)
    .max(max, 'tooLong')
    .refine((value) => isPlain(value) || value.search(unstorable) < 0, 'unreadable')

/** Text of one line that a person types: trimmed, without invisible marks, NUL or lone surrogates, at most `max` characters. */
export const text = textIn(oneLine)

/** Like `text`, and not empty. */
export const requiredText = (max: number) => text(max).min(1, 'required')

/** Like `text`, of any number of lines: what a `LongTextField` takes. */
export const longText = textIn(manyLines)

/** Like `text`, in which every character counts, such as a secret. */
export const exactText = textIn((typed) => typed.trim())

/** Like `text`, with its blanks and of any number of lines: stored exactly as it is sent, such as a template. */
export const verbatim = textIn((typed) => typed)

/** Like `longText`, and not empty. */
export const requiredLongText = (max: number) => longText(max).min(1, 'required')

/**
 * Text that nobody chose, such as a `User-Agent`: it is not refused for its form. A long one is cut, and what cannot be stored is removed.
 * @param max in characters
 */
export const cutText = (max: number) =>
  z
    .string('required')
    .max(16_000, 'tooLong')
    .overwrite((value) => {
      const kept = value.trim().slice(0, max)
      return isPlain(kept) ? kept : kept.replace(unstorable, '')
    })

/** NUL and lone surrogates. */
export const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/**
 * A record of at most `max` entries. They are counted before any entry is checked; a check on the record schema would run after
 * all of them.
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

/** The maximum number of rows of a page. Source: docs/specification/calls.md. */
export const maxPageSize = 200
/** Up to this number `total` is exact; beyond, it may be an estimate. Source: docs/specification/calls.md. */
export const exactTotal = 10_000

/**
 * The body of `POST /R/page`: the page, the order and the filters.
 * @param sorts the sortable fields; `defaultSort` is one of them, or `-field` for descending
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

/** The response of `POST /R/page`: one schema for all endpoints that return pages of these rows. */
export function pageAnswer<R extends z.ZodType>(row: R) {
  const made = (pageAnswers.get(row) as ReturnType<typeof pageOf<R>> | undefined) ?? pageOf(row)
  pageAnswers.set(row, made)
  return made
}
/** A list is summed up to this many rows; beyond, `totals` is null. This bounds the cost of one call. */
export const mostSummed = 100_000

/**
 * Like `pageAnswer`, with sums over all rows that match the filters, not only those of the page.
 * @param sums the summed fields of a row: whole numbers, in the unit of the field; null if more than
 *   `mostSummed` rows match or a sum is too large for a number
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
    /** Present and true if `total` is an estimate (always above 10,000). */
    totalIsEstimate: z.literal(true).optional(),
    current: z.int(),
    size: z.int(),
  })
