import { codes, type FieldProblems } from '@kabao/contract/kernel/envelope'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@kabao/contract/kernel/kernel'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { onTestFinished } from 'vitest'
import type * as z from 'zod'

/** A refusal that a handler returns instead of an answer. */
export interface Refused {
  refused: true
  code: string
  desc: string
  data: { fields?: FieldProblems; requestId?: string; current?: unknown } | null
}

/** @example server.answer(blacklist.create, () => refusal({ code: codes.invalid, desc: '…', fields: { value: '…' } })) */
export function refusal({
  code,
  desc,
  ...data
}: {
  code: string
  desc: string
  fields?: FieldProblems
  current?: unknown
}): Refused {
  return { refused: true, code, desc, data: Object.keys(data).length > 0 ? data : null }
}

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  headers: Record<string, string>
  /** The files of an upload. */
  files: readonly File[]
}
export type Handler<E extends Endpoint> = (call: Call<E>) => Answered<E> | Promise<Answered<E>>
type Answered<E extends Endpoint> = z.input<E['answer']> | AnswerOf<E> | Refused

/**
 * Replaces the service in one test: `fetch` calls it. The contract checks requests and answers, so a test cannot expect anything
 * that the service does not promise; a request that the service would refuse is refused.
 */
export function fakeServer() {
  const routes: { endpoint: Endpoint; pattern: RegExp; handler: Handler<Endpoint> }[] = []
  const calls: { name: string; call: Call<Endpoint> }[] = []
  const real = globalThis.fetch
  globalThis.fetch = (async (input, init) => {
    const url = new URL(String(input), 'http://localhost')
    const method = init?.method ?? 'GET'
    const route = routes.findLast(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname),
    )
    if (!route) throw new Error(`The fake server has no answer for ${method} ${url.pathname}`)
    const { endpoint, handler } = route
    const call = readCall(endpoint, route.pattern, url, init)
    if ('problem' in call) return envelope(call.problem)
    calls.push({ name: endpoint.name, call })
    const answer = await untilAborted(Promise.resolve(handler(call)), init?.signal)
    if (isRefused(answer)) return envelope(answer)
    return endpoint.download
      ? new Response('a file', { headers: { 'content-type': 'image/png' } })
      : json({ code: codes.success, desc: '请求成功', data: endpoint.answer.parse(answer) })
  }) as typeof fetch
  const realRequest = globalThis.XMLHttpRequest
  globalThis.XMLHttpRequest = FakeRequest as never
  onTestFinished(() => {
    globalThis.fetch = real
    globalThis.XMLHttpRequest = realRequest
  })

  return {
    /** Sets the handler of an endpoint; a later handler replaces an earlier one. */
    answer<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
      const pattern = new RegExp(`^/api${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      routes.push({ endpoint, pattern, handler: handler as never })
    },
    /** The calls of an endpoint, in order. */
    calls<E extends Endpoint>(endpoint: E): Call<E>[] {
      return calls.filter(({ name }) => name === endpoint.name).map(({ call }) => call as Call<E>)
    },
  }
}

function readCall(
  endpoint: Endpoint,
  pattern: RegExp,
  url: URL,
  init?: RequestInit,
): Call<Endpoint> | { problem: Refused } {
  const parts = {
    query: endpoint.query?.safeParse(Object.fromEntries(url.searchParams)),
    body: endpoint.body?.safeParse(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined),
  }
  for (const parsed of Object.values(parts)) {
    if (parsed?.error)
      return {
        problem: refusal({
          code: codes.invalid,
          desc: '提交的内容有误',
          fields: wordIssues(parsed.error.issues, 'zh-CN'),
        }),
      }
  }
  const params = Object.fromEntries(
    Object.entries(pattern.exec(url.pathname)?.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]),
  )
  return {
    params: params as never,
    query: parts.query?.data as never,
    body: parts.body?.data as never,
    headers: init?.headers as Record<string, string>,
    files: init?.body instanceof FormData ? (init.body.getAll('files') as File[]) : [],
  }
}

const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && 'refused' in answer && answer.refused === true
const envelope = ({ code, desc, data }: Refused) => json({ code, status: 'fail', desc, msg: desc, data })
const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })

const untilAborted = <T>(answer: Promise<T>, signal?: AbortSignal | null): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
  ])

/**
 * Replaces the `XMLHttpRequest` of `kit/file/upload.ts`: reports half of the upload at once, and all of it when the fake server
 * has answered.
 */
class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  responseText = ''
  status = 0
  #request: RequestInit & { url: string } = { url: '' }
  readonly #abort = new AbortController()

  open(method: string, url: string) {
    this.#request = { method, url, headers: {} }
  }
  setRequestHeader(name: string, value: string) {
    Object.assign(this.#request.headers as object, { [name]: value })
  }
  abort() {
    this.#abort.abort()
  }
  send(body: FormData) {
    const { url, ...init } = this.#request
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    const answered = async () => {
      const response = await fetch(url, { ...init, body, signal: this.#abort.signal })
      this.status = response.status
      this.responseText = await response.text()
      this.upload.onprogress?.({ loaded: 2, total: 2 })
    }
    void answered()
      .then(
        () => this.onload?.(),
        () => (this.#abort.signal.aborted ? this.onabort?.() : this.onerror?.()),
      )
      .finally(() => this.onloadend?.())
  }
}
