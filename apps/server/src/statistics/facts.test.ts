import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { noteResult, noteReturn } from '#ledger/channel-cost/note'
import { timeIdAt } from '#platform/db/partitions'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { newChannel, newPhone } from '#test/open-caller'
import { type StatisticsWorld, statisticsWorld } from '#test/statistics'
import { fold } from './fold.ts'

const app = startApp()
let world: StatisticsWorld
let today: string
beforeAll(async () => {
  world = await statisticsWorld(app)
  today = (
    (await world.all<{ day: string }>(`select business_day(now())::text as day`))[0] as { day: string }
  ).day
})

const longAgo = '2026-03-01T02:00:00.000Z'

interface Fact {
  kind: string
  ref: string
  day: string
  came: string
  fen: number
  fee: number
}
/** The facts of a user, or those about something, in the order in which they were made. */
const factsOf = (userId: string) =>
  world.all<Fact>(
    `select kind, ref_id as ref, day::text, came::text, fen::int, fee_fen::int as fee from fact
     where user_id = $1 and kind not in ('active', 'matched') order by id`,
    userId,
  )
const kindsOf = async (userId: string) => (await factsOf(userId)).map(({ kind }) => kind)
const one = async (count = 1, at = longAgo) => (await world.users(count, at))[0] as string

test('a registration and a completed profile are facts of their days, and the second keeps the day on which the person came', async () => {
  const userId = await one()
  await world.all(`update "user" set profiled_at = now() where id = $1`, userId)
  await world.all(`update "user" set profiled_at = now() + interval '1 second' where id = $1`, userId)
  expect(await factsOf(userId)).toEqual([
    { kind: 'registration', ref: userId, day: '2026-03-01', came: '2026-03-01', fen: 0, fee: 0 },
    { kind: 'profile', ref: userId, day: today, came: '2026-03-01', fen: 0, fee: 0 },
  ])
  const [row] = await world.all<object>(
    `select channel_id as "channelId", city_code as city, flow, org_id as org from fact where user_id = $1 limit 1`,
    userId,
  )
  expect(row).toEqual({ channelId: world.channelId, city: 440305, flow: 'full', org: '0' })
})

test.each([
  'alter table "user" disable trigger user_facts',
  'alter table fact disable trigger fact_deltas',
  'set session_replication_role = replica',
  'drop trigger visit_counted on visit',
])('the service cannot leave facts out: %s', async (statement) => {
  await expect(world.all(statement)).rejects.toThrow(/must be owner|permission denied/)
})

test('a user who moves to another channel is a registration there, on the day of the move', async () => {
  const userId = await one()
  const [other] = await world.all<{ id: string }>(
    `insert into channel (name, flow, settlement, price_fen) values ('另一个', 'half', 'cpa', 1) returning id`,
  )
  await world.all('update "user" set channel_id = $2, attributed_at = now() where id = $1', userId, other?.id)
  expect(
    await world.all(
      `select channel_id as channel, day::text, came::text from fact where user_id = $1 and kind = 'registration' order by id`,
      userId,
    ),
  ).toEqual([
    { channel: world.channelId, day: '2026-03-01', came: '2026-03-01' },
    { channel: other?.id, day: today, came: '2026-03-01' },
  ])
})

test('a user is active once on a day on which they do something themselves, also of two transactions at once', async () => {
  const active = (userId: string) =>
    world.all<{ day: string; came: string; flow: string; channel: string }>(
      `select day::text, came::text, flow, channel_id as channel from fact where user_id = $1 and kind = 'active' order by id`,
      userId,
    )
  const of = { came: '2026-03-01', flow: 'full', channel: world.channelId }
  const userId = await one()
  expect(await active(userId)).toEqual([{ day: '2026-03-01', ...of }])
  // What others do with the user is no activity.
  await world.push(userId, { status: 'accepted' })
  const [other] = await world.all<{ id: string }>(
    `insert into channel (name, flow, settlement, price_fen) values ('第三个', 'full', 'cpa', 1) returning id`,
  )
  await world.all('update "user" set channel_id = $2, attributed_at = now() where id = $1', userId, other?.id)
  await world.all('update "user" set channel_id = $2 where id = $1', userId, world.channelId)
  expect(await active(userId)).toHaveLength(1)
  const [product] = await world.all<{ id: string }>(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ('活跃', 'card', 'full', 1, 1, 1) returning id`,
  )
  await Promise.all([
    world.all('update "user" set profiled_at = now() where id = $1', userId),
    ...[1, 2, 3].map((nth) =>
      world.all(
        `insert into payment_order (channel_id, user_id, product_id, closes_at, amount_fen, channel_no, subject)
         values ($1, $2, $3, now(), 500, $4, 'x')`,
        ...[world.channelId, userId, product?.id, `active-${nth}`],
      ),
    ),
  ])
  expect(await active(userId)).toMatchObject([{ day: '2026-03-01' }, { day: today, came: '2026-03-01' }])
})

test('a user is matched once, on the day of the first match, also of two transactions at once', async () => {
  const matched = (userId: string) =>
    world.all<object>(
      `select day::text, came::text, flow, channel_id as channel, plan_id as plan, org_id as org, ref_id as ref from fact
       where user_id = $1 and kind = 'matched'`,
      userId,
    )
  const run = (userIds: readonly string[], planId: string | null, at = 'now()') =>
    world.all(
      `insert into match_run (id, user_id, plan_id, flow) select time_id(${at}), id, $2, 'full' from unnest($1::bigint[]) id`,
      ...[userIds, planId],
    )
  const [userId = '', other = ''] = await world.users(2, longAgo)
  await run([userId], null)
  expect(await matched(userId)).toEqual([])
  const of = { came: '2026-03-01', flow: 'full', channel: world.channelId }
  const first = { ...of, day: today, plan: world.planId, org: world.orgId, ref: userId }
  // Two transactions that do not see each other's match, and one that is undone.
  const [one, two, undone] = await Promise.all([1, 2, 3].map(() => app.servicePool.connect()))
  const match = `insert into match_run (user_id, plan_id, flow) values ($1, $2, 'full'), ($1, $2, 'full'), ($3, $2, 'full')`
  const values = [userId, world.planId, other]
  for (const client of [one, two, undone]) await client?.query('begin')
  await undone?.query(match, values)
  const waits = Promise.all(
    [one, two].map((client) => client?.query(match, values).then(() => client.query('commit'))),
  )
  await undone?.query('rollback')
  await waits
  for (const client of [one, two, undone]) client?.release()
  expect(await matched(userId)).toEqual([first])
  expect(await matched(other)).toEqual([{ ...first, ref: other }])
  await run([userId, other], world.planId, `now() + interval '1 day'`)
  expect([await matched(userId), await matched(other)]).toEqual([[first], [{ ...first, ref: other }]])
  expect((await kindsOf(userId)).filter((kind) => kind === 'match')).toHaveLength(5)
})

test('the migration makes the facts of earlier matches as the trigger does', async () => {
  const text = await readFile(new URL('../../migrations/0107-matched-users.sql', import.meta.url), 'utf8')
  const backfill = text.slice(text.indexOf('insert into matched_user select distinct'))
  const userIds = await world.users(3, longAgo)
  await world.all(
    `insert into match_run (user_id, plan_id, flow) select id, $2, 'full' from unnest($1::bigint[]) id, generate_series(1, 2)`,
    ...[userIds.slice(1), world.planId],
  )
  const facts = `select id >> 22 as at, to_jsonb(f) - 'id' as fact from fact f where kind = 'matched' order by user_id`
  const before = await world.all(facts)
  expect(before.length).toBeGreaterThanOrEqual(2)
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query(`delete from fact where kind = 'matched'; truncate matched_user`)
  await client.query(backfill)
  expect((await client.query(facts)).rows).toEqual(before)
  expect((await client.query('select count(*)::int as n from matched_user')).rows).toEqual([
    { n: before.length },
  ])
  await client.query('rollback')
  client.release()
})

test('offers of the half flow match a person once too, whatever follows them', async () => {
  const userId = await one()
  await world.all(`insert into step_taken (user_id, kind, ms, result) values ($1, 'check', 1, '2')`, userId)
  await world.all(
    `insert into match_run (user_id, plan_id, flow) values ($1, $2, 'half')`,
    userId,
    world.planId,
  )
  expect(
    await world.all(`select flow, plan_id as plan from fact where user_id = $1 and kind = 'matched'`, userId),
  ).toEqual([{ flow: 'full', plan: '0' }])
})

test('a deletion of the user changes no fact', async () => {
  const userId = await one()
  const before = await factsOf(userId)
  await world.all(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null, name = null, id_number_sealed = null, id_number_hash = null,
       birthday = null, ip = null, device = null, channel_id = channel_id where id = $1`,
    userId,
  )
  expect(await factsOf(userId)).toEqual(before)
})

describe('a push', () => {
  test('is a fact, and so is its answer, also a late one', async () => {
    const userId = await one()
    const id = await world.push(userId)
    await world.all(`update push_record set status = 'unknown' where id = $1`, id)
    await world.all(`update push_record set status = 'failed', responded_at = now() where id = $1`, id)
    await world.all(`update push_record set status = 'pending', responded_at = null where id = $1`, id)
    await world.all(`update push_record set status = 'accepted', responded_at = now() where id = $1`, id)
    await world.all(`update push_record set attempts = 2 where id = $1`, id)
    expect(await kindsOf(userId)).toEqual(['registration', 'push', 'failed', 'accepted'])
  })

  test('that is stored with its answer has both, each with its day', async () => {
    const userId = await one()
    await app.pool.query(`select make_partitions('push_record', '2026-10-01')`)
    const id = timeIdAt(Date.parse('2026-10-31T20:00:00Z'))
    await world.push(userId, { id, status: 'rejected', responded_at: '2026-11-02T20:00:00Z' })
    expect((await factsOf(userId)).slice(1)).toMatchObject([
      { kind: 'push', day: '2026-11-01', came: '2026-03-01' },
      { kind: 'rejected', day: '2026-11-03', came: '2026-03-01' },
    ])
  })

  test('whose acceptance is taken back in the same transaction is not accepted', async () => {
    const userId = await one()
    const id = await world.push(userId)
    const client = await app.servicePool.connect()
    await client.query('begin')
    await client.query(`update push_record set status = 'accepted', responded_at = now() where id = $1`, [id])
    await client.query(`update push_record set status = 'unknown' where id = $1`, [id])
    await client.query('commit')
    client.release()
    expect(await kindsOf(userId)).toEqual(['registration', 'push'])
    await world.all(`update push_record set status = 'duplicate' where id = $1`, id)
    expect(await kindsOf(userId)).toEqual(['registration', 'push', 'duplicate'])
  })

  test('of the half flow begins when it is submitted; an offer is a match', async () => {
    const userId = await one()
    await world.all(
      `insert into step_taken (user_id, kind, ms, result) values ($1, 'check', 1, '2'), ($1, 'check', 1, '0')`,
      userId,
    )
    const id = await world.push(userId, { stage: 'check', flow: 'half' })
    const other = await world.push(userId, { stage: 'check', flow: 'half' })
    await world.all(`update push_record set status = 'rejected', responded_at = now() where id = $1`, other)
    await world.all(`update push_record set stage = 'consent' where id = $1`, id)
    expect(await kindsOf(userId)).toEqual(['registration', 'match'])
    await world.all(`update push_record set stage = 'submit' where id = $1`, id)
    await world.all(`update push_record set status = 'accepted', responded_at = now() where id = $1`, id)
    expect(await kindsOf(userId)).toEqual(['registration', 'match', 'push', 'accepted'])
  })

  test('that comes back is a return once, and a redeemed ticket is a login once', async () => {
    const userId = await one()
    const id = await world.push(userId, { status: 'accepted', stage: 'login', responded_at: null })
    await world.all(
      `insert into login_ticket (id, user_id, org_id, channel_id, visitor, day, took_ms, expires_at)
       values ($1, $2, $3, $4, '\\x00', current_date, 1, now() + interval '1 hour')`,
      ...[id, userId, world.orgId, world.channelId],
    )
    for (let again = 0; again < 2; again++)
      await world.all('update login_ticket set redeemed_at = now(), is_open = false where id = $1', id)
    const [asked] = await world.all<{ id: string }>(
      `insert into push_return (push_id, user_id, org_id, plan_id, reason, asked_way) values ($1, $2, $3, $4, '空号', 'org') returning id`,
      ...[id, userId, world.orgId, world.planId],
    )
    for (let again = 0; again < 2; again++)
      await world.all(`update push_return set status = 'returned' where id = $1`, asked?.id)
    expect((await factsOf(userId)).map(({ kind, ref }) => [kind, ref])).toEqual([
      ['registration', userId],
      ['push', id],
      ['accepted', id],
      ['login', id],
      ['return', asked?.id],
    ])
  })
})

test('an order, what is paid for it also late, and what is paid back', async () => {
  const userId = await one()
  const [collection] = await world.all<{ id: string }>(
    `insert into collection (name, provider, fee_bp) values ('收款', 'sandbox', 60) returning id`,
  )
  const [order] = await world.all<{ id: string }>(
    `insert into payment_order (channel_id, channel_no, user_id, product_id, subject, amount_fen, closes_at, status)
     values ($1, 'n1', $2, $3, '卡', 500, now(), 'closed') returning id`,
    ...[world.channelId, userId, world.productId],
  )
  await world.all(
    `update payment_order set status = 'paid', paid_at = now(), paid_fen = 500, fee_fen = 3 where id = $1`,
    order?.id,
  )
  await world.all(
    `update payment_order set status = 'refunding', refunding_fen = 200 where id = $1`,
    order?.id,
  )
  const refund = (kind: string, no: string) =>
    world.all<{ id: string }>(
      `insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen)
       values ($1, $2, 'sandbox', $3, $4, 200) returning id`,
      ...[order?.id, collection?.id, no, kind],
    )
  const [asked] = await refund('asked', 't1')
  const [extra] = await refund('extra', 't2')
  for (const each of [asked, extra])
    await world.all(
      `update payment_refund set status = 'refunded', refunded_at = now() where id = $1`,
      each?.id,
    )
  expect((await factsOf(userId)).slice(1)).toMatchObject([
    { kind: 'order', ref: order?.id, fen: 0 },
    { kind: 'paid', ref: order?.id, fen: 500, fee: 3 },
    { kind: 'refund', ref: asked?.id, fen: 200 },
  ])
})

test('what a channel is owed, and no longer owed, by the result that it is noted as', async () => {
  const userId = await one()
  const id = await world.push(userId, { status: 'accepted' })
  const { channelId } = world
  const owed = { channelId, id: userId, businessDay: today }
  await app.db.transaction().execute(async (write) => {
    await noteResult(write, 'registration', owed)
    await noteReturn(write, { channelId, pushId: id, costFen: 30, businessDay: '2026-03-01' })
  })
  const facts = (await factsOf(userId)).slice(3)
  expect(facts).toMatchObject([
    { kind: 'cost', fen: 30, day: today, came: '2026-03-01' },
    { kind: 'costBack', fen: 30, day: today, came: '2026-03-01' },
  ])
  const noted = await world.all<{ id: string }>('select result_id as id from channel_result_new order by id')
  expect(facts.map(({ ref }) => ref)).toEqual(noted.map((row) => row.id))
  await world.all(`select gather_channel_results($1, current_date, 100)`, channelId)
  expect(await world.all('select id from channel_result order by number')).toEqual(noted.slice(0, 2))
})

test('each time that an error happened', async () => {
  const [event] = await world.all<{ id: string }>(
    `insert into error_event (source, name, message, fingerprint) values ('h5', 'E', 'm', '\\x01') returning id`,
  )
  const happens = (count: number) =>
    world.all(
      `insert into error_hour as h (event_id, hour, count) values ($1, date_trunc('hour', now()), $2)
       on conflict (event_id, hour) do update set count = h.count + excluded.count`,
      ...[event?.id, count],
    )
  await happens(2)
  await happens(3)
  expect(await world.all(`select count(*)::int, min(ref_id) as ref from fact where kind = 'error'`)).toEqual([
    { count: 5, ref: event?.id },
  ])
})

test('the calls of a channel and the pipeline make them', async () => {
  const engine: EngineWorld = await engineWorld(app)
  try {
    const { orgId } = await engine.org({ code: 'factful' })
    const channel = await newChannel(app, { flow: 'full' })
    await app.pool.query(`update channel set settlement = 'cpl', price_fen = 30 where id = $1`, [channel.id])
    const at = new Date().toISOString()
    const visit = { visitorId: 'v-7f3a9c21', page: '/a', at, ip: '203.0.113.7', userAgent: 'browser' }
    expect((await channel.call('POST', '/visit', { visits: [visit, visit] })).code).toBe('0000')
    const { body } = await channel.call('POST', '/user', { phone: newPhone(), cityCode: '440305' })
    const userId: string = body.data.id
    await app.pool.query(`delete from due_step`)
    await app.pool.query(`update "user" set profiled_at = now(), name = '张三' where id = $1`, [userId])
    await engine.enter([userId])
    await engine.start()
    await engine.settled()
    await engine.stop()
    expect((await kindsOf(userId)).sort()).toEqual(
      ['registration', 'profile', 'match', 'push', 'accepted', 'charge', 'cost'].sort(),
    )
    await fold(app.db)
    expect(
      await world.all(
        `select visits::int, uv::int, registrations::int, matches::int, matched_users::int as matched, pushes::int, accepted::int,
           charged_fen::int as charged, cost_fen::int as cost from roll_up where grain = 'channel' and way = 'day' and channel_id = $1`,
        channel.id,
      ),
    ).toEqual([
      {
        visits: 2,
        uv: 1,
        registrations: 1,
        matches: 1,
        matched: 1,
        pushes: 1,
        accepted: 1,
        charged: 100,
        cost: 30,
      },
    ])
    expect(
      await world.all(
        `select accepted::int, charged_fen::int as charged from roll_up where grain = 'org' and way = 'came' and org_id = $1`,
        orgId,
      ),
    ).toEqual([{ accepted: 1, charged: 100 }])
  } finally {
    await engine.partner.stop()
  }
}, 60_000)
