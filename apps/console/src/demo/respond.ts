import { allPoints, endpoints } from '@kabao/contract/app/areas'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { type Code, codes, type FieldProblems } from '@kabao/contract/kernel/envelope'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@kabao/contract/kernel/kernel'
import { inLanguage, type Language, languageOf } from '@kabao/contract/kernel/language'
import { type SchemaProblem, wordIssues, wordSchemaProblem } from '@kabao/contract/kernel/problems'
import { type Account, accountOf, pointsOfRole, roleOf } from './accounts.ts'

/** The caller and the caller's language. */
export interface Reader {
  /** Null if the caller is not signed in. */
  account: Account | null
  language: Language
}

export interface Call<E extends Endpoint = Endpoint> extends Reader {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The files of an upload. */
  files: readonly File[]
}

/** A handler of an endpoint: it returns `data` of the envelope, or a whole response if there is no envelope. */
export type Answer = (call: Call) => unknown

/** A refusal by the service. */
export class Refused extends Error {
  readonly code: Code
  readonly data: { fields?: FieldProblems; current?: unknown } | null

  constructor(code: Code, desc: string, data: { fields?: FieldProblems; current?: unknown } | null = null) {
    super(desc)
    this.code = code
    this.data = data
  }
}

type RefusalKey = keyof typeof commonWords.tree
export const say = (
  what: Exclude<RefusalKey, 'tooManyRequests' | 'unexpected'>,
  language: Language,
): string => inLanguage(commonWords.tree[what], language)

/** A refusal with one sentence, in the caller's language. */
export const refusal = (why: 'notFound' | 'forbidden' | 'conflict', { language }: Reader): Refused =>
  new Refused(codes[why], say(why, language))

/** A refusal with a sentence for each field. */
export const refusalAt = (
  code: typeof codes.invalid | typeof codes.conflict,
  problems: Readonly<Record<string, SchemaProblem>>,
  { language }: Reader,
): Refused => {
  const fields = Object.entries(problems).map(([name, why]) => [name, wordSchemaProblem(why, language)])
  const whole = say(code === codes.invalid ? 'invalid' : 'conflict', language)
  return new Refused(code, whole, { fields: Object.fromEntries(fields) })
}

interface Route {
  endpoint: Endpoint
  path: RegExp
}

/** The sort key of a path: parameters come last, so that `/user/push/orgs` is not taken for a user id. */
const placeOf = (path: string) => path.replace(/\{\w+\}/g, '~')

const routes: readonly Route[] = endpoints
  .toSorted((one, other) => (placeOf(one.path) < placeOf(other.path) ? -1 : 1))
  .map((endpoint) => ({
    endpoint,
    path: new RegExp(`/api${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))

/**
 * Answers a request like the service: it checks the caller, the input and the response against the contract.
 * @param answers returns the handler of an endpoint
 */
export async function respond(request: Request, answers: (endpoint: Endpoint) => Answer): Promise<Response> {
  const language = languageOf(request.headers.get('accept-language') ?? undefined)
  try {
    const url = new URL(request.url)
    const route = routes.find(
      ({ endpoint, path }) => endpoint.method === request.method && path.test(url.pathname),
    )
    if (!route) throw new Refused(codes.notFound, say('noSuchPath', language))
    const { endpoint, path } = route
    const account = admitted(endpoint, request, language)
    const input = await parsed(endpoint, request, url, language)
    const params = { ...path.exec(url.pathname)?.groups }
    const answer = answers(endpoint)({ ...input, params, language, account } as Call)
    if (answer instanceof Response) return answer
    return Response.json({
      code: codes.success,
      desc: say('success', language),
      data: endpoint.answer.parse(answer),
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, message, data } = error
    return Response.json({ code, status: 'fail', desc: message, msg: message, data })
  }
}

function admitted(endpoint: Endpoint, request: Request, language: Language): Account | null {
  const account = accountOf(request.headers.get('token'))
  if (endpoint.access === 'anyone') return account
  if (!account) throw new Refused(codes.sessionExpired, say('sessionExpired', language))
  if (endpoint.point !== null && !pointsOfRole(roleOf(account), allPoints()).includes(endpoint.point))
    throw new Refused(codes.forbidden, say('forbidden', language))
  return account
}

async function parsed(endpoint: Endpoint, request: Request, url: URL, language: Language) {
  const query = endpoint.query?.safeParse(Object.fromEntries(url.searchParams))
  const body = endpoint.body?.safeParse(await request.json().catch(() => undefined))
  for (const part of [query, body]) {
    if (part?.error) {
      const fields = wordIssues(part.error.issues, language)
      throw new Refused(codes.invalid, say('invalid', language), { fields })
    }
  }
  const form = endpoint.upload ? await request.formData().catch(() => null) : null
  return { query: query?.data, body: body?.data, files: form?.getAll('files') ?? [] }
}
