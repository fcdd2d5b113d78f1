import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  observe(route: string, method: string, code: string, seconds: number): void
}

/** Prometheus metrics of this instance: the process, every route by its pattern and envelope code, the pool. */
export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern and envelope code',
    labelNames: ['route', 'method', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  return {
    registry,
    observe: (route, method, code, seconds) => requests.observe({ route, method, code }, seconds),
  }
}

/** `/metrics`: for this machine, or for who holds the token. */
export function registerMetrics(app: FastifyInstance, { registry }: Metrics, token: string | null): void {
  app.get('/metrics', async (request, reply) => {
    const isLocal = /^(::ffff:)?127\.|^::1$/.test(request.ip)
    const isKnown = token !== null && request.headers.authorization === `Bearer ${token}`
    if (!isLocal && !isKnown) return reply.code(403).type('text/plain').send('forbidden\n')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
