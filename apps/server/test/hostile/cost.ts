import type { Endpoint } from '@kabao/contract'
import type * as z from 'zod'
import { definitionOf, outerOf } from '../matrix/samples.ts'
import { costKindOf } from './schemas.ts'
import { newOrInTurn } from './turn.ts'
import { fieldsOf, withValue } from './values.ts'

/** A request that is made to cost much time. */
export interface Costly {
  /** What it has too much of, for the failure message. */
  what: string
  payload?: string
  query?: string
  headers?: Record<string, string>
}

/** A text of about this many bytes. */
const many = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)))

const unknownKeys = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"k${index.toString(36).padStart(4, '0')}":1`).join(',')}}`
const elements = (element: string, bytes: number) =>
  `[${Array(Math.floor(bytes / (element.length + 1)))
    .fill(element)
    .join(',')}]`
const nested = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`

/** Texts that cause backtracking in expressions of the forms that fields have; each ends with a mismatch. */
export const backtracking = (bytes: number): string[] => [
  `${many('1', bytes)}!`,
  `${many('a', bytes)}!`,
  `A${many('a', bytes)}/!`,
  `A${many('/a', bytes)}!`,
  `${many(' ', bytes)}x${many(' ', bytes / 2)}x`,
  `1${many(' -', bytes)}!`,
  many('+86', bytes),
  many('86', bytes),
  `${many('a.', bytes)}@`,
  `a@${many('a.', bytes)}!`,
  `a@${many('a-', bytes)}!`,
  `${many('1.', bytes)}!`,
  `${many('1:', bytes)}!`,
  many('::', bytes),
  `2026-01-01T00:00:00.${many('0', bytes)}Z`,
  `2026-01-01T00:00:00.${many('0', bytes)}!`,
  many('\ud800', bytes / 6),
  many('字', bytes / 3),
  many('138 0000 ', bytes),
]

const isWorthIt = newOrInTurn(64)

/**
 * Requests that cost much time if they are read carelessly, each of the maximum size and some larger. A request is read whole before its
 * handler runs, so a field whose schema refuses long texts and was tried at another endpoint, with as much room, is tried again only in its
 * turn, as is what is wrong in a request as a whole.
 * @param body a body that the endpoint accepts
 * @param room how many bytes of a body the endpoint reads
 */
export function* costlyCallsOf(endpoint: Endpoint, body: unknown, room: number): Generator<Costly> {
  if (isWorthIt(`${endpoint.method} ${endpoint.body !== undefined} ${room}`))
    yield* wholeRequests(endpoint, room)
  for (const [name, schema] of Object.entries<z.ZodType>(endpoint.query?.shape ?? {})) {
    if (!takesLongTexts(schema, 10_000) && !isWorthIt(`query ${costKindOf(schema)}`)) continue
    for (const text of backtracking(10_000))
      yield {
        what: `?${name} = ${text.slice(0, 24)}…`,
        query: `${name}=${encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))}`,
      }
  }
  if (!endpoint.body) return
  for (const { place, schema } of fieldsOf(endpoint.body)) {
    if (!takesLongTexts(schema, room) && !isWorthIt(`${room} ${costKindOf(schema)}`)) continue
    const put = (json: string, what: string): Costly => ({
      what: `${place.join('.')} = ${what}`,
      payload: JSON.stringify(withValue(body, place, mark)).replace(JSON.stringify(mark), () => json),
    })
    const left = room - JSON.stringify(withValue(body, place, mark)).length - 8
    yield put(JSON.stringify(many('x', 1_000_000)), 'a text of 1 MB')
    yield put(elements('1', 200_000), '100,000 elements')
    yield put(elements('"1"', left), 'texts')
    yield put(elements('1', left), 'elements')
    yield put(elements('{}', left), 'objects')
    yield put(unknownKeys(left), 'unknown keys')
    yield put(nested('[', ']', Math.floor(left / 2) - 1), 'arrays in arrays')
    if (takesText(schema))
      for (const text of backtracking(left / 2)) yield put(JSON.stringify(text), `${text.slice(0, 24)}…`)
  }
}

const takesLongTexts = (schema: z.ZodType, length: number) => schema.safeParse(many('x', length)).success

/** Too much of what every request has: parameters, headers, and a body that no field is read of. */
function* wholeRequests({ method }: Endpoint, room: number): Generator<Costly> {
  yield { what: 'a query of 10,000 parameters', query: parameters(10_000) }
  yield { what: 'one parameter 10,000 times', query: Array(10_000).fill('a=1').join('&') }
  yield { what: 'a long query', query: `a=${many('%41', 100_000)}` }
  yield {
    what: '5,000 headers',
    headers: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x-h${index}`, 'x'])),
  }
  yield {
    what: 'long headers',
    headers: { 'accept-language': many('en-', 100_000), 'user-agent': many('Mozilla/', 100_000) },
  }
  if (method === 'GET') return
  for (const size of new Set([room - 2, 1_000_000])) {
    yield { what: `${size} bytes of unknown keys`, payload: unknownKeys(size) }
    yield { what: `${size} bytes of elements`, payload: elements('1', size) }
    yield { what: `${size} bytes of objects`, payload: elements('{}', size) }
    yield { what: `${size} bytes of one text`, payload: `"${many('x', size - 2)}"` }
    yield {
      what: `${size} bytes, a constructor at the end`,
      payload: `${unknownKeys(size - 40).slice(0, -1)},"constructor":{"a":1}}`,
    }
  }
  yield { what: 'arrays, 100,000 levels deep', payload: nested('[', ']', 100_000) }
  yield { what: 'objects, 100,000 levels deep', payload: nested('{"a":', '}', 100_000) }
  yield { what: 'arrays as deep as may be', payload: nested('[', ']', Math.floor(room / 2) - 1) }
}

/** A placeholder in a body for the value to insert. */
const mark = 'a value that is put in its place'

const parameters = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')

/** Whether a schema takes a text; all other values cost the same, whatever they hold. */
function takesText(schema: z.ZodType): boolean {
  const { type, shape, element, options } = definitionOf(schema)
  if (shape) return false
  const inner = element ?? outerOf(schema)
  if (inner) return takesText(inner)
  if (options) return options.some(takesText)
  return type === 'string' || type === 'record'
}

/**
 * The CPU time of a request, in milliseconds: the least of several tries, so that other work does not count. Elapsed time would
 * depend on how busy the machine is.
 * @param enough stops after a try that took less, or when all of them together took a second
 */
export async function costOf(send: () => Promise<unknown>, enough: number, tries = 6): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  let all = 0
  for (let left = tries; left > 0 && least > enough && all < 1_000; left--) {
    const before = process.cpuUsage()
    await send()
    const { user, system } = process.cpuUsage(before)
    all += (user + system) / 1000
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
