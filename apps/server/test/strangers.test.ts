import { readFileSync } from 'node:fs'
import { endpoints } from '@kabao/contract/app/areas'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import type { OpenCall } from '@kabao/contract/intake/kernel'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp } from './harness.ts'
import { call } from './matrix/check.ts'
import { callOf, createWorld, type World } from './matrix/world.ts'
import { keyOfOrg, newPhone, type TestPartner } from './open-caller.ts'
import { type PayWorld, payWorld, testProvider } from './pay-world.ts'

/*
 * Everything that can be called without a session or by a partner is called, and what it stores is compared with the table of
 * docs/security.md, which says of each table how much of it strangers and partners can fill, and for how long.
 */

vi.setConfig({ testTimeout: 120_000 })
const app = startApp({ providerOf: testProvider().open })
let world: World
let pay: PayWorld
let channel: TestPartner
let org: TestPartner
let productId: string
let before: Map<string, number>
beforeAll(async () => {
  world = await createWorld(app)
  pay = await payWorld(app, testProvider())
  channel = pay.channel
  await pay.collection()
  productId = await pay.product()
  const { rows } = await app.pool.query('select org_id from push_record where id = $1', [world.idOf.push])
  org = await keyOfOrg(app, rows[0].org_id)
  // A count has several rows, and chance decides which of them grows: without any, a new one is seen.
  await app.pool.query('delete from feedback_count')
  before = await rowsByTable()
})
afterAll(() => pay.stop())

/** How many rows each table has. */
async function rowsByTable(): Promise<Map<string, number>> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and not c.relispartition`,
  )
  const { rows } = await app.pool.query<{ name: string; count: number }>(
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as count from "${name}"`)
      .join(' union all '),
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** The tables that have more rows than at the beginning. */
async function grown(): Promise<string[]> {
  const now = await rowsByTable()
  return [...now]
    .filter(([name, count]) => count > (before.get(name) ?? 0))
    .map(([name]) => name)
    .sort()
}

/** The tables that the document names in the part about this. */
function declared(): string[] {
  const text = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const part = text.split('## What strangers and partners can fill')[1]?.split('\n## ')[0] ?? ''
  const first = part.split('\n').map((line) => /^\| ([^|]*`[^|]*)\|/.exec(line)?.[1] ?? '')
  return first.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)).sort()
}

/** What each call of the open API is sent so that it succeeds; what it needs was made by those before it. */
const calls: Readonly<Record<string, () => Promise<{ code: string } | { status: number }>>> = {
  visit: () =>
    channel.call('POST', '/visit', {
      visits: [
        {
          visitorId: 'visitor-1',
          clickId: 'click-1',
          page: '/a',
          at: new Date().toISOString(),
          ip: '203.0.113.7',
          userAgent: 'x',
        },
      ],
    }),
  check: () => channel.call('POST', '/check', { phoneHash: 'a'.repeat(64) }),
  user: () => channel.call('POST', '/user', { phone: newPhone(), cityCode: '440305', clickId: 'click-2' }),
  userState: async () => channel.call('GET', `/user/${await ownUser()}`),
  profile: async () => channel.call('PUT', `/user/${await ownUser()}/profile`, { name: '张三' }),
  lead: () =>
    channel.call('POST', '/lead', { phone: newPhone(), name: '张三' }, { idempotencyKey: 'lead-1' }),
  cost: () => channel.call('POST', '/cost', { day: '2026-01-01' }),
  order: async () => {
    const wanted = { productId, userId: await ownUser(), ip: '203.0.113.7' }
    // One that nobody pays, and one that is paid below.
    await channel.call('POST', '/order', { ...wanted, orderNo: 'C-grown-0' })
    return channel.call('POST', '/order', { ...wanted, orderNo: 'C-grown-1' })
  },
  orderByNo: () => channel.call('GET', '/order/C-grown-1'),
  payCallback: async () => {
    const { rows } = await app.pool.query(
      `select id, collection_id from payment_order order by id desc limit 1`,
    )
    const { id, collection_id } = rows[0]
    await pay.callback(collection_id, { orderNo: id, tradeNo: `T${id}` }, 'signed by nobody')
    await pay.callback(collection_id, { orderNo: '1', tradeNo: 'T-of-nothing' })
    return pay.callback(collection_id, { orderNo: id, tradeNo: `T${id}` })
  },
  feedback: async () =>
    channel.call('POST', '/feedback', { userId: await ownUser(), kind: 'fault', content: '不能用' }),
  result: () =>
    org.call('POST', '/result', {
      pushId: `p${world.idOf.push}`,
      status: 'accepted',
      at: new Date().toISOString(),
    }),
  error: async () =>
    (
      await app.app.inject({ method: 'POST', url: '/open/error', payload: { name: 'Error', message: 'x' } })
    ).json(),
}
/** What these store is stored by the pipeline for people whom a channel has registered: one push for a consent or a joint login. */
const byPipeline = ['offers', 'consent', 'jointLogin', 'ticket']

let made: string | null = null
async function ownUser(): Promise<string> {
  made ??= (await channel.call('POST', '/user', { phone: newPhone() })).body.data.id as string
  return made
}

test('every call of the open API is made, or follows from people whom a channel has registered', () => {
  const keys = (intakeEndpoints as OpenCall[]).map(({ name }) => name.split('.')[1])
  expect(keys.toSorted()).toEqual([...Object.keys(calls), ...byPipeline].sort())
})

test('what strangers and partners can fill is what the document says, table by table', async () => {
  for (const [name, send] of Object.entries(calls)) {
    const answer = await send()
    expect('code' in answer ? answer.code : answer.status, name).toBe('code' in answer ? '0000' : 200)
  }
  // Once more, wrongly signed and unsigned, and everything of the console that needs no session.
  await channel.call('POST', '/user', { phone: newPhone() }, { secrets: ['whsec_of_another'] })
  await app.app.inject({ method: 'POST', url: '/open/user', payload: {} })
  const open = endpoints.filter(({ access }) => access === 'anyone')
  expect(open.length).toBeGreaterThan(5)
  for (const endpoint of open) {
    await call(app, endpoint, callOf(endpoint, world), null)
    await call(app, endpoint, { params: {}, body: { username: 'somebody', password: 'wrong' } }, null)
  }
  // The log of requests and the last use of a secret are written a moment later.
  await expect.poll(grown).toEqual(declared())
})
