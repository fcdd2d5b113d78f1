import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long the body of a request may take to arrive, and how long an upload may, in milliseconds. */
export const bodyTime = 30_000
export const uploadTime = 10 * 60_000

/** Node has one timeout for all requests, which must be long enough for an upload; this adds one for all other bodies. */
export function registerBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && !request.routeOptions.config.endpoint?.upload) limitBodyTime(raw)
    done()
  })
}

/** Closes a connection whose body has not arrived in time. */
export function limitBodyTime(raw: IncomingMessage): void {
  const timer = setTimeout(() => raw.destroy(), bodyTime).unref()
  raw.once('end', () => clearTimeout(timer))
  raw.once('close', () => clearTimeout(timer))
}
