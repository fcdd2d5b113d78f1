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
import { collectRoutes } from './routes.ts'

const routes = collectRoutes()
const app = startApp()

test('every endpoint answers only who may call it, with his rows only, and writes nothing when it refuses', async () => {
  expect(await findings(app, ofWords(endpoints))).toEqual([])
}, 600_000)

/** Why the data scope `own` does not matter to an endpoint: by its area, its key, the entity that it offers to choose from, or its name. */
const withoutOwner: Readonly<Record<string, string>> = {
  'area admin': 'powers decide (powers.test.ts)',
  'area role': 'powers decide (powers.test.ts)',
  'area secondFactor': 'powers decide (powers.test.ts)',
  'area audit': 'everybody with this scope sees their own acts (audit.test.ts)',
  'session.page': 'everybody with this scope sees their own sessions (open-sessions.test.ts)',
  'accessToken.page': 'everybody with this scope sees their own tokens (access-token.test.ts)',
  'savedView.roles': 'roles to share a view with',
  'area crmCenter': 'is the desk of the caller alone',
  'area checkKey': 'is one for all',
  'area setting': 'is one for all',
  'area operation': 'is one for all',
  'area job': 'is one for all',
  'area errorEvent': 'errors are of the service; the people who met one are owned',
  'area notice': 'robots, addresses and roles that are told have no owner',
  'area sso': 'is one for all',
  'area webhook': 'organizations and systems of the company have no owner',
  'postback.shippedTemplates': 'are the same for all',
  'postback.preview': 'is about a made-up event',
  'area org': 'organizations have no owner',
  'area orgUv': 'organizations have no owner',
  'area statement': 'organizations have no owner',
  'area recharge': 'organizations have no owner',
  'area plan': 'plans have no owner; the channels and people in them are owned',
  'area planUv': 'plans have no owner; the channels and people in them are owned',
  'area product': 'products have no owner',
  'area productUv': 'products have no owner',
  'area poolLink': 'links have no owner',
  'area collection': 'collection channels have no owner',
  'area reconcile': 'runs are about whole accounts; differences and corrections are owned',
  'area salesTeam': 'teams have no owner',
  'area leadPool': 'pools have no owner',
  'ledger.trial': 'sums of the whole ledger',
  'ledger.balances': 'sums of the whole ledger',
  'ledger.check': 'sums of the whole ledger',
  'settlement.exportResults': 'an export, as below',
  'key create': 'makes a row, which is the caller’s',
  'key importStart': 'makes an import, which is the caller’s',
  'key importColumns': 'has titles of a file that the caller uploaded',
  'key importTemplate': 'has names of records, as choices have them',
  'key export': 'begins an export, which has the rows of the caller (export.test.ts)',
  'choice org': 'organizations have no owner',
  'choice plan': 'plans have no owner',
  'choice product': 'products have no owner',
  'choice admin': 'names of colleagues',
  'choice salesman': 'names of colleagues',
  'choice sales_team': 'names of teams',
  'choice lead_pool': 'names of pools',
  'choice channel': 'names that each row of the list of leads has',
}

test('every endpoint that anybody with its point may call has rows of the caller only, or no owners', () => {
  const reasonsOf = ({ area, name, choosing }: Endpoint) => [
    `area ${area}`,
    name,
    `key ${name.split('.')[1]}`,
    ...(choosing === undefined ? [] : [`choice ${choosing}`]),
  ]
  const unowned = endpoints.filter(({ owned, point }) => !owned && point !== null)
  expect(unowned.filter((each) => !reasonsOf(each).some((reason) => reason in withoutOwner))).toEqual([])
  const used = new Set(unowned.flatMap(reasonsOf))
  expect(Object.keys(withoutOwner).filter((reason) => !used.has(reason))).toEqual([])
})

test('every path under /api is one of the contract’s endpoints, the messages’ stream, the back-channel or the documentation', () => {
  const known = new Set(
    endpoints.map(({ method, path }) => `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const others = [...routes.keys()].filter((route) => / \/api\/(?!docs)/.test(route) && !known.has(route))
  // The last one has the form of a standard: OpenID Connect Back-Channel Logout.
  expect(others.sort()).toEqual(['GET /api/message/stream', 'POST /api/sso/back-channel-logout'])
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
        'by an access token without the point',
        'by an access token from elsewhere',
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
      const rows = ['own rows only', 'by an access token for own rows only']
      expect((await flagged(careless.see)).split('\n')).toEqual(
        rows.map((row) => `careless.see, ${row}: answered 200 0000 to another's row`),
      )
      // The first call has deleted what there was.
      expect((await flagged(careless.remove)).split('\n')).toEqual([
        `careless.remove, ${rows[0]}: wrote to blacklist`,
        ...rows.map((row) => `careless.remove, ${row}: answered 200 0000 to another's row`),
      ])
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
