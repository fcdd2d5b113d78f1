import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { area, paramNames, type Spec } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'

/*
 * The open API: the calls of channels, organizations, payment providers and browsers. It has its own entrance with its own prefix,
 * and shares the kernel with the API of the administrators.
 */

/** The prefix of every path of the open API. */
export const intakePrefix = '/open'

/** Who calls: a channel or an organization, by a signature; a payment provider, in its own way; any browser. */
export const createCallers = ['channel', 'org', 'provider', 'browser'] as const
export type OpenCaller = (typeof createCallers)[number]

/** The declaration of one call of the open API. */
export interface OpenSpec extends Omit<Spec, 'point' | 'audited' | 'affects' | 'owned' | 'lists' | 'keyed'> {
  /** `signedIn` means signed with a key. */
  access: 'signedIn' | 'anyone'
  caller: OpenCaller
  /**
   * How it is done: in a transaction of its own (the default); `batched`, together with others in one transaction; or `calls`: its handler
   * calls others over the network and has transactions of its own, so that none is open while it waits.
   */
  runs?: 'batched' | 'calls'
  /** What the caller must know besides the fields. */
  description: Words
  /** One call with its answer; the tests check both against the schemas. */
  example: OpenExample
}

export interface OpenExample {
  params?: Readonly<Record<string, string>>
  body?: unknown
  /** What `data` of the envelope holds. */
  answer: unknown
}

/** What each field of the open API is, by its schema. */
export const fieldWords = z.registry<{ words: Words }>()

/** Gives a field its description. It returns a copy, so that one schema can be used by fields with different descriptions. */
export function field<S extends z.ZodType>(words: Words, schema: S): S {
  const own = schema.clone() as S
  fieldWords.add(own, { words })
  return own
}

/**
 * Declares calls of the open API. They write no line of the audit log and announce no change, because a notification of the
 * database takes a lock of the whole cluster. Every signed call can be refused because it is one too many.
 */
export function intakeCalls<const S extends Record<string, OpenSpec>>(specs: S) {
  const placed = Object.entries(specs).map(([key, spec]) => {
    const keyed = acceptsIdempotencyKey(spec)
    const underWay = keyed ? [codes.conflict] : []
    const refuses = [...(spec.refuses ?? []), ...underWay, codes.tooManyRequests]
    return [key, { ...spec, refuses, audited: false, affects: [], keyed }]
  })
  return area('open', Object.fromEntries(placed) as S) // entries lose which key has which value
}

/** A call of the open API with its defaults filled in. */
export type OpenCall = ReturnType<typeof intakeCalls<Record<string, OpenSpec>>>[string]

/** Whether a call accepts the header `Idempotency-Key`. */
export const acceptsIdempotencyKey = ({ method, access }: Pick<OpenSpec, 'method' | 'access'>): boolean =>
  method === 'POST' && access === 'signedIn'

/** The address of the example of a call, below the host. */
export const examplePath = ({ path, example }: Pick<OpenCall, 'path' | 'example'>): string =>
  paramNames(path).reduce(
    (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(example.params?.[name] ?? '')),
    `${intakePrefix}${path}`,
  )
