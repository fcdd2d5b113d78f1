import type * as z from 'zod'
import type { Endpoint } from './kernel.ts'
import type { Words } from './language.ts'

/** What the API document says of an area besides its endpoints. Only the server reads it, so it is in a file of its own. */
export interface AreaDocument {
  area: string
  title: Words
  /** Example bodies, by the name of the endpoint. */
  examples: Readonly<Record<string, object>>
  noLookUps: readonly NoLookUp[]
}
/**
 * Fields that take a whole phone, id number, device or address but look nobody up by it (decision 005), by the end of their path, as in
 * `create.body.note`, and why.
 */
type NoLookUp = readonly [fields: RegExp, why: string]

/** The endpoints of an area, as `area` declares them. */
type Area = Readonly<Record<string, Pick<Endpoint, 'area' | 'name' | 'path' | 'answer'>>>
type WithBody<A extends Area> = Extract<A[keyof A], { body: z.ZodType }>
/** Example bodies, by the last part of the endpoint's name. */
type Examples<A extends Area> = {
  [E in WithBody<A> as E['name'] extends `${string}.${infer Key}` ? Key : never]?: z.input<E['body']>
}

/**
 * Declares the title of an area, an example for each request body, and its fields that look nobody up. A body that does not fit does
 * not compile.
 * @param endpoints all endpoints of the area, which are at least one
 */
export const document = <const A extends Area>(
  endpoints: A,
  title: Words,
  examples: Examples<A> = {},
  noLookUps: readonly NoLookUp[] = [],
): AreaDocument => {
  const area = (Object.values(endpoints)[0] as A[keyof A]).area
  return {
    area,
    title,
    examples: Object.fromEntries(
      Object.entries(examples as Record<string, object>).map(([key, body]) => [`${area}.${key}`, body]),
    ),
    noLookUps,
  }
}

/* Bodies that several areas share. */

export const ids = { ids: ['1001', '1002'] }
export const seen = { version: 3 }
export const counted = { count: 42, mark: '1042.-4611686018427387904' }
export const requestPage = { current: 1, size: 20, result: 'refused' } as const
export const signedRequest = {
  key: 'ck_Q2J4d2x5bWF0cml4aGFy',
  method: 'POST',
  target: '/open/user',
  timestamp: '1790000000',
  nonce: 'n-0000000000000001',
  body: '{"phone":"13800001234","cityCode":"440305"}',
  signature: 'v1=bc1fa9b06ec4d40603935f6dca61aa5fa1ce9af3243e3c8d33602d2fbcf8e8a3',
} as const

type ActsOn<F extends Record<string, object>> = { [A in keyof F & string as A]: typeof seen } & {
  [A in keyof F & string as `${A}Many`]: typeof ids
} & { [A in keyof F & string as `${A}Count`]: { filter: F[A] } } & {
  [A in keyof F & string as `${A}Matching`]: { filter: F[A] } & typeof counted
}

/**
 * Examples of acts of a state machine: on one row, on several, and on all that match a filter.
 * @param filters by act, the filter of the rows that it is done to
 */
export const actsOn = <const F extends Record<string, object>>(filters: F): ActsOn<F> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([act, filter]) => [
      [act, seen],
      [`${act}Many`, ids],
      [`${act}Count`, { filter }],
      [`${act}Matching`, { filter, ...counted }],
    ]),
  ) as ActsOn<F> // entries lose which key has which value
