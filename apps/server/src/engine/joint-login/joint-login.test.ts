import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { unpackBodies } from '#partners/request-bodies'
import { bookAllResults } from '#test/channel-results'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { keyOfOrg, newChannel, newPhone, type TestPartner } from '#test/open-caller'
import { runsOf } from '#test/stored-runs'
import { closeExpiredTickets } from './end-visit.ts'

const app = startApp()
/** An instance that may call the built-in partner. */
let entrance: FastifyInstance
let world: EngineWorld
let channel: TestPartner
beforeAll(async () => {
  world = await engineWorld(app)
  // The two instances share what a partner may call.
  await app.set('open.callsPerSecond', 10_000)
  entrance = await app.another({ outgoing: { listed: [`127.0.0.1:${world.partner.port}`] } })
  channel = await newChannel(app, { flow: 'uv' })
  await app.pool.query(`update channel set settlement = 'cpuv', price_fen = 60 where id = $1`, [channel.id])
})
afterAll(() => world.partner.stop())
beforeEach(() => app.pool.query(`update plan set status = 'ended'`))

let number = 0
/** An organization where visitors arrive with a ticket, or (`isCalled`) that gives an address of its own. */
async function org({
  isCalled = false,
  plan = {},
  balanceFen = 1_000_000,
}: {
  isCalled?: boolean
  plan?: Record<string, unknown>
  balanceFen?: number
} = {}) {
  const code = `visit${++number}`
  const loginUrl = isCalled ? {} : { loginUrl: `https://${code}.example.com/in?from=kabao` }
  const made = await world.org({ code, flow: 'uv', plan, balanceFen, ...loginUrl })
  await entrance.open.plans.refresh()
  return { code, ...made, partner: await keyOfOrg(app, made.orgId) }
}
const register = async (by = channel): Promise<string> =>
  (await by.call('POST', '/user', { phone: newPhone(), cityCode: '440305' })).body.data.id
const login = (userId: string, more: object = {}, by = channel) =>
  by.call(
    ...(['POST', '/joint-login'] as const),
    { userId, visitorId: `visitor-${userId}`, ip: '203.0.113.7', ...more },
    { on: entrance },
  )
const clock = () => ({ timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' })
const ticketIn = (url: string) => new URL(url).searchParams.get('ticket') as string
const books = (orgId: string) =>
  world.one(
    'select balance_fen::int as balance, held_fen::int as held from org_account where org_id = $1',
    orgId,
  )
const used = async (planId: string) =>
  (
    await world.one<{ used: number }>(
      `select coalesce(sum(used), 0)::int as used from cap_use where kind = 'plan' and id = $1 and span = 'all'`,
      planId,
    )
  ).used
const owed = async () => {
  await bookAllResults(app)
  return (
    await world.one<{ fen: number }>(
      `select balance_fen::int as fen from account where kind = 'payable' and channel_id = $1`,
      channel.id,
    )
  ).fen
}
const pushOf = (userId: string): Promise<{ status: string }[]> =>
  world.all(
    'select stage, status, price_fen, cost_fen from push_record where user_id = $1 order by id',
    userId,
  )

test('a visitor gets an address with a ticket, the organization redeems it once, and pays; the channel is paid', async () => {
  const { orgId, planId, partner } = await org({ plan: { daily_cap: 10 } })
  const before = await owed()
  const userId = await register()
  const { body } = await login(userId)
  expect(body.data.url).toMatch(/^https:\/\/visit\d+\.example\.com\/in\?from=kabao&ticket=tk_[\w-]{43}$/)
  const left = Date.parse(body.data.expiresAt) - Date.now()
  expect(left).toBeGreaterThan(590_000)
  expect(left).toBeLessThanOrEqual(600_000)
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 100 })
  const ticket = ticketIn(body.data.url)
  const { rows } = await app.pool.query(
    `select *, encode(hash, 'escape') as readable from login_ticket where user_id = $1`,
    [userId],
  )
  expect(JSON.stringify(rows)).not.toContain(ticket.slice(15))

  const redeemed = await partner.call('POST', '/ticket', { ticket })
  expect(redeemed.body.data).toEqual({
    pushId: rows[0].id,
    phone: expect.stringMatching(/^139/),
    cityCode: '440305',
  })
  expect(await books(orgId)).toEqual({ balance: 999_900, held: 0 })
  expect(await pushOf(userId)).toEqual([{ stage: 'login', status: 'accepted', price_fen: 100, cost_fen: 60 }])
  expect((await owed()) - before).toBe(60)
  expect(await used(planId)).toBe(1)
  const request = await app.as('user:timeline')
  const { events } = (await request('POST', `/user/${userId}/timeline`, {})).body.data
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['redeemed', 'answered', 'ticketed', 'pushed', 'matched', 'registered'],
  ])
  expect(events[0]).toMatchObject({ orgName: expect.stringMatching(/^visit/), ms: expect.any(Number) })
  const again = await partner.call('POST', '/ticket', { ticket })
  expect([again.code, again.body.desc]).toEqual(['4090', 'The ticket was used before or has expired'])
  expect((await app.pool.query('select status from "user" where id = $1', [userId])).rows).toEqual([
    { status: 'accepted' },
  ])
})

test('of a hundred redemptions at once one passes', async () => {
  const { orgId, partner } = await org()
  const { body } = await login(await register())
  const ticket = ticketIn(body.data.url)
  const all = await Promise.all(
    Array.from({ length: 100 }, () => partner.call('POST', '/ticket', { ticket })),
  )
  expect(all.filter(({ code }) => code === '0000')).toHaveLength(1)
  expect(all.filter(({ code }) => code === '4090')).toHaveLength(99)
  expect(await books(orgId)).toEqual({ balance: 999_900, held: 0 })
})

test('a visitor is charged once a day, whatever the browser, and the rest is given back', async () => {
  const { orgId, planId, partner } = await org()
  const before = await owed()
  const userId = await register()
  const urls = await Promise.all([
    login(userId),
    login(userId),
    login(userId, { visitorId: 'another-browser' }),
  ])
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 300 })
  const answers = await Promise.all(
    urls.map(({ body }) => partner.call('POST', '/ticket', { ticket: ticketIn(body.data.url) })),
  )
  expect(answers.map(({ code }) => code)).toEqual(['0000', '0000', '0000'])
  expect(await books(orgId)).toEqual({ balance: 999_900, held: 0 })
  expect(await used(planId)).toBe(1)
  expect((await owed()) - before).toBe(60)
  // Known by now: nothing is held for the next visit, also of another user in the same browser.
  const next = await login(userId)
  const other = await login(await register(), { visitorId: `visitor-${userId}` })
  expect(await books(orgId)).toEqual({ balance: 999_900, held: 0 })
  for (const { body } of [next, other])
    expect((await partner.call('POST', '/ticket', { ticket: ticketIn(body.data.url) })).code).toBe('0000')
  expect(await books(orgId)).toEqual({ balance: 999_900, held: 0 })
  // On the next day the visitor counts again.
  await app.pool.query('update unique_visitor set id = id - (86400000::bigint << 22)')
  const tomorrow = await login(userId)
  await partner.call('POST', '/ticket', { ticket: ticketIn(tomorrow.body.data.url) })
  expect(await books(orgId)).toEqual({ balance: 999_800, held: 0 })
})

test('a ticket is refused after ten minutes, to another organization, and in any other form; its price is given back', async () => {
  const { orgId, planId, partner } = await org()
  const stranger = await org({ plan: { price_fen: 1 } })
  const userId = await register()
  const ticket = ticketIn((await login(userId)).body.data.url)
  expect((await stranger.partner.call('POST', '/ticket', { ticket })).code).toBe('4040')
  const forged = ticket.slice(0, -4) + (ticket.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  expect((await partner.call('POST', '/ticket', { ticket: forged })).code).toBe('4040')
  expect((await partner.call('POST', '/ticket', { ticket: `tk_${'_'.repeat(43)}` })).code).toBe('4040')
  expect((await partner.call('POST', '/ticket', { ticket: 'tk_short' })).code).toBe('4000')
  expect((await channel.call('POST', '/ticket', { ticket })).code).toBe('4030')
  await app.pool.query(
    `update login_ticket set expires_at = now() - interval '1 second' where user_id = $1`,
    [userId],
  )
  expect((await partner.call('POST', '/ticket', { ticket })).code).toBe('4090')
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 100 })
  const closed = await Promise.all([
    closeExpiredTickets(app.db, { clock }),
    closeExpiredTickets(app.db, { clock }),
  ])
  expect(closed[0] + closed[1]).toBe(1)
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 0 })
  expect(await used(planId)).toBe(0)
  expect(await pushOf(userId)).toMatchObject([{ stage: 'login', status: 'failed' }])
})

test('a redemption and the end of the ticket at once: either is done, and the money agrees', async () => {
  const { orgId, partner } = await org()
  for (let turn = 0; turn < 10; turn++) {
    const userId = await register()
    const ticket = ticketIn((await login(userId)).body.data.url)
    const soon = app.pool.query(
      `update login_ticket set expires_at = now() + interval '30 ms' where user_id = $1`,
      [userId],
    )
    await soon
    await new Promise((done) => setTimeout(done, turn * 6))
    await Promise.all([partner.call('POST', '/ticket', { ticket }), closeExpiredTickets(app.db, { clock })])
  }
  await new Promise((done) => setTimeout(done, 50))
  await closeExpiredTickets(app.db, { clock })
  const { accepted } = await world.one<{ accepted: number }>(
    `select count(*)::int as accepted from push_record where org_id = $1 and status = 'accepted'`,
    orgId,
  )
  expect(await books(orgId)).toEqual({ balance: 1_000_000 - 100 * accepted, held: 0 })
})

test('an organization with a login stage gives an address of its own, and pays when it accepts', async () => {
  const { orgId, code } = await org({ isCalled: true })
  const userId = await register()
  const { body } = await login(userId)
  expect(body.data.url).toMatch(new RegExp(`^https://${code}\\.example\\.com/in\\?session=p\\d+$`))
  expect(await books(orgId)).toEqual({ balance: 999_900, held: 0 })
  expect(await pushOf(userId)).toMatchObject([{ stage: 'login', status: 'accepted', price_fen: 100 }])
})

test('an organization that refuses, fails or is silent is followed by the next, and nothing of it is held', async () => {
  const last = await org({ plan: { price_fen: 10 } })
  const others = []
  for (const behavior of ['reject', 'error', 'drop', 'rubbish'] as const) {
    const made = await org({ isCalled: true, plan: { price_fen: 500 } })
    world.partner.set(made.code, { logins: [behavior] })
    others.push(made)
  }
  const userId = await register()
  const { body } = await login(userId)
  expect(body.data.url).toContain(`https://${last.code}.`)
  for (const { orgId } of others) expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 0 })
  expect((await pushOf(userId)).map(({ status }) => status)).toEqual([
    ...['rejected', 'failed', 'failed', 'failed', 'pending'],
  ])
})

test('an instance that is killed during the call to an organization leaves a visit that ends, and gives all back', async () => {
  const { orgId, planId, code } = await org({ isCalled: true })
  world.partner.set(code, { logins: ['drip'] })
  const userId = await register()
  const dying = await app.another({ outgoing: { listed: [`127.0.0.1:${world.partner.port}`] } })
  await dying.open.plans.refresh()
  const body = { userId, visitorId: 'v-dying', ip: '203.0.113.7' }
  const calling = channel.call('POST', '/joint-login', body, { on: dying, idempotencyKey: 'dying' })
  const [push] = await vi.waitFor(async () => {
    expect(world.partner.memory.received.filter((each) => each.org === code)).toHaveLength(1)
    return pushOf(userId)
  })
  expect(push?.status).toBe('pending')
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 100 })
  // What the killed instance leaves is ended by another one; its own late answer changes nothing.
  await app.pool.query(
    `update login_ticket set expires_at = now() - interval '1 second' where user_id = $1`,
    [userId],
  )
  expect(await closeExpiredTickets(app.db, { clock })).toBe(1)
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 0 })
  expect(await used(planId)).toBe(0)
  expect((await calling).code).toBe('4090')
  expect(await pushOf(userId)).toMatchObject([{ stage: 'login', status: 'failed' }])
  expect(await books(orgId)).toEqual({ balance: 1_000_000, held: 0 })
})

test('the city picks the organization, a cap and a balance close it, and nobody left is refused', async () => {
  await org({ plan: { city_codes: ['110100'] } })
  const poor = await org({ balanceFen: 99 })
  const small = await org({ plan: { daily_cap: 1, city_codes: ['440300'] } })
  const [one, other] = [await register(), await register()]
  expect((await login(one)).body.data.url).toContain(small.code)
  const refused = await login(other)
  expect([refused.code, refused.body.desc]).toEqual(['4090', 'No organization takes this visitor now'])
  const run = (await runsOf(app.db, other)).find(({ planId }) => planId === null)
  expect(Object.fromEntries(run?.whyNot.map(([plan, rule]) => [plan, rule]) ?? [])).toMatchObject({
    [poor.planId]: 'funds',
    [small.planId]: 'dailyCap',
  })
  expect((await login(other, { cityCode: '110105' })).code).toBe('0000')
})

test('another channel, another flow, an unknown product and a repeated key', async () => {
  await org()
  const userId = await register()
  const stranger = await newChannel(app, { flow: 'uv' })
  expect((await login(userId, {}, stranger)).code).toBe('4040')
  const half = await newChannel(app, { flow: 'half' })
  expect((await login(await register(half), {}, half)).code).toBe('4090')
  expect(Object.keys((await login(userId, { productId: '999' })).body.data.fields)).toEqual(['productId'])
  const body = { userId, visitorId: 'v-same', ip: '203.0.113.7' }
  const request = () =>
    channel.call('POST', '/joint-login', body, { on: entrance, idempotencyKey: 'once-only' })
  const [first, again] = [await request(), await request()]
  expect(again.text).toBe(first.text)
  expect(await pushOf(userId)).toHaveLength(1)
  // No address with a ticket is in the log of requests.
  await entrance.open.requestLog.flush()
  const { rows } = await app.pool.query(`select bodies from open_request where call = 'open.jointLogin'`)
  const kept = rows.map(({ bodies }) => unpackBodies(bodies))
  expect(kept[0]?.answer).toContain('"code":"0000"')
  expect(JSON.stringify(kept)).not.toContain('tk_')
})
