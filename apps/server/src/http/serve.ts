import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  isReveal,
  type Language,
  languageOf,
  nameIssues,
  type ParamsOf,
  type QueryOf,
} from '@kabao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#access/caller'
import type { Db } from '#db/client'
import { type AuditEntry, insertAudit, insertRefusal, isRefusalKept } from './audit.ts'
import { limitBodyTime } from './body-time.ts'
import { type Conflicts, databaseRefusal } from './database-refusal.ts'
import { type FileAnswer, sendFile } from './download.ts'
import { invalidInput, refused, succeeded } from './envelope.ts'
import { tooLong } from './errors.ts'
import { bodyLimitOf, inputOf, isTooLong, withoutPlace } from './input.ts'
import { watchLookUps } from './look-up.ts'
import { forbidden, Problem, sessionExpired } from './problem.ts'
import { acceptUploads, type ReadUpload, uploadOf } from './upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    /** Who calls an endpoint, looked up before the body is read; null where nobody is signed in. */
    caller: Caller | null
  }
}

/** What a handler is given. `db` is the pool for a read and the one transaction of a write. */
export interface Ask<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'anyone' ? Caller | null : Caller
  db: Db
  language: Language
  ip: string
  userAgent: string | null
  /** Says of a write what it did; without it the audit line names the endpoint and its parameters only. */
  audit(entry: AuditEntry): void
}

type Handler<E extends Endpoint> = E extends { upload: true }
  ? UploadHandler<E>
  : E extends { staged: true }
    ? StagedHandler<E>
    : (ask: Ask<E>) => Promise<E extends { download: true } ? FileAnswer : AnswerOf<E>>

/** Files may take minutes to arrive: they are read on the pool, and what this returns is run in the transaction. */
type UploadHandler<E extends Endpoint> = (
  ask: Ask<E> & { readUpload: ReadUpload },
) => Promise<(db: Db) => Promise<AnswerOf<E>>>

/** What is slow is done on the pool, and what this returns is run in the transaction. */
type StagedHandler<E extends Endpoint> = (ask: Ask<E>) => Promise<(db: Db) => Promise<AnswerOf<E>>>

export type Handlers<A extends Record<string, Endpoint>> = { [K in keyof A]: Handler<A[K]> }

/** The routes of one area. It does not compile while an endpoint lacks its handler. */
export interface Served {
  register(app: FastifyInstance): void
}

/** Counts a call of an address. @throws Problem 4290 with the seconds to wait */
export type Throttle = (ip: string) => Promise<void>

/**
 * Answers the endpoints of an area: looks the caller up and checks the permission point before the body is read, parses
 * the input, runs a write in one transaction with its audit line, checks the answer before the commit, and words what goes
 * wrong.
 * @param conflicts what to say at which field when the database refuses by a constraint
 * @param throttles what an endpoint that is open to anyone asks of an address before it reads the body
 */
export function serve<const A extends Record<string, Endpoint>>(
  area: A,
  handlers: Handlers<A>,
  conflicts: Conflicts = {},
  throttles: { [K in keyof A]?: Throttle } = {},
): Served {
  return {
    register(app) {
      for (const [key, endpoint] of Object.entries(area)) {
        const handle = handlers[key as keyof A] as unknown as AnyHandler
        const route = (scope: FastifyInstance) =>
          scope.route({
            method: endpoint.method,
            url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
            config: { endpoint },
            bodyLimit: bodyLimitOf(endpoint),
            // A file goes out as it is, most are compressed already.
            ...(endpoint.download && { compress: false as const }),
            // Asking for a head must not sign in, nor use a ticket up.
            ...(endpoint.kind === 'write' && { exposeHeadRoute: false }),
            onRequest: admitting(endpoint, throttles[key as keyof A]),
            handler: answering(endpoint, handle, conflicts),
          })
        if (!endpoint.upload) route(app)
        else
          app.register(async (scope) => {
            acceptUploads(scope)
            route(scope)
          })
      }
    },
  }
}

/** Which kind of handler it is, its endpoint says. */
type AnyHandler = (ask: Ask<Endpoint> & { readUpload?: ReadUpload }) => Promise<unknown>
type Act = (db: Db) => Promise<unknown>

/**
 * Lets a call in before its body is read: one that is too long, comes too often, names no session or may not be made costs
 * no more than its headers.
 */
function admitting(endpoint: Endpoint, throttle: Throttle | undefined) {
  const limit = bodyLimitOf(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { services } = request.server
    reply.header('cache-control', 'no-store')
    if (!endpoint.upload && isTooLong(request, limit)) throw tooLong()
    try {
      if (endpoint.access === 'anyone') {
        await services.openThrottle(request.ip)
        await throttle?.(request.ip)
      }
      request.caller = await services.findCaller(tokenOf(request))
      admit(endpoint, request.caller)
    } catch (error) {
      // An upload may take its time, but not one that nobody reads.
      limitBodyTime(request.raw)
      return refuse({ endpoint, request, reply, error, conflicts: {} })
    }
  }
}

function answering(endpoint: Endpoint, handle: AnyHandler, conflicts: Conflicts) {
  const input = inputOf(endpoint)
  const watch = watchLookUps(endpoint)
  const problemOf = (error: unknown) => (error instanceof Problem ? error : databaseRefusal(error, conflicts))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { services } = request.server
    const language = languageOf(request.headers['accept-language'])
    const { caller } = request
    try {
      const parsed = input.safeParse({ params: request.params, query: request.query, body: request.body })
      if (!parsed.success)
        return answer(reply, invalidInput(nameIssues(withoutPlace(parsed.error.issues), language), language))

      if (caller && isReveal(endpoint)) await services.revealThrottle(caller.adminId)
      const entries: AuditEntry[] = []
      const ask = {
        ...(parsed.data as { params: never; query: never; body: never }),
        caller: caller as Caller,
        language,
        ip: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
        audit: (entry: AuditEntry) => void entries.push(entry),
      }
      const perform = async () => {
        const act =
          endpoint.upload || endpoint.staged
            ? ((await handle({
                ...ask,
                db: services.db,
                ...(endpoint.upload && { readUpload: uploadOf(request) }),
              })) as Act)
            : (db: Db) => handle({ ...ask, db })
        // The answer is checked before the commit: a write that cannot be answered properly did not happen.
        const run = async (db: Db) => endpoint.answer.parse(await act(db))
        if (endpoint.kind === 'read') return run(services.db)

        const actor = endpoint.audited === false ? null : caller
        return services.db.transaction().execute(async (db) => {
          const done = await run(db)
          if (actor) await insertAudit(db, { endpoint, caller: actor, request, entries })
          return done
        })
      }
      const deliver = (data: unknown) =>
        endpoint.download
          ? sendFile(request, reply, data as FileAnswer)
          : answer(reply, succeeded(data, language))
      return deliver(await watch({ caller, request, input: parsed.data, problemOf }, perform))
    } catch (error) {
      return refuse({ endpoint, request, reply, error, conflicts })
    }
  }
}

/** Answers what was refused, and keeps it where it is news. @throws what is no refusal but a fault */
async function refuse({
  endpoint,
  request,
  reply,
  error,
  conflicts,
}: {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  error: unknown
  conflicts: Conflicts
}) {
  const problem = error instanceof Problem ? error : databaseRefusal(error, conflicts)
  if (!problem) throw error
  const { caller } = request
  if (caller && isRefusalKept(endpoint, problem)) await keepRefusal({ endpoint, caller, request, problem })
  return answer(reply, refused(problem, languageOf(request.headers['accept-language'])))
}

/** Whatever becomes of the line, the caller gets his answer. */
async function keepRefusal(refusal: {
  endpoint: Endpoint
  caller: Caller
  request: FastifyRequest
  problem: Problem
}) {
  const { caller, request } = refusal
  const { sideDb, refusalThrottle } = request.server.services
  try {
    const turn = await refusalThrottle(caller.adminId)
    if (turn !== 'skip') await insertRefusal(sideDb, { ...refusal, isLast: turn === 'last' })
  } catch (error) {
    request.log.error({ err: error }, 'a refusal could not be written to the audit log')
  }
}

function answer(reply: FastifyReply, envelope: { code: string }) {
  reply.envelopeCode = envelope.code
  return reply.send(envelope)
}

/** @throws Problem where the caller may not call the endpoint */
export function admit(endpoint: Pick<Endpoint, 'access' | 'point' | 'name'>, caller: Caller | null) {
  if (endpoint.access === 'anyone') return
  if (!caller) throw sessionExpired()
  const isAllowed = caller.isSuper || endpoint.point === null || caller.points.has(endpoint.point)
  if (!isAllowed) throw forbidden()
  if (caller.mustChangePassword && !openBeforePasswordChange.has(endpoint.name)) {
    throw new Problem('4030', 'mustChangePassword')
  }
  if (caller.mustSetUpSecondFactor && !openBeforeSecondFactor.has(endpoint.name)) {
    throw new Problem('4030', 'mustSetUpSecondFactor')
  }
}

const openBeforePasswordChange = new Set([
  'session.changePassword',
  'session.logout',
  'session.menu',
  'session.me',
  'account.passwordPolicy',
])

const openBeforeSecondFactor = new Set([
  ...openBeforePasswordChange,
  'secondFactor.status',
  'secondFactor.setUp',
  'secondFactor.confirm',
])

/** The token that a call names, or null. */
export const tokenOf = (request: FastifyRequest) => {
  const token = request.headers.token
  return typeof token === 'string' && token !== '' ? token : null
}
