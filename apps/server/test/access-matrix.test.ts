import { subscribe } from 'node:diagnostics_channel'
import { type Endpoint, id } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import * as kernel from '@kabao/contract/kernel/kernel'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type Handlers, serve } from '#platform/http/serve'
import { startApp, type TestApp } from './harness.ts'
import { findings } from './matrix/check.ts'
import { ofWords } from './of-words.ts'

/** Every route of the app: `GET /api/user/:id`. */
const routes = new Set<string>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') routes.add(`${each} ${url}`)
  })
})
const app = startApp()

test('every endpoint answers only who may call it, with his rows only, and writes nothing when it refuses', async () => {
  expect(await findings(app, ofWords(endpoints))).toEqual([])
}, 600_000)

test('every path under /api is one of the contract’s endpoints, the messages’ stream or the documentation', () => {
  const known = new Set(
    endpoints.map(({ method, path }) => `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const others = [...routes].filter((route) => / \/api\/(?!docs)/.test(route) && !known.has(route))
  expect(others).toEqual(['GET /api/message/stream'])
})

describe('the matrix finds an endpoint that forgets its check', () => {
  const careless = kernel.area('careless', {
    see: {
      method: 'GET',
      path: '/careless/{id}',
      kind: 'read',
      summary: ['', ''],
      owned: true,
      answer: z.object({ id }),
    },
    remove: {
      method: 'DELETE',
      path: '/careless/{id}',
      kind: 'write',
      summary: ['', ''],
      owned: true,
      answer: z.null(),
    },
  })
  /** Deletes and shows any row that is named, whoever owns it. */
  const handlers: Handlers<typeof careless> = {
    see: async ({ params }) => ({ id: params.id }),
    remove: async ({ db }) => {
      await db.deleteFrom('blacklist').execute()
      return null
    },
  }
  let broken: TestApp
  const flagged = async (endpoint: Endpoint) => (await findings(broken, [endpoint])).join('\n')

  describe('because it is served without one', () => {
    beforeAll(async () => {
      broken = {
        ...app,
        app: await withRoutes((instance) => serve(open(careless), handlers as never).register(instance)),
      }
    })
    test('a read is flagged for each caller who must be refused', async () => {
      const said = await flagged(careless.see)
      for (const row of [
        'nobody',
        'an unknown token',
        'an expired session',
        'without the point',
        'before the password change',
      ])
        expect(said).toContain(`careless.see, ${row}: answered 200 0000`)
    })
    test('a write is flagged for the tables it wrote to', async () => {
      expect(await flagged(careless.remove)).toContain('careless.remove, nobody: wrote to blacklist')
    })
  })

  describe('because it checks the point and not the owner of the row', () => {
    beforeAll(async () => {
      broken = { ...app, app: await withRoutes((instance) => serve(careless, handlers).register(instance)) }
    })
    test('a read and a write are flagged for another owner’s row, and for nothing else', async () => {
      expect(await flagged(careless.see)).toBe(
        "careless.see, own rows only: answered 200 0000 to another's row",
      )
      expect(await flagged(careless.remove)).toBe(
        "careless.remove, own rows only: wrote to blacklist\ncareless.remove, own rows only: answered 200 0000 to another's row",
      )
    })
  })

  async function withRoutes(register: (instance: FastifyInstance) => void): Promise<FastifyInstance> {
    const instance = await app.another()
    register(instance)
    return instance
  }
  const open = <A extends Record<string, Endpoint>>(area: A): A =>
    Object.fromEntries(
      Object.entries(area).map(([key, each]) => [key, { ...each, access: 'anyone', point: null }]),
    ) as A
})
