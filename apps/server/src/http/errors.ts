import { codes, languageOf } from '@kabao/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStorageFull } from '../storage/failure.ts'
import { failed } from './envelope.ts'
import type { CommonKey } from './problem.ts'

/** What goes wrong outside a handler, or in it without being meant: an envelope all the same, the cause in the log only. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = error.statusCode !== undefined && error.statusCode < 500 ? wordsOf(error) : null
    if (known) return say(request, reply, error.statusCode as number, codes.invalid, known)
    request.log.error({ err: error }, 'a request failed')
    return say(request, reply, 500, codes.unexpected, isStorageFull(error) ? 'cannotStore' : 'unexpected')
  })

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] as string
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|open)(\/|$)/.test(path)
    const wantsFile = /\.\w{2,5}$/.test(path)
    if (isPage && !wantsFile && app.hasDecorator('consolePage')) return reply.sendFile('index.html')
    return say(request, reply, 404, codes.notFound, 'noSuchPath')
  })
}

function wordsOf({ code, statusCode }: FastifyError): CommonKey {
  if (statusCode === 413) return 'tooLarge'
  if (statusCode === 404) return 'noSuchPath'
  return code?.startsWith('FST_ERR_VALIDATION') ? 'invalid' : 'unreadable'
}

function say(
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
