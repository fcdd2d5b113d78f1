import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

/**
 * `/healthz`: the process answers. `/readyz`: it can also reach the database and is not stopping. The lines after
 * `ready` are faults that do not end with another instance, so calls still come here.
 */
export function registerHealth(app: FastifyInstance, isStopping: () => boolean): void {
  const config = { anyHost: true } as const
  app.get('/healthz', { config }, async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', { config }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).type('text/plain').send('the service stops\n')
    try {
      await sql`select 1`.execute(app.services.db)
      const lines = ['ready', ...app.services.faults.sentences()]
      return reply.type('text/plain').send(lines.map((line) => `${line}\n`).join(''))
    } catch {
      return reply.code(503).type('text/plain').send('the database does not answer\n')
    }
  })
}
