import {
  type AnswerOf,
  type BodyOf,
  codes,
  type Endpoint,
  type Language,
  languageOf,
  nameIssues,
  type ParamsOf,
  type QueryOf,
  wordServiceIssue,
} from '@kabao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import type { Db } from '../db/client.ts'
import { databaseNow } from '../db/now.ts'
import { withPartitions } from '../partitions/missing.ts'
import { addressOf } from './address.ts'
import { adminEntrance } from './admin-entrance.ts'
import type { AuditEntry } from './audit.ts'
import { limitBodyTime } from './body-time.ts'
import { type Conflicts, databaseRefusal } from './database-refusal.ts'
import { type FileAnswer, sendFile } from './download.ts'
import type { Called, Entrance } from './entrance.ts'
import { invalidInput, refused, succeeded, waitingOf } from './envelope.ts'
import { tooLong } from './errors.ts'
import { inputOf, isTooLong, withoutPlace } from './input.ts'
import type { Keeping } from './kept-answers.ts'
import { acceptUploads, type ReadUpload, uploadOf } from './upload.ts'
import { jsonReader, type ReadJson, refuseOtherAddress } from './utf8.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    /** The caller, whom the entrance identified before the body was read; null if the call is anonymous. */
    caller: unknown
    /** The value of a JSON body that an entrance verified; undefined without one. */
    jsonBody: unknown
  }
}

/** The input of a handler. `db` is the pool for a read (of the replica, if it may lag), and the transaction of the request for a write. */
export interface Call<E extends Endpoint, C = Caller> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'anyone' ? C | null : C
  db: Db
  language: Language
  ip: string
  userAgent: string | null
  /** Adds to the audit log entry what a write did; without it, the entry has only the endpoint and its parameters. */
  audit(entry: AuditEntry): void
}

type Handler<E extends Endpoint, C> = E extends { upload: true }
  ? UploadHandler<E, C>
  : E extends { staged: true }
    ? StagedHandler<E, C>
    : (call: Call<E, C>) => Promise<E extends { download: true } ? FileAnswer : AnswerOf<E>>

/** Reads the files outside the transaction, because they may take minutes to arrive; the returned function runs in it. */
type UploadHandler<E extends Endpoint, C> = (
  call: Call<E, C> & { readUpload: ReadUpload },
) => Promise<(db: Db) => Promise<AnswerOf<E>>>

/** Does the slow work outside the transaction; the returned function runs in it. */
type StagedHandler<E extends Endpoint, C> = (call: Call<E, C>) => Promise<(db: Db) => Promise<AnswerOf<E>>>

export type Handlers<A extends Record<string, Endpoint>, C = Caller> = { [K in keyof A]: Handler<A[K], C> }

/** The handlers of one area. It does not compile if an endpoint has no handler. */
export interface Served {
  register(app: FastifyInstance): void
}

/** Counts a call from an IP address. @throws Problem 4290 with the seconds to wait */
export type Throttle = (ip: string) => Promise<void>

/**
 * Registers the endpoints of an area for the callers of an entrance: identifies and authorises the caller before the body is read,
 * parses the input, runs a write in one transaction with its audit log entry, checks the response before the commit, and returns
 * errors as sentences.
 * @param conflicts the field and the problem to report when the database refuses by a constraint
 * @param throttles the rate limit of an endpoint that anyone may call, checked for the IP address before the body is read
 */
export function serveAt<C, N, const A extends Record<string, Endpoint>>(
  entrance: Entrance<C, N>,
  area: A,
  handlers: Handlers<A, C>,
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
            url: `${entrance.prefix}${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
            config: { endpoint },
            bodyLimit: entrance.bodyLimitOf(endpoint),
            // Files are sent as they are, because most are already compressed.
            ...(endpoint.download && { compress: false as const }),
            // A HEAD request must neither sign in nor use up a ticket.
            ...(endpoint.kind === 'write' && { exposeHeadRoute: false }),
            onRequest: admitting(entrance, endpoint, throttles[key as keyof A]),
            handler: answering(entrance, {
              endpoint,
              handle,
              conflicts,
              read: jsonReader(app),
            }),
          })
        if (entrance.verify) {
          if (endpoint.upload)
            throw new Error(`${endpoint.name} takes files, which its entrance cannot verify.`)
          app.register(async (scope) => {
            keepRawBodies(scope)
            route(scope)
          })
        } else if (endpoint.upload)
          app.register(async (scope) => {
            acceptUploads(scope)
            route(scope)
          })
        else route(app)
      }
    },
  }
}

/** Registers the endpoints of an area for administrators, under `/api`. */
export const serve = <const A extends Record<string, Endpoint>>(
  area: A,
  handlers: Handlers<A>,
  conflicts: Conflicts = {},
  throttles: { [K in keyof A]?: Throttle } = {},
): Served => serveAt<Caller, Caller, A>(adminEntrance, area, handlers, conflicts, throttles)

/** Leaves JSON bodies as raw bytes. */
function keepRawBodies(scope: FastifyInstance): void {
  // Any other type is refused, before its signature could seem wrong.
  scope.removeContentTypeParser(['application/json', 'text/plain'])
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** The parsed body of a request, after the entrance has verified it if the entrance does so. @throws Problem */
async function bodyOf<C, N>(
  entrance: Entrance<C, N>,
  request: FastifyRequest,
  read: ReadJson,
): Promise<unknown> {
  if (!entrance.verify) {
    refuseOtherAddress(request.originalUrl)
    return request.body
  }
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  request.caller = await entrance.verify(request, request.caller as N | null, raw)
  refuseOtherAddress(request.originalUrl)
  request.jsonBody = await read(request, raw)
  return request.jsonBody
}

/** A handler of any kind; its endpoint determines which. */
type AnyHandler = (call: Call<Endpoint, unknown> & { readUpload?: ReadUpload }) => Promise<unknown>
type Act = (db: Db) => Promise<unknown>

/**
 * Authorises a request before its body is read, so that a request that is too long, too frequent, without a session or not
 * allowed costs no more than its headers.
 */
function admitting<C, N>(entrance: Entrance<C, N>, endpoint: Endpoint, throttle: Throttle | undefined) {
  const limit = entrance.bodyLimitOf(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!endpoint.upload && isTooLong(request, limit)) throw tooLong()
    try {
      if (endpoint.access === 'anyone') {
        await entrance.countOpen(request)
        await throttle?.(addressOf(request))
      }
      const caller = await entrance.findCaller(request)
      request.caller = caller
      entrance.admit(endpoint, caller)
    } catch (error) {
      // An upload may be slow, but not if the server does not read it.
      limitBodyTime(request.raw)
      return refuse(entrance, { endpoint, request, reply, error, conflicts: {} })
    }
  }
}

interface Answering {
  endpoint: Endpoint
  handle: AnyHandler
  conflicts: Conflicts
  read: ReadJson
}

function answering<C, N>(entrance: Entrance<C, N>, { endpoint, handle, conflicts, read }: Answering) {
  const input = inputOf(endpoint)
  const around = entrance.around(endpoint)
  const problemOf = (error: unknown) => (error instanceof Problem ? error : databaseRefusal(error, conflicts))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { services } = request.server
    const language = languageOf(request.headers['accept-language'])
    try {
      const body = await bodyOf(entrance, request, read)
      const caller = request.caller as C | null // verified by now
      const parsed = input.safeParse(
        { params: request.params, query: request.query, body },
        // The words for a wrong type are others than those for a missing field.
        { reportInput: true },
      )
      if (!parsed.success)
        return answer(
          reply,
          invalidInput(
            nameIssues(withoutPlace(parsed.error.issues), language, entrance.wording ?? wordServiceIssue),
            language,
          ),
        )

      const entries: AuditEntry[] = []
      const auditsAll = entrance.auditsAll?.(caller) ?? false
      const call = {
        ...(parsed.data as { params: never; query: never; body: never }),
        caller,
        language,
        ip: addressOf(request),
        userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
        audit: (entry: AuditEntry) => void entries.push(entry),
      }
      const stage = async (): Promise<Act> => {
        if (!endpoint.upload && !endpoint.staged) return (db) => handle({ ...call, db })
        const readUpload = endpoint.upload && { readUpload: uploadOf(request) }
        return (await handle({ ...call, db: services.db, ...readUpload })) as Act
      }
      const write = async (keeping: Keeping | null) => {
        // The slow work of a call that was done before is not done again.
        const known = endpoint.staged && (await keeping?.find(services.db))
        if (known) return known.answer
        const act = await stage()
        const actor = endpoint.audited === false && !auditsAll ? null : caller
        const staged = entries.length
        return withPartitions(services.db, () =>
          services.db.transaction().execute(async (db) => {
            entries.length = staged
            const before = await keeping?.claim(db)
            if (before) return before.answer
            // The response is checked before the commit, so that a write with an invalid response is rolled back.
            const done = endpoint.answer.parse(await act(db))
            if (actor) await entrance.audit(db, { endpoint, caller: actor, request, entries })
            await keeping?.keep(db, done)
            return done
          }),
        )
      }
      const perform = async () => {
        if (entrance.run)
          return entrance.run({ endpoint, caller, request, language, act: (db) => handle({ ...call, db }) })
        const reader = entrance.readerOf?.(caller) ?? null
        if (endpoint.kind === 'read') {
          const seen = await services.reads.run(endpoint, reader, async (db) =>
            endpoint.answer.parse(await handle({ ...call, db })),
          )
          // Before the answer is sent: what cannot be noted is not shown.
          if (auditsAll && caller)
            await withPartitions(services.db, () =>
              entrance.audit(services.db, { endpoint, caller, request, entries }),
            )
          return seen
        }
        const keeping =
          caller === null
            ? null
            : (entrance.keepingOf?.({ endpoint, caller, request, input: parsed.data }) ?? null)
        const written = await write(keeping)
        // Also of a kept answer: the first call may have lost its connection before it could note and announce what it did.
        await services.reads.wrote(reader)
        // Announced after the commit and never before, because the receivers fetch the data at once.
        if (!endpoint.quiet) services.changes.note(endpoint.affects)
        return written
      }
      const deliver = (data: unknown) =>
        entrance.run
          ? sendText(reply, data as string)
          : endpoint.download
            ? sendFile(request, reply, data as FileAnswer)
            : answer(reply, succeeded(data, language))
      return deliver(await around({ caller, request, input: parsed.data, problemOf }, perform))
    } catch (error) {
      return refuse(entrance, { endpoint, request, reply, error, conflicts })
    }
  }
}

interface Refusing extends Omit<Called<unknown>, 'caller'> {
  reply: FastifyReply
  error: unknown
  conflicts: Conflicts
}

/** Responds with a refusal and records it if the entrance records refusals. @throws the error if it is not a refusal */
async function refuse<C, N>(
  entrance: Entrance<C, N>,
  { endpoint, request, reply, error, conflicts }: Refusing,
) {
  const problem = error instanceof Problem ? error : databaseRefusal(error, conflicts)
  if (!problem) throw error
  const caller = request.caller as C | N | null
  if (caller) await entrance.keepRefusal({ endpoint, caller, request, problem })
  const seconds = secondsToWait(problem)
  if (seconds !== null) reply.header('retry-after', seconds)
  if (problem.details.isUnavailable) reply.code(503)
  return answer(reply, refused(problem, languageOf(request.headers['accept-language'])))
}

/** What `Retry-After` says of a refusal. */
function secondsToWait(problem: Problem): number | null {
  const { retryAfterSeconds, opensAt } = waitingOf(problem) ?? {}
  if (opensAt === undefined) return retryAfterSeconds ?? null
  return Math.max(1, Math.ceil((Date.parse(opensAt) - databaseNow()) / 1_000))
}

/** @param text an envelope of a success */
function sendText(reply: FastifyReply, text: string) {
  reply.envelopeCode = codes.success
  return reply.type('application/json; charset=utf-8').send(text)
}

function answer(reply: FastifyReply, envelope: { code: string }) {
  reply.envelopeCode = envelope.code
  return reply.send(envelope)
}
