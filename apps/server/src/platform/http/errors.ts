import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { codes, defaultLanguage, languageOf } from '@kabao/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallerGone } from '../base/overload.ts'
import type { CommonKey } from '../base/problem.ts'
import { WritesHeld } from '../db/held.ts'
import { UnclearCommit } from '../db/lost.ts'
import { isDatabaseFull } from '../db/passing.ts'
import type { ErrorIntake } from '../errors/intake.ts'
import { ownError } from '../errors/own.ts'
import { isStorageFull, StorageAway } from '../storage/failure.ts'
import { failed } from './envelope.ts'
import { isUtf8Address, NotUtf8 } from './utf8.ts'

/**
 * Answers errors outside handlers, and unexpected ones inside, with an envelope. The cause is logged, and counted among the errors
 * with the id of the request.
 */
export function registerErrors(app: FastifyInstance, errors: Pick<ErrorIntake, 'note'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = error.statusCode !== undefined && error.statusCode < 500 ? wordsOf(error) : null
    if (known) return say(request, reply, error.statusCode as number, codes.invalid, known)
    if (isClientGone(error, reply)) {
      request.log.info('the client closed the connection before its answer')
      return reply.code(clientGone).send()
    }
    request.log.error({ err: error }, 'a request failed')
    errors.note(ownError(error, { url: request.routeOptions.url ?? '', requestId: String(request.id) }))
    return say(request, reply, 500, codes.unexpected, wordsOfFailure(error))
  })

  app.setNotFoundHandler(answerUnknownPath)
}

/** The status that proxies log for a client that has gone; nobody receives it. */
const clientGone = 499

/**
 * Whether a call was not begun, or a stream ended, because the client closed the connection, for example by leaving a page. A stream that breaks while the client
 * waits, such as that of a storage, is a failure of the service.
 */
const isClientGone = (error: FastifyError, { raw }: FastifyReply) =>
  error instanceof CallerGone || (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed)

/** Answers an unknown path before its body is read, because nothing would use the body. */
export function registerUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknownPath(request, reply)
    else done()
  })
}

/** Paths of the console get its page; any other unknown path is not found. */
function answerUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?', 1)[0] as string
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|open)(\/|$)/.test(path)
  const wantsFile = /\.\w{2,5}$/.test(path)
  if (isPage && !wantsFile && request.server.hasDecorator('consolePage')) return reply.sendFile('index.html')
  return say(request, reply, 404, codes.notFound, 'noSuchPath')
}

/** A path that cannot be decoded, or that has a far too long parameter. */
export const answerBadAddress = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  say(
    request,
    reply,
    error.statusCode ?? 400,
    codes.invalid,
    isUtf8Address(request.raw.url ?? '') ? 'unreadable' : 'notUtf8',
  )

/** A request that is not HTTP, ends within its headers, or has too many of them. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = statuses[error.code ?? ''] ?? 400
    const body = JSON.stringify(
      failed(codes.invalid, status === 431 ? 'tooLarge' : 'unreadable', defaultLanguage),
    )
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}

/** By the error codes of Node's parser. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** A body whose declared length is too long. */
export const tooLong = (): Error => Object.assign(new Error('the body is too long'), { statusCode: 413 })

function wordsOfFailure(error: unknown): CommonKey {
  if (error instanceof UnclearCommit) return 'unclear'
  if (isDatabaseFull(error)) return 'databaseFull'
  if (error instanceof WritesHeld) return 'writesHeld'
  if (error instanceof StorageAway) return 'storageAway'
  return isStorageFull(error) ? 'cannotStore' : 'unexpected'
}

function wordsOf(error: FastifyError): CommonKey {
  if (error instanceof NotUtf8) return error.words
  const { code, statusCode } = error
  if (statusCode === 413) return 'tooLarge'
  if (statusCode === 404) return 'noSuchPath'
  return code?.startsWith('FST_ERR_VALIDATION') ? 'invalid' : 'unreadable'
}

export function say(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: Parameters<typeof failed>[0],
  words: CommonKey,
) {
  const data = status >= 500 ? { requestId: String(request.id) } : null
  reply.envelopeCode = code
  return reply.code(status).send(failed(code, words, languageOf(request.headers['accept-language']), data))
}
