import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adjust } from '#ledger/bookings'
import { noteResults } from '#ledger/channel-cost/note'
import { trialBalance } from '#ledger/trial-balance'
import { businessClock } from '#platform/settings/business-clock'
import { bookAllResults } from '#test/channel-results'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { keyOfOrg, newChannel, type TestPartner } from '#test/open-caller'
import { askReturn } from './ask.ts'
import { bookReturns } from './book.ts'

const app = startApp()
let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(app)
})
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.pool.query('delete from due_step')
  expect(world.logged.splice(0)).toEqual([])
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})
afterAll(() => world.partner.stop())

const reviewed = { return_days: 7, return_reasons: ['空号', '重复'] }
const atOnce = { ...reviewed, is_return_reviewed: false }
const clock = () => businessClock(app.app.services.settings)

let made = 0
/** A person whom an organization has accepted, brought by a channel that is paid for it. */
async function accepted(plan: object) {
  await app.pool.query(`update plan set status = 'ended'`)
  const org = await world.org({ code: `ret${++made}`, plan: { ...plan, daily_cap: 5 } })
  const partner = await keyOfOrg(app, org.orgId)
  const { id: channelId } = await world.one<{ id: string }>(
    `insert into channel (name, flow, settlement, price_fen) values ('渠道', 'full', 'cpl', 30) returning id`,
  )
  const engine = await world.start()
  const [userId = ''] = await world.people(1, { channel_id: channelId })
  await world.enter([userId])
  await world.settled()
  await engine.stop()
  const push = await world.one<{ id: string; status: string; external_id: string }>(
    'select id, status, external_id from push_record where user_id = $1',
    userId,
  )
  expect(push.status).toBe('accepted')
  const say = (body: object) => partner.call('POST', '/result', { at: new Date().toISOString(), ...body })
  const state = async () => {
    await bookAllResults(app)
    return world.one(
      `select p.status, u.status as person, a.balance_fen::int as balance, a.held_fen::int as held,
         (select balance_fen::int from account where channel_id = $2) as owed,
         (select count(*)::int from transfer t where t.kind = 'refund' and t.ref_id = p.id::text) as refunds,
         (select count(*)::int from push_return r where r.push_id = p.id) as returns,
         (select used from cap_use where kind = 'plan' and id = p.plan_id and span = 'day') as used,
         (select answered - accepted from plan_answer where plan_id = p.plan_id) as lost
       from push_record p join "user" u on u.id = p.user_id join account a on a.org_id = p.org_id where p.id = $1`,
      push.id,
      channelId,
    )
  }
  await app.pool.query('update plan set status = $1 where id = $2', ['ended', org.planId])
  return { ...org, partner, channelId, userId, pushId: push.id, externalId: push.external_id, say, state }
}
const before = {
  status: 'accepted',
  person: 'accepted',
  balance: 999_900,
  held: 0,
  owed: 30,
  refunds: 0,
  returns: 0,
  used: 1,
  lost: 0,
}
const after = { ...before, status: 'returned', balance: 1_000_000, owed: 0, refunds: 1, returns: 1, lost: 1 }

describe('a return that an organization sends', () => {
  test('is booked back at once, once, where the plan has no review', async () => {
    const { pushId, say, state } = await accepted(atOnce)
    expect(await state()).toEqual(before)
    const sent = () => say({ pushId: `p${pushId}`, status: 'returned', reason: '空号', quality: 0 })
    const answers = await Promise.all([sent(), sent(), sent()])
    for (const { body } of answers) expect(body.data).toEqual({ pushId, status: 'returned' })
    expect(await state()).toEqual(after)
    expect((await say({ pushId, status: 'accepted' })).body).toMatchObject({
      code: '4090',
      desc: 'The push is “Returned”, which contradicts this result',
    })
    expect(await world.one('select quality from push_record where id = $1', pushId)).toEqual({ quality: 0 })
    expect(
      await world.one(
        `select status, refund_fen::int, cost_back_fen::int, reviewed_by, asked_way from push_return where push_id = $1`,
        pushId,
      ),
    ).toEqual({ status: 'returned', refund_fen: 100, cost_back_fen: 30, reviewed_by: null, asked_way: 'org' })
  })

  test('waits for a review, and the person stays accepted until then', async () => {
    const { externalId, pushId, say, state } = await accepted(reviewed)
    expect((await say({ externalId, status: 'returned', reason: '重复' })).body.data).toEqual({
      pushId,
      status: 'accepted',
    })
    expect((await say({ pushId, status: 'returned', reason: '空号' })).code).toBe('0000')
    expect(await state()).toEqual({ ...before, returns: 1 })
  })

  test.each([
    [
      { ...atOnce, return_days: 0, return_reasons: [] },
      { reason: '空号' },
      '4090',
      'This plan agrees on no returns',
    ],
    [atOnce, { reason: '不喜欢' }, '4000', 'The plan does not agree on this reason'],
    [atOnce, {}, '4000', 'This field is required'],
  ])('is refused: %j, %j', async (plan, body, code, sentence) => {
    const { pushId, say, state } = await accepted(plan)
    const refused = await say({ pushId, status: 'returned', ...body })
    expect(refused.code).toBe(code)
    expect(refused.text).toContain(sentence)
    expect(await state()).toEqual(before)
  })

  test('is refused after the days of the plan, for a rejected person, and for a push of somebody else', async () => {
    const { pushId, say } = await accepted(atOnce)
    const other = await accepted(atOnce)
    expect((await other.say({ pushId, status: 'returned', reason: '空号' })).code).toBe('4040')
    expect((await other.say({ externalId: 'P-nobody', status: 'accepted' })).code).toBe('4040')
    expect((await say({ status: 'accepted' })).body.data.fields).toHaveProperty('pushId')
    await app.pool.query(`update push_record set status = 'rejected' where id = $1`, [pushId])
    expect((await say({ pushId, status: 'returned', reason: '空号' })).code).toBe('4090')
    await app.pool.query(
      `update plan set return_days = 1 where id = (select plan_id from push_record where id = $1)`,
      [other.pushId],
    )
    await app.pool.query(`select make_partitions('push_record', now() - interval '40 days')`)
    const { id } = await world.one<{ id: string }>(
      `insert into push_record (id, user_id, plan_id, org_id, flow, status, responded_at)
       select time_id(now() - interval '2 days'), user_id, plan_id, org_id, flow, 'accepted', now() - interval '25 hours'
       from push_record where id = $1 returning id`,
      other.pushId,
    )
    expect((await other.say({ pushId: id, status: 'returned', reason: '空号' })).body.desc).toBe(
      'The time for a return is over (1 day after the acceptance)',
    )
  })
})

test('an organization says later how an unclear push ended, and how good the person is', async () => {
  const { orgId } = await world.org({ code: 'later1', canQuery: false })
  const partner: TestPartner = await keyOfOrg(app, orgId)
  world.partner.set('later1', { behaviors: ['drop'] })
  await world.start()
  const [userId = ''] = await world.people(1)
  await world.enter([userId])
  await world.settled()
  const push = await world.one<{ id: string; status: string }>(
    'select id, status from push_record where user_id = $1',
    userId,
  )
  expect(push.status).toBe('unknown')
  const say = (status: string, more = {}) =>
    partner.call('POST', '/result', { pushId: push.id, status, at: new Date().toISOString(), ...more })
  const both = await Promise.all([say('accepted', { quality: 3, externalId: 'A-9' }), say('accepted')])
  for (const { body } of both) expect(body.data).toEqual({ pushId: push.id, status: 'accepted' })
  expect((await say('rejected')).code).toBe('4090')
  expect(
    await world.one(
      `select p.status, p.quality, p.external_id, a.balance_fen::int as balance, a.held_fen::int as held
       from push_record p join account a on a.org_id = p.org_id where p.id = $1`,
      push.id,
    ),
  ).toEqual({ status: 'accepted', quality: 3, external_id: 'A-9', balance: 999_900, held: 0 })
})

test('a cost that the channel was paid for already is taken from what it earns next, and the organization is paid back at once', async () => {
  const { pushId, channelId, state } = await accepted(atOnce)
  await bookAllResults(app)
  await app.db.transaction().execute((write) =>
    adjust(write, {
      account: { channelId },
      amountFen: -30,
      businessDay: '2026-01-01',
      ref: { kind: 'test', id: `paid-${channelId}` },
    }),
  )
  await app.db
    .transaction()
    .execute((write) =>
      askReturn(write, clock(), { pushId, orgId: null, reason: '空号', way: 'org', adminId: null }),
    )
  expect(await state()).toEqual(after)
  expect(
    await world.one(`select cost_back_fen::int as back from push_return where push_id = $1`, pushId),
  ).toEqual({ back: 30 })
  const waiting = () =>
    world.one('select sum(cost_fen)::int as fen from channel_result_new where channel_id = $1', channelId)
  expect(await waiting()).toEqual({ fen: -30 })
  await app.db
    .transaction()
    .execute((write) =>
      noteResults(write, 'push', [{ channelId, id: `next-${pushId}`, businessDay: '2026-01-02' }]),
    )
  expect(await state()).toEqual(after)
  expect(await waiting()).toEqual({ fen: null })
})

test('of two bookings of one return at once, one is done', async () => {
  const { pushId, state } = await accepted(reviewed)
  const asked = await app.db
    .transaction()
    .execute((write) =>
      askReturn(write, clock(), { pushId, orgId: null, reason: '空号', way: 'org', adminId: null }),
    )
  const { id } = asked as { id: string }
  const book = () => app.db.transaction().execute((write) => bookReturns(write, clock(), [id], null))
  const results = await Promise.allSettled([book(), book(), book()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await state()).toMatchObject({ status: 'returned', refunds: 1, balance: 1_000_000, owed: 0 })
})

test('many returns of several organizations and channels at once do not wait for each other in a circle', async () => {
  const all = []
  for (let nth = 0; nth < 4; nth++) all.push(await accepted(reviewed))
  const ids: string[] = []
  for (const { pushId } of all) {
    const asked = await app.db
      .transaction()
      .execute((write) =>
        askReturn(write, clock(), { pushId, orgId: null, reason: '空号', way: 'org', adminId: null }),
      )
    ids.push((asked as { id: string }).id)
  }
  const orders = [ids, ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]]
  const results = await Promise.allSettled(
    orders.map((order) => app.db.transaction().execute((write) => bookReturns(write, clock(), order, null))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const { state } of all)
    expect(await state()).toMatchObject({ status: 'returned', refunds: 1, owed: 0 })
})

test('the time of a result is not before the push, and not in the future', async () => {
  const { pushId, say } = await accepted(atOnce)
  const { at: pushed } = await world.one<{ at: string }>(
    'select request_at as at from push_record where id = $1',
    pushId,
  )
  const sayAt = (ms: number) => say({ pushId, status: 'accepted', at: new Date(ms).toISOString() })
  // Clocks may differ by five minutes.
  expect((await sayAt(Date.now() + 290_000)).code).toBe('0000')
  expect((await sayAt(Date.now() + 310_000)).body).toMatchObject({
    code: '4000',
    data: { fields: { at: 'Must not be in the future' } },
  })
  expect((await sayAt(Date.parse(pushed) - 290_000)).code).toBe('0000')
  expect((await sayAt(Date.parse(pushed) - 310_000)).body).toMatchObject({
    code: '4000',
    data: { fields: { at: 'Must not be before the push was made' } },
  })
})

test('a push has one number of the organization: another one is a conflict, and nothing of its result is kept', async () => {
  const { pushId, say } = await accepted(atOnce)
  const stored = () => world.one('select status, quality, external_id from push_record where id = $1', pushId)
  await app.pool.query('update push_record set external_id = null where id = $1', [pushId])
  const numbers = ['A-1', 'A-2', 'A-3']
  const answers = await Promise.all(
    numbers.map((externalId, quality) => say({ pushId, status: 'accepted', externalId, quality })),
  )
  const first = answers.findIndex(({ code }) => code === '0000')
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['0000', '4090', '4090'])
  const kept = { status: 'accepted', quality: first, external_id: numbers[first] }
  expect(await stored()).toEqual(kept)
  const other = await say({ pushId, status: 'returned', reason: '空号', externalId: 'B-1', quality: 3 })
  expect(other.body).toMatchObject({
    code: '4090',
    desc: 'The push has another number of the organization (externalId)',
  })
  expect(await stored()).toEqual(kept)
  expect((await say({ pushId, status: 'accepted', externalId: numbers[first] })).code).toBe('0000')
})

test('a channel is told what became of its users, and of nobody else', async () => {
  const channel = await newChannel(app)
  const { pushId, userId, say } = await accepted(atOnce)
  await app.pool.query('update "user" set channel_id = $1 where id = $2', [channel.id, userId])
  await app.pool.query('update push_record set channel_id = $1 where id = $2', [channel.id, pushId])
  const told = async () => (await channel.call('GET', `/user/${userId}`)).body.data
  expect(await told()).toEqual({
    status: 'accepted',
    registeredAt: expect.any(String),
    profiledAt: expect.any(String),
    results: [{ pushId, status: 'accepted', acceptedAt: expect.any(String), returnedAt: null }],
  })
  expect((await say({ pushId, status: 'returned', reason: '空号' })).code).toBe('0000')
  expect(await told()).toMatchObject({
    status: 'returned',
    results: [{ pushId, status: 'returned', returnedAt: expect.any(String) }],
  })
  const others = await newChannel(app)
  expect((await others.call('GET', `/user/${userId}`)).code).toBe('4040')
  expect((await channel.call('GET', '/user/1')).code).toBe('4040')

  const { data } = (await channel.call('POST', '/user', { phone: '15500001234' })).body
  const newOne = async () => (await channel.call('GET', `/user/${data.id}`)).body.data
  expect(await newOne()).toMatchObject({ status: 'searching', profiledAt: null, results: [] })
  await app.pool.query('delete from due_step where user_id = $1', [data.id])
  expect(await newOne()).toMatchObject({ status: 'registered' })
  await app.pool.query('update "user" set profiled_at = now() where id = $1', [data.id])
  expect(await newOne()).toMatchObject({ status: 'none', profiledAt: expect.any(String) })
})
