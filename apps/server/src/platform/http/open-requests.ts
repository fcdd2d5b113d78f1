import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Counts the requests that are being answered. Register it before all hooks that may answer. @returns how many there are now */
export function countRequests(app: FastifyInstance): () => number {
  const open = new WeakSet<FastifyRequest>()
  let count = 0
  app.addHook('onRequest', (request, _reply, done) => {
    open.add(request)
    count++
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (open.delete(request)) count--
    done()
  })
  return () => count
}
