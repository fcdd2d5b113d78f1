import { afterEach, expect, test } from 'vitest'
import { trialBalance } from '#ledger/trial-balance'
import { askStep, type Ended, endedOf, matchStep, settlePushes } from '#test/batch-calls'
import { batchWorld, type OpenPush } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)
afterEach(async () => {
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})

const settle = (...wanted: Ended[]) => settlePushes(app.servicePool, wanted)
const begin = async (push: string, stage = 'submit') =>
  (
    await world.one<{ id: string }>(
      `insert into push_attempt (user_id, push_id, number, stage) select user_id, id, 1, $2 from push_record where id = $1 returning id`,
      push,
      stage,
    )
  ).id
const stateOf = (push: string) =>
  world.one(
    `select p.status, p.price_fen as price, p.reason, p.external_id as external, p.cost_fen as cost, p.responded_at is not null as "isAnswered",
       u.status as user, (select d.kind from due_step d where d.user_id = p.user_id) as step,
       (select amount_fen::int from transfer where kind = 'charge' and ref_id = p.id::text) as charged,
       (select amount_fen::int from hold where ref_id = p.id::text) as held,
       exists (select from push_dedupe e where e.user_id = p.user_id and e.org_id = p.org_id) as pair,
       (select t.kind from push_trouble t where t.push_id = p.id and t.closed_at is null) as trouble
     from push_record p join "user" u on u.id = p.user_id where p.id = $1`,
    push,
  )
const accepted = {
  status: 'accepted',
  price: 100,
  reason: null,
  external: null,
  cost: 0,
  isAnswered: true,
  user: 'accepted',
  step: null,
  charged: 100,
  held: null,
  pair: true,
  trouble: null,
}
const unknown = {
  ...accepted,
  status: 'unknown',
  user: 'matched',
  step: 'ask',
  charged: null,
  held: 100,
  trouble: 'unknown',
}

test('each of a batch ends by itself: accepted, rejected, duplicate, failed and unclear', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const channel = await world.channel()
  const all = await world.open(6, plan)
  const [yes, no, known, failed, unclear, dead] = all as [
    OpenPush,
    OpenPush,
    OpenPush,
    OpenPush,
    OpenPush,
    OpenPush,
  ]
  await app.pool.query('update push_record set channel_id = $1 where id = $2', [channel, yes.push])
  const attempts = await Promise.all(all.map(({ push }) => begin(push)))
  const attempt = (nth: number, outcome: string, reply: unknown) => ({
    id: attempts[nth] as string,
    outcome,
    reply,
    error: null,
    httpStatus: 200,
    ms: 7,
  })
  const result = { baseFen: 100, costFen: 30, draw: null, deductionBp: null, isDeducted: false }
  const answers = await settle(
    endedOf(yes, 'accepted', {
      externalId: 'X1',
      result,
      cost: 30,
      attempt: attempt(0, 'accepted', { code: '0' }),
    }),
    endedOf(no, 'rejected', { reason: 'too low', next: matchStep, attempt: attempt(1, 'rejected', null) }),
    endedOf(known, 'duplicate', { attempt: attempt(2, 'duplicate', 'text') }),
    endedOf(failed, 'failed', {
      next: { kind: 'retry', pushId: failed.push, state: { a: 1 }, inMs: 5_000 },
      attempt: attempt(3, 'failed', []),
    }),
    endedOf(unclear, 'unknown', { next: askStep(unclear.push), interrupted: true }),
    endedOf(dead, 'failed', { next: { kind: 'dead' } }),
  )
  const { push: _push, ...last } = { push: 0, outcome: 'settled' as const, claims: 3 }
  expect(answers).toEqual(
    [yes, no, known, failed, unclear, dead].map(({ push }, nth) => ({
      push,
      ...last,
      claims: [1, 3, 4].includes(nth) ? 3 : null,
    })),
  )
  expect(await stateOf(yes.push)).toEqual({ ...accepted, external: 'X1', cost: 30 })
  const refused = { ...accepted, status: 'rejected', user: 'rejected', charged: null }
  expect(await stateOf(no.push)).toEqual({ ...refused, reason: 'too low', step: 'match' })
  expect(await stateOf(known.push)).toEqual({ ...refused, status: 'duplicate' })
  expect(await stateOf(failed.push)).toEqual({
    ...refused,
    status: 'failed',
    user: 'matched',
    step: 'retry',
    pair: false,
  })
  expect(await stateOf(unclear.push)).toEqual(unknown)
  expect(await stateOf(dead.push)).toEqual({
    ...refused,
    status: 'failed',
    user: 'matched',
    pair: false,
    trouble: 'dead',
  })
  expect(await world.useOf(yes.counter)).toEqual({ used: 2, fen: 200 })
  expect(await world.accountOf(plan.org)).toEqual({ balance: 900, held: 100 })
  expect(await world.answersOf(plan.plan)).toEqual({ answered: 3, accepted: 1 })
  expect(
    await world.all(
      'select kind, ref_id, base_fen::int, cost_fen::int, business_day::text from channel_result_new where channel_id = $1',
      channel,
    ),
  ).toEqual([{ kind: 'push', ref_id: yes.push, base_fen: 100, cost_fen: 30, business_day: '2026-11-20' }])
  expect(
    await world.all(
      'select outcome, error, reply, took_ms from push_attempt where id = any($1) order by push_id',
      attempts,
    ),
  ).toEqual([
    { outcome: 'accepted', error: null, reply: { code: '0' }, took_ms: 7 },
    { outcome: 'rejected', error: null, reply: null, took_ms: 7 },
    { outcome: 'duplicate', error: null, reply: 'text', took_ms: 7 },
    { outcome: 'failed', error: null, reply: [], took_ms: 7 },
    { outcome: 'unknown', error: 'interrupted', reply: null, took_ms: null },
    { outcome: null, error: null, reply: null, took_ms: null },
  ])
  const steps = await world.all(
    'select kind, push_id, state, claims, due_at > now() as "isLater" from due_step where user_id = any($1) order by user_id',
    all.map(({ user }) => user),
  )
  expect(steps).toEqual([
    { kind: 'match', push_id: null, state: matchStep.state, claims: 3, isLater: true },
    { kind: 'retry', push_id: failed.push, state: { a: 1 }, claims: 3, isLater: true },
    { kind: 'ask', push_id: unclear.push, state: { from: 'unpaid' }, claims: 3, isLater: true },
  ])
})

test('a price below the highest is charged, and what was held and counted above it is given back; one of 0 charges nothing', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const [low, free] = (await world.open(2, plan, { price: 100, lowest: 0, highest: 300 })) as [
    OpenPush,
    OpenPush,
  ]
  expect(await world.useOf(low.counter)).toEqual({ used: 2, fen: 600 })
  await settle(endedOf(low, 'accepted', { price: 40 }), endedOf(free, 'accepted', { price: 0 }))
  expect(await stateOf(low.push)).toEqual({ ...accepted, price: 40, charged: 40 })
  expect(await stateOf(free.push)).toEqual({ ...accepted, price: 0, charged: null })
  expect(await world.useOf(low.counter)).toEqual({ used: 2, fen: 40 })
  expect(await world.accountOf(plan.org)).toEqual({ balance: 960, held: 0 })
})

test('a price that is not held any more is settled alone: held anew, or unpaid until the balance suffices', async () => {
  const plan = await world.plan({ balance: 100 })
  const [paid] = (await world.open(1, plan)) as [OpenPush]
  await world.release(paid.push)
  const [other, gone] = (await world.open(2, plan, { price: 50 })) as [OpenPush, OpenPush]
  await world.release(gone.push)
  expect(
    await settle(
      endedOf(paid, 'accepted'),
      endedOf(other, 'rejected'),
      endedOf(gone, 'unknown', { next: askStep(gone.push) }),
    ),
  ).toMatchObject([
    { push: paid.push, outcome: 'alone', claims: null },
    { outcome: 'settled' },
    { outcome: 'settled' },
  ])
  expect(await stateOf(paid.push)).toMatchObject({ status: 'pending', charged: null, step: 'submit' })
  expect(await settle(endedOf(paid, 'accepted'))).toEqual([
    { push: paid.push, outcome: 'settled', claims: null },
  ])
  expect(await stateOf(paid.push)).toEqual(accepted)
  const asked = { ...gone, claims: 3 }
  const by = (await app.as('user:page')).adminId
  expect(await settle(endedOf(asked, 'accepted', { by, price: 40 }))).toEqual([
    { push: gone.push, outcome: 'unpaid', claims: 4 },
  ])
  expect(await stateOf(gone.push)).toMatchObject({ ...unknown, price: 40, held: null })
  expect(await world.answersOf(plan.plan)).toEqual({ answered: 2, accepted: 1 })
  await world.plan({ org: plan.org, balance: 40 })
  expect(await settle(endedOf({ ...asked, claims: 4 }, 'accepted', { by }))).toEqual([
    { push: gone.push, outcome: 'settled', claims: null },
  ])
  expect(await stateOf(gone.push)).toEqual({ ...accepted, price: 40, charged: 40 })
  expect(
    await world.one('select closed_how, closed_by from push_trouble where push_id = $1', gone.push),
  ).toEqual({ closed_how: 'settled', closed_by: by })
  expect(await world.accountOf(plan.org)).toEqual({ balance: 0, held: 0 })
})

test('one whose step is another changes nothing; one that has ended only gets the end of its attempt; one without a step ends', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const [moved, stepless, over, lost] = (await world.open(4, plan)) as [
    OpenPush,
    OpenPush,
    OpenPush,
    OpenPush,
  ]
  await settle(endedOf(over, 'rejected'))
  await app.pool.query('delete from due_step where user_id = any($1)', [[stepless.user, lost.user]])
  await world.release(lost.push)
  await app.pool.query('update account set held_fen = held_fen + 600 where org_id = $1', [plan.org])
  const [late, open1] = [await begin(over.push), await begin(moved.push)]
  const attempt = { outcome: 'accepted', error: null, httpStatus: 200, reply: null, ms: 1 }
  expect(
    await settle(
      endedOf({ ...moved, claims: 1 }, 'accepted', { attempt: { ...attempt, id: open1 } }),
      endedOf({ ...stepless, claims: null }, 'accepted', { next: matchStep }),
      endedOf({ ...over, claims: null }, 'accepted', { attempt: { ...attempt, id: late } }),
      endedOf(lost, 'accepted'),
    ),
  ).toMatchObject([
    { outcome: 'changed' },
    { outcome: 'settled', claims: null },
    { outcome: 'ended' },
    { outcome: 'changed' },
  ])
  expect(await stateOf(moved.push)).toMatchObject({ status: 'pending', held: 100, step: 'submit' })
  expect(await stateOf(stepless.push)).toEqual(accepted)
  expect(await stateOf(over.push)).toMatchObject({ status: 'rejected', charged: null })
  expect(
    await world.all('select outcome from push_attempt where id = any($1) order by id', [late, open1]),
  ).toEqual([{ outcome: 'accepted' }, { outcome: null }])
  // Nobody can pay, and no step leads to it: a person must look at it.
  await app.pool.query('update account set held_fen = balance_fen where org_id = $1', [plan.org])
  expect(await settle(endedOf({ ...lost, claims: null }, 'accepted'))).toMatchObject([
    { outcome: 'unpaid', claims: null },
  ])
  expect(await stateOf(lost.push)).toEqual({ ...unknown, step: null, held: null })
  await app.pool.query('update account set held_fen = 100 where org_id = $1', [plan.org])
})

test('the first that accepts in the half flow ends the offers of that person only', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const all = (await world.open(2, plan)) as [OpenPush, OpenPush]
  const offers = await Promise.all(
    all.map(async ({ user }) => {
      const { id } = await world.one<{ id: string }>(
        `insert into push_record (user_id, plan_id, org_id, flow, stage) values ($1, $2, $3, 'half', 'consent') returning id`,
        user,
        plan.plan,
        plan.org,
      )
      await app.pool.query(
        `insert into offer (id, user_id, agreements, expires_at) values ($1, $2, '[{"name": "x"}]', now() + interval '1 hour')`,
        [id, user],
      )
      return id
    }),
  )
  await app.pool.query(`update push_record set flow = 'half' where id = any($1)`, [
    all.map(({ push }) => push),
  ])
  await settle(endedOf(all[0], 'accepted'), endedOf(all[1], 'rejected'))
  expect(
    await world.all(
      'select expires_at <= now() as "isOver", is_open from offer where id = any($1) order by array_position($1, id)',
      offers,
    ),
  ).toEqual([
    { isOver: true, is_open: true },
    { isOver: false, is_open: true },
  ])
})
