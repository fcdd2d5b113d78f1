import { codes, type Envelope, type FieldProblems } from '@kabao/contract/kernel/envelope'
import type { AnswerOf, BodyInput, Endpoint, ParamsOf, QueryInput } from '@kabao/contract/kernel/kernel'
import { message } from '../message/message.ts'
import { hasSignedOut, readToken } from '../session/session.ts'
import { currentLanguage } from '../words/words.ts'
import { asJson } from './as-json.ts'
import { runtimeConfig } from './config.ts'
import { doubtConnection } from './connection.ts'
import { expire } from './expiry.ts'
import { HttpFailure, reasonOf } from './failure.ts'
import { newKey } from './new-key.ts'
import { Refusal } from './refusal.ts'

/** Source: docs/specification/calls.md. */
const timeout = 10_000
export const errorShown = 5000

/** The input of an endpoint: `params`, `query` and `body`, each exactly if the endpoint has it. */
export type CallInput<E extends Endpoint> = ParamsPart<E> & QueryPart<E> & BodyPart<E>

/** The input of an endpoint, and how to call it. */
export type SendInput<E extends Endpoint> = CallInput<E> & {
  signal?: AbortSignal
  /** Shows no error message; an expired session is still handled. */
  quiet?: boolean
  /** Names the sending; sent again with the same key, the service answers without doing it again. Default: a new one for each call. */
  key?: string
}
type ParamsPart<E extends Endpoint> = [keyof ParamsOf<E>] extends [never]
  ? { params?: undefined }
  : { params: ParamsOf<E> }
type QueryPart<E extends Endpoint> = Part<'query', QueryInput<E>>
type BodyPart<E extends Endpoint> = Part<'body', BodyInput<E>>
type Part<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V }

/** The arguments after the endpoint: optional if nothing is required. */
export type SendArguments<E extends Endpoint> =
  Record<never, never> extends SendInput<E> ? [input?: SendInput<E>] : [input: SendInput<E>]

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  quiet?: boolean
  key?: string
}

/**
 * Calls an endpoint and returns its `data`. Errors are shown to the user here (docs/specification/calls.md), so callers only decide
 * what their page does next.
 * @throws {Refusal} if the service refused; other errors come from the transport
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  ...[input]: SendArguments<E>
): Promise<AnswerOf<E>> {
  const { signal, quiet, ...parts } = (input ?? {}) as AnyInput
  // Read for each call, because signing in or out in another tab applies here too.
  const token = readToken()
  try {
    const envelope = await transport(endpoint, parts, token, signal)
    return open(envelope, token, { signal, quiet }) as AnswerOf<E>
  } catch (error) {
    if (!signal?.aborted && reasonOf(error).kind === 'unreached') doubtConnection()
    // A request that its page aborted shows no error.
    if (!(error instanceof Refusal) && !signal?.aborted && !quiet) message.error(messageOf(error), errorShown)
    throw error
  }
}

/**
 * Returns the data of an envelope. A refusal is shown to the user; an expired session ends.
 * @param token the token that was sent with the call
 * @throws {Refusal}
 */
export function open(
  envelope: Partial<Envelope<unknown>>,
  token: string | null,
  { signal, quiet }: { signal?: AbortSignal | undefined; quiet?: boolean | undefined },
): unknown {
  if (envelope?.code === codes.success) return withDescription(envelope.data, envelope.desc)
  const { code, desc, data } = (envelope ?? {}) as {
    code?: string
    desc?: string
    data?: { fields?: FieldProblems } | null
  }
  const refusal = new Refusal(String(code), desc || 'Error', isPlainObject(data) ? data : null)
  if (code === codes.sessionExpired) {
    // A late response to a call of an earlier session, or after sign-out, does not concern the current session.
    if (readToken() === token && !(token === null && hasSignedOut())) expire()
  } else if (!quiet && !signal?.aborted) {
    message.error(refusal.message, errorShown)
  }
  throw refusal
}

async function transport(
  endpoint: Endpoint,
  { params, query, body, key = newKey() }: AnyInput,
  token: string | null,
  signal?: AbortSignal,
) {
  const abort = new AbortController()
  const giveUp = () => abort.abort(signal?.reason)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  const timer = setTimeout(
    () => abort.abort(new DOMException('The call took too long', 'TimeoutError')),
    timeout,
  )
  try {
    const response = await fetch(address(endpoint.path, params, query), {
      method: endpoint.method,
      headers: {
        ...headers(token, body !== undefined),
        ...(endpoint.keyed && { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: asJson(body) }),
      signal: abort.signal,
    })
    if (!response.ok) throw new HttpFailure(response.status, await response.json().catch(() => null))
    return (await response.json()) as Partial<Envelope<unknown>>
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** The URL of an endpoint. */
export function address(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, String(value))
  return `${runtimeConfig().apiBase}/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** The headers with the caller's token and language. */
export function headers(token: string | null, hasBody: boolean): Record<string, string> {
  return {
    'Accept-Language': currentLanguage(),
    ...(token ? { token } : {}),
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
  }
}

/** The message for a failed call: the sentence of a refusal, else the error's `msg`, or `Request Error`. */
export function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const { msg } = (error ?? {}) as { msg?: unknown }
  return typeof msg === 'string' && msg !== '' ? msg : 'Request Error'
}

/** Adds the description to a response that is an object. */
const withDescription = (data: unknown, desc?: string): unknown =>
  isPlainObject(data) ? { ...data, responseDesc: desc } : data

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
