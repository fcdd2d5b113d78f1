import { intakePrefix } from '@kabao/contract/intake/kernel'
import { orderCalls } from '@kabao/contract/intake/order'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { findCallbackPlace, type Paying, takeCallback } from '#payment'
import { networkOf } from '#platform/callers/place'
import { addressOf } from '#platform/http/address'

/** Longer than the notices of any provider, in bytes. */
const longestBody = 64 * 1024
/** Calls of one network in a minute to addresses that are not ours; further calls from there are refused unread. */
const mostMissed = 600
/** Callbacks of one network in a minute to one address without a valid signature; further ones are refused unread. */
const mostUnsigned = 30

/** Serves the address at which providers report payments. Body and answer have the provider's own form. */
export function registerCallbacks(scope: FastifyInstance, paying: Paying): void {
  const missed = new RateLimiterMemory({ points: mostMissed, duration: 60 })
  const unsigned = new RateLimiterMemory({ points: mostUnsigned, duration: 60 })
  scope.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    own.route<{ Params: { token: string } }>({
      method: 'POST',
      url: `${intakePrefix}${orderCalls.payCallback.path.replace('{token}', ':token')}`,
      config: { endpoint: orderCalls.payCallback },
      bodyLimit: longestBody,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store')
        const network = networkOf(addressOf(request))
        const refuse = (code: number) => reply.code(code).type('text/plain; charset=utf-8').send('fail')
        const refuseFor = (ms: number) => {
          reply.header('retry-after', Math.max(1, Math.ceil(ms / 1_000)))
          return refuse(429)
        }
        const missedMs = await msUsedUp(missed, network)
        if (missedMs !== null) return refuseFor(missedMs)
        const place = await findCallbackPlace(paying.db, request.params.token)
        const sender = `${network} ${place?.collectionId}`
        const unsignedMs = place ? await msUsedUp(unsigned, sender) : null
        if (unsignedMs !== null) return refuseFor(unsignedMs)
        const url = request.originalUrl
        const taken =
          place &&
          (await takeCallback(paying, {
            ...place,
            ip: addressOf(request),
            rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            headers: Object.fromEntries(
              Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
            ),
            query: url.includes('?') ? url.slice(url.indexOf('?') + 1) : '',
          }))
        if (!taken) {
          await missed.penalty(network)
          return refuse(404)
        }
        if (taken.isSigned !== true) await unsigned.penalty(sender)
        const { status, contentType, body } = taken.answer
        return reply.code(status).type(contentType).send(body)
      },
    })
  })
}

/** @returns how long it is until the limit counts anew, in milliseconds; null if it is not used up */
async function msUsedUp(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  const counted = await limiter.get(key)
  return counted && counted.consumedPoints >= limiter.points ? counted.msBeforeNext : null
}
