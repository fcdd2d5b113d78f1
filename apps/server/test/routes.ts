import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

export interface Route {
  method: string
  url: string
}

/** Every route of the apps that start after this call, by its method and pattern: `GET /api/user/:id`. */
export function collectRoutes(): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>()
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat())
        if (each !== 'HEAD') routes.set(`${each} ${url}`, { method: each, url })
    })
  })
  return routes
}
