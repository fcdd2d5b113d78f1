import { intakePrefix } from '@kabao/contract/intake/kernel'
import { orderCalls } from '@kabao/contract/intake/order'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Paying, takeCallback } from '#payment'
import { networkOf } from '#platform/callers/place'
import { addressOf } from '#platform/http/address'

/** Longer than the notices of any provider, in bytes. */
const longestBody = 64 * 1024
/** Wrong callbacks of one network in a minute; further calls from there are refused unread, so that they cannot fill the table. */
const mostWrong = 600

/** Serves the address at which providers report payments. Body and answer have the provider's own form. */
export function registerCallbacks(scope: FastifyInstance, paying: Paying): void {
  const wrong = new RateLimiterMemory({ points: mostWrong, duration: 60 })
  scope.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    own.route<{ Params: { collectionId: string } }>({
      method: 'POST',
      url: `${intakePrefix}${orderCalls.payCallback.path.replace('{collectionId}', ':collectionId')}`,
      config: { endpoint: orderCalls.payCallback },
      bodyLimit: longestBody,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store')
        const network = networkOf(addressOf(request))
        if (((await wrong.get(network))?.consumedPoints ?? 0) >= mostWrong)
          return reply.code(429).type('text/plain; charset=utf-8').send('fail')
        const { collectionId } = request.params
        const url = request.originalUrl
        const taken = /^[1-9]\d{0,17}$/.test(collectionId)
          ? await takeCallback(paying, {
              collectionId,
              ip: addressOf(request),
              rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
              headers: Object.fromEntries(
                Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
              ),
              query: url.includes('?') ? url.slice(url.indexOf('?') + 1) : '',
            })
          : null
        if (!taken?.isBelieved) await wrong.penalty(network)
        if (!taken) return reply.code(404).type('text/plain; charset=utf-8').send('fail')
        const { status, contentType, body } = taken.answer
        return reply.code(status).type(contentType).send(body)
      },
    })
  })
}
