import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Where a proxy of our own may be: on this machine or in its network. */
const near = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/**
 * Says once in the log that a proxy seems to be in front which is not trusted: all its callers then share one address, so the wrong
 * passwords of one lock out the others.
 */
export function noteUntrustedProxy(app: FastifyInstance, trustProxy: number): void {
  if (trustProxy > 0) return
  let isNoted = false
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress ?? ''
    if (!isNoted && request.headers['x-forwarded-for'] !== undefined && ipaddr.isValid(peer)) {
      isNoted = near.has(ipaddr.process(peer).range())
      if (isNoted)
        request.log.warn(
          { peer },
          'a proxy seems to be in front, but TRUST_PROXY is 0: all callers count as one address; set it to the number of proxies',
        )
    }
    done()
  })
}
