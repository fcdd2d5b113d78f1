import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Insertable, sql } from 'kysely'
import { packBodies } from '#partners'
import type { Db } from '#platform/db/client'
import { isPassing } from '#platform/db/passing'
import type { Schema } from '#platform/db/schema'
import { addressOf } from '#platform/http/address'
import { withPartitions } from '#platform/partitions/missing'
import type { NamedCaller, VerifiedCaller } from './entrance.ts'
import { maskedBody, maskedPath } from './mask-call.ts'

type Line = Required<Omit<Insertable<Schema['openRequest']>, 'id' | 'request' | 'answer'>>

/** Keeps the requests of partners, masked, for the console. */
export interface RequestLog {
  /** Registers the hooks that note each request after its answer. */
  watch(scope: FastifyInstance): void
  /** Writes what is still noted. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** How often the noted requests are written, in milliseconds; a killed process loses those noted since. */
const everyMs = 500
/** The most that are noted while the database does not answer; further ones are left out. */
const mostNoted = 5_000
const mostAtOnce = 500
/** Longer bodies are noted without their contents, in bytes. */
const longestBody = 64 * 1024

declare module 'fastify' {
  interface FastifyReply {
    /** The text of the answer, for the request log. */
    openAnswer: string | null
  }
}

export function createRequestLog(db: Db, log: { warn(details: object, message: string): void }): RequestLog {
  let noted: Line[] = []
  let left = 0
  let writing: Promise<void> | null = null

  const write = async () => {
    while (noted.length > 0) {
      const lines = noted.slice(0, mostAtOnce)
      noted = noted.slice(mostAtOnce)
      try {
        await withPartitions(db, () => insertLines(db, lines))
      } catch (error) {
        // They are written once the database takes them again.
        if (isPassing(error)) noted = [...lines, ...noted]
        throw error
      }
    }
  }
  const flush = (): Promise<void> => {
    writing ??= write()
      .catch((error) => log.warn({ err: error }, 'requests of partners could not be logged'))
      .finally(() => {
        writing = null
      })
    return writing
  }
  const timer = setInterval(() => {
    if (left > 0) log.warn({ requests: left }, 'requests of partners were left out of their log')
    left = 0
    void flush()
  }, everyMs).unref()

  return {
    watch(scope) {
      scope.decorateReply('openAnswer', null)
      scope.addHook('onSend', (_request, reply, payload, done) => {
        if (typeof payload === 'string') reply.openAnswer = payload
        done()
      })
      scope.addHook('onResponse', async (request, reply) => {
        const line = lineOf(request, reply)
        if (!line) return
        if (noted.length >= mostNoted) left++
        else noted.push(line)
      })
    },
    flush,
    async stop() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

/** @returns null for a request that names no live key */
function lineOf(request: FastifyRequest, reply: FastifyReply): Line | null {
  const caller = request.caller as NamedCaller | VerifiedCaller | null
  const endpoint = request.routeOptions.config.endpoint
  if (!caller || !endpoint) return null
  const { partner, rawBody, fault } = caller
  const isVerified = 'entry' in caller
  const { owner, id: apiKeyId, isSandbox } = partner.key
  const body =
    rawBody.length > longestBody ? `[${rawBody.length} bytes]` : maskedBody(rawBody, request.jsonBody)
  return {
    channelId: owner.kind === 'channel' ? owner.id : null,
    orgId: owner.kind === 'org' ? owner.id : null,
    apiKeyId,
    call: endpoint.name,
    path: maskedPath(request.originalUrl),
    code: reply.envelopeCode ?? String(reply.statusCode),
    fault,
    isSandbox,
    isRepeat: isVerified && caller.isRepeat,
    ms: Math.round(reply.elapsedTime),
    ip: addressOf(request),
    bodies: packBodies({
      // Nothing is kept of what an unverified sender wrote.
      request: isVerified ? body : null,
      answer: reply.openAnswer === null ? null : maskedBody(reply.openAnswer),
    }),
  }
}

/** One statement with one array for each column: the same text however many lines there are. */
async function insertLines(db: Db, lines: readonly Line[]): Promise<void> {
  const column = <K extends keyof Line>(name: K) => lines.map((line) => line[name])
  await sql`
    insert into open_request (channel_id, org_id, api_key_id, call, path, code, fault, is_sandbox, is_repeat, ms, ip, bodies)
    select * from unnest(${column('channelId')}::bigint[], ${column('orgId')}::bigint[], ${column('apiKeyId')}::bigint[],
      ${column('call')}::text[], ${column('path')}::text[], ${column('code')}::text[], ${column('fault')}::text[],
      ${column('isSandbox')}::boolean[], ${column('isRepeat')}::boolean[], ${column('ms')}::int[], ${column('ip')}::text[],
      ${column('bodies')}::bytea[])`.execute(db)
}
