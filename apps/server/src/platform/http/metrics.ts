import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { build } from '../base/version.ts'
import { type AllowedHosts, isHostAllowed } from './hosts.ts'

export interface Metrics {
  registry: Registry
  observe(route: string, method: string, code: string, seconds: number): void
}

/**
 * The metrics of Node itself, once for the process: they begin a timer and an observer that nothing ends, and that would keep in memory
 * what they report to.
 */
let ofProcess: Registry | undefined

function metricsOfProcess() {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  // Each is a whole metric, although the types of the library promise only its data.
  return ofProcess.getMetricsAsArray() as unknown as Metric[]
}

/** Prometheus metrics of this instance: the process, and every route by its pattern and envelope code. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  for (const metric of metricsOfProcess()) registry.registerMetric(metric)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern and envelope code',
    labelNames: ['route', 'method', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'kabao_build_info',
    help: 'Always 1; its labels say which version runs, of which commit',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version: build.number, commit: build.commit }, 1)
  return {
    registry,
    observe: (route, method, code, seconds) => requests.observe({ route, method, code }, seconds),
  }
}

/** Who may read `/metrics`. */
export interface MetricsAccess {
  /** If it is set, a request must carry it. */
  token: string | null
  /** How many proxies are trusted; if there is any, requests from this machine come from the proxy. */
  trustProxy: number
  allowedHosts: AllowedHosts | null
}

/** `/metrics`: for requests with the token; if no token is set, for direct requests from this machine. */
export function registerMetrics(app: FastifyInstance, { registry }: Metrics, access: MetricsAccess): void {
  // A scraper calls each instance by its address, and the token is proof enough.
  const config = { anyHost: true } as const
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayRead(request, access)) return reply.code(403).type('text/plain').send('forbidden\n')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayRead(request: FastifyRequest, { token, trustProxy, allowedHosts }: MetricsAccess): boolean {
  if (token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '')
  return isLocal && trustProxy === 0 && !isForwarded(request) && isHostAllowed(request, allowedHosts)
}

/** Headers that proxies add, whether or not the proxies are trusted. */
const isForwarded = ({ headers }: FastifyRequest) =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name))

/** A comparison in constant time. */
const isSame = (given: string, wanted: string) => timingSafeEqual(hash(given), hash(wanted))
const hash = (text: string) => createHash('sha256').update(text).digest()
