import { allPoints } from '@kabao/contract/areas'
import { commonWords } from '@kabao/contract/common.words'
import { type Code, codes, type FieldProblems } from '@kabao/contract/envelope'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@kabao/contract/kernel'
import { inLanguage, type Language, languageOf } from '@kabao/contract/language'
import { wordIssues } from '@kabao/contract/problems'
import { delay, HttpResponse, http, type RequestHandler } from 'msw'
import type * as z from 'zod'
import { type Account, accountOf, pointsOfRole, roleOf } from './accounts.ts'

/** Source: docs/specification/frame.md. */
const patience = { least: 600, most: 1000 }

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  language: Language
  /** Null where nobody signed in. */
  account: Account | null
}

/** What the service says instead of an answer. */
export class Refused extends Error {
  readonly code: Code
  readonly data: { fields?: FieldProblems; current?: unknown } | null

  constructor(code: Code, desc: string, data: { fields?: FieldProblems; current?: unknown } | null = null) {
    super(desc)
    this.code = code
    this.data = data
  }
}

type Said = keyof typeof commonWords.tree
export const say = (what: Exclude<Said, 'tooManyRequests' | 'unexpected'>, language: Language): string =>
  inLanguage(commonWords.tree[what], language)

/** A request handler for an endpoint of the contract: who calls, what is asked and what is answered are all checked. */
export function answer<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => z.input<E['answer']> | AnswerOf<E>,
): RequestHandler {
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  return http[method](`*/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`, async ({ request, params }) => {
    await delay(patience.least + Math.random() * (patience.most - patience.least))
    const language = languageOf(request.headers.get('accept-language') ?? undefined)
    try {
      const account = admitted(endpoint, request, language)
      const asked = { ...(await parsed(endpoint, request, language)), params, language, account }
      const data = endpoint.answer.parse(handle(asked as never))
      return HttpResponse.json({ code: codes.success, desc: say('success', language), data })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, message, data } = error
      return HttpResponse.json({ code, status: 'fail', desc: message, msg: message, data })
    }
  })
}

function admitted(endpoint: Endpoint, request: Request, language: Language): Account | null {
  const account = accountOf(request.headers.get('token'))
  if (endpoint.access === 'anyone') return account
  if (!account) throw new Refused(codes.sessionExpired, say('sessionExpired', language))
  if (endpoint.point !== null && !pointsOfRole(roleOf(account), allPoints()).includes(endpoint.point))
    throw new Refused(codes.forbidden, say('forbidden', language))
  return account
}

async function parsed(endpoint: Endpoint, request: Request, language: Language) {
  const query = endpoint.query?.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  const body = endpoint.body?.safeParse(await request.json().catch(() => undefined))
  for (const part of [query, body]) {
    if (part?.error) {
      const fields = wordIssues(part.error.issues, language)
      throw new Refused(codes.invalid, say('invalid', language), { fields })
    }
  }
  return { query: query?.data, body: body?.data }
}

/** The rows of one page, as `POST /R/page` answers them. */
export function pageOf<Row>(rows: readonly Row[], { current, size }: { current: number; size: number }) {
  const records = rows.slice((current - 1) * size, current * size)
  return { records, total: rows.length, current, size }
}

/** Rows by a field, `-field` downwards; what has no value comes last. */
export function sorted<Row extends { id: string }>(rows: readonly Row[], sort: string): Row[] {
  const isDown = sort.startsWith('-')
  const field = sort.replace('-', '') as keyof Row
  return rows.toSorted((one, other) => {
    const [a, b] = [one[field], other[field]]
    if (a == null || b == null) return a === b ? 0 : a == null ? 1 : -1
    return (a < b ? -1 : a > b ? 1 : 0) * (isDown ? -1 : 1)
  })
}
