import { afterEach, expect, test } from 'vitest'
import { trialBalance } from '#ledger/trial-balance'
import { counterOf, decidePushes, settlePushes, type Wanted } from '#test/batch-calls'
import { batchWorld } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)
afterEach(async () => {
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})

const decide = async (...wanted: Wanted[]) => (await decidePushes(app.servicePool, wanted)).answers
const nothing = { pushes: 0, pairs: 0, runs: 0, lines: 0, counted: 0, submits: 0, holds: 0 }
const everything = { pushes: 1, pairs: 1, runs: 1, lines: 1, counted: 1, submits: 1, holds: 1 }

test('a decision writes the push, the pair, the hold, the counters, the run, the step and the line of the timeline', async () => {
  const channel = await world.channel()
  const plan = await world.plan({ balance: 1_000 })
  const [person] = (await world.people(1, 'match', { channel_id: channel })) as [Wanted]
  const counters = [
    counterOf(plan.plan, { span: 'all', starts: '1970-01-01T00:00:00.000Z' }),
    counterOf(plan.plan, { most: 3, mostFen: 900 }),
    counterOf(plan.plan, { kind: 'pair', channelId: channel, most: 2 }),
    counterOf(plan.org, { kind: 'org', span: 'hour', most: 5 }),
  ]
  const [answer] = await decide({
    ...person,
    ...plan,
    counters,
    channel,
    city: '330100',
    dedupe: 7,
    price: 200,
    lowest: 100,
    highest: 300,
    state: { offers: 4 },
  })
  expect(answer).toEqual({
    nth: 1,
    outcome: 'decided',
    push: expect.any(String),
    claims: 2,
    cap: null,
    used: null,
    fen: null,
  })
  const push = answer?.push as string
  expect(await world.stored([person.user])).toEqual(everything)
  const row = await world.one(
    `select p.*, r.id as run, s.result from push_record p join match_run r on r.id = p.match_run_id
    join step_taken s on s.user_id = p.user_id and s.plan_id = p.plan_id where p.id = $1 and s.id < r.id and r.id < p.id`,
    push,
  )
  expect(row).toMatchObject({
    user_id: person.user,
    plan_id: plan.plan,
    org_id: plan.org,
    channel_id: channel,
    city_code: '330100',
    price_fen: 200,
    price_min_fen: 100,
    price_max_fen: 300,
    dedupe_days: 7,
    flow: 'full',
    status: 'pending',
    stage: 'submit',
    push_plan_id: null,
    attempts: 0,
    result: 'matched',
  })
  expect(await world.one('select * from match_run where user_id = $1', person.user)).toMatchObject({
    plan_id: plan.plan,
    flow: 'full',
    why_not: [[1, 'gender', 'male', 'female']],
    ranked_plan_ids: ['7'],
    ranked_price_fen: [5],
    ranked_rate_bp: [9],
    snapshot_id: null,
    reasons: null,
  })
  expect(
    await world.one(
      `select d.kind, d.push_id, d.claims, d.state, d.due_at > now() as "isHeld", u.status, u.push_count as pushes,
         p.until = time_of_id(d.push_id) + interval '7 days' as "isKept", h.amount_fen::int as held
       from due_step d join "user" u on u.id = d.user_id join push_dedupe p on p.user_id = d.user_id and p.org_id = $2
         join hold h on h.ref_kind = 'push' and h.ref_id = d.push_id::text where d.user_id = $1`,
      ...[person.user, plan.org],
    ),
  ).toEqual({
    kind: 'submit',
    push_id: push,
    claims: 2,
    isHeld: true,
    status: 'matched',
    pushes: 1,
    isKept: true,
    held: 300,
    state: { offers: 4, caps: counters.map(({ most: _m, mostFen: _f, ...cap }) => ({ ...cap, fen: 300 })) },
  })
  for (const counter of counters) expect(await world.useOf(counter)).toEqual({ used: 1, fen: 300 })
  expect(await world.accountOf(plan.org)).toEqual({ balance: 1_000, held: 300 })
})

test('what the screening found is stored with the decision, before it in the timeline; a refusal stores none of it', async () => {
  const plan = await world.plan({ balance: 150 })
  const [decided, refused] = (await world.people(2, 'screen')) as [Wanted, Wanted]
  const each = { ...plan, price: 100, level: 'medium', screenMs: 7 }
  const answers = await decide({ ...decided, ...each }, { ...refused, ...each })
  expect(answers.map(({ outcome }) => outcome)).toEqual(['decided', 'funds'])
  expect(
    await world.all(
      `select u.risk_level as level, u.risk_checked_at is not null as "isChecked", d.kind, d.claims,
         array(select concat_ws(' ', s.kind, s.result, s.ms) from step_taken s where s.user_id = u.id order by s.id) as lines
       from "user" u join due_step d on d.user_id = u.id where u.id = any($1) order by u.id`,
      [decided.user, refused.user],
    ),
  ).toEqual([
    {
      level: 'medium',
      isChecked: true,
      kind: 'submit',
      claims: 2,
      lines: ['screen medium 7', 'match matched 12'],
    },
    { level: null, isChecked: false, kind: 'screen', claims: 1, lines: [] },
  ])
})

test('whatever refuses, nothing of that person is left, and the others are decided for', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const poor = await world.plan({ balance: 99 })
  const [deleted, late, sent, capped, broke, fine, lost] = (await world.people(7)) as [
    Wanted,
    Wanted,
    Wanted,
    Wanted,
    Wanted,
    Wanted,
    Wanted,
  ]
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null, name = null where id = $1`,
    [deleted.user],
  )
  await app.pool.query('delete from due_step where user_id = $1', [lost.user])
  await app.pool.query(`insert into push_dedupe values ($1, $2, now() + interval '1 minute')`, [
    sent.user,
    plan.org,
  ])
  const full = counterOf(plan.plan, { most: 0, span: 'hour' })
  const counter = counterOf(plan.plan)
  const each = { ...plan, price: 100, counters: [counter] }
  const answers = await decide(
    { ...deleted, ...each },
    { ...late, ...each, claims: 7 },
    { ...lost, ...each },
    { ...sent, ...each },
    { ...capped, ...each, counters: [counter, full] },
    { ...broke, ...each, ...poor },
    { ...fine, ...each },
  )
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    'gone',
    'gone',
    'gone',
    'dedupe',
    'cap',
    'funds',
    'decided',
  ])
  expect(answers[4]).toMatchObject({ cap: 2, used: 0, fen: 0, push: null, claims: null })
  expect(await world.stored([deleted, late, lost, capped, broke].map(({ user }) => user))).toEqual(nothing)
  expect(await world.stored([sent.user])).toEqual({ ...nothing, pairs: 1 })
  expect(await world.stored([fine.user])).toEqual(everything)
  expect(await world.useOf(counter)).toEqual({ used: 1, fen: 100 })
  expect(await world.useOf(full)).toEqual({ used: 0, fen: 0 })
  expect(await world.accountOf(poor.org)).toEqual({ balance: 99, held: 0 })
  // A batch of which nobody is left.
  expect((await decide({ ...capped, ...each, counters: [full] })).map(({ outcome }) => outcome)).toEqual([
    'cap',
  ])
})

test('in a batch the first takes the last place of a cap, of a budget, and the last fen of a balance', async () => {
  const [one, two, three] = (await world.people(3)) as [Wanted, Wanted, Wanted]
  const plan = await world.plan({ balance: 250 })
  const place = counterOf(plan.plan, { most: 1 })
  const budget = counterOf(plan.plan, { span: 'month', mostFen: 150 })
  expect(
    await decide(
      { ...two, ...plan, price: 100, counters: [place] },
      { ...one, ...plan, price: 100, counters: [place] },
    ),
  ).toMatchObject([{ outcome: 'decided' }, { outcome: 'cap', cap: 1, used: 1, fen: 100 }])
  expect(
    await decide(
      { ...one, ...plan, price: 150, counters: [budget] },
      { ...three, ...plan, price: 1, counters: [budget] },
    ),
  ).toMatchObject([{ outcome: 'decided' }, { outcome: 'cap', cap: 1, used: 1, fen: 150 }])
  expect(await world.accountOf(plan.org)).toEqual({ balance: 250, held: 250 })
  const other = await world.plan({ balance: 100 })
  expect(
    await decide({ ...three, ...other, price: 60, claims: 1 }, { ...two, ...other, price: 41, claims: 2 }),
  ).toMatchObject([{ outcome: 'decided' }, { outcome: 'funds' }])
  expect(await decide({ ...one, ...other, price: 0, claims: 2 })).toMatchObject([{ outcome: 'decided' }])
  expect(await world.accountOf(other.org)).toEqual({ balance: 100, held: 60 })
})

test('a person of a push plan is noted as pushed; a push that surely failed is handed over again as itself, once', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const [person] = (await world.people(1)) as [Wanted]
  const { id: pushPlan } = await world.one<{ id: string }>(
    `insert into push_plan (name, plan_id, schedule, per_minute, status) values ('x', $1, 'now', 1, 'running') returning id`,
    plan.plan,
  )
  await app.pool.query(`insert into push_target (push_plan_id, user_id, state) values ($1, $2, 'sent')`, [
    pushPlan,
    person.user,
  ])
  const counter = counterOf(plan.plan)
  const wanted = { ...person, ...plan, price: 100, counters: [counter] }
  const [first] = await decide({ ...wanted, pushPlan })
  const push = first?.push as string
  expect(await world.one('select state, push_id from push_target where user_id = $1', person.user)).toEqual({
    state: 'pushed',
    push_id: push,
  })
  // Not failed yet.
  expect(await decide({ ...wanted, claims: 2, again: push })).toMatchObject([{ outcome: 'gone' }])
  const retry = { kind: 'retry', pushId: push, state: {}, inMs: 0 }
  await settlePushes(app.servicePool, [
    { user: person.user, push, claims: 2, outcome: 'failed', next: retry },
  ])
  expect(await world.useOf(counter)).toEqual({ used: 0, fen: 0 })
  const [again] = await decide({
    ...wanted,
    claims: 3,
    again: push,
    price: 150,
    lowest: 50,
    highest: 200,
    state: { round: 1 },
  })
  expect(again).toMatchObject({ outcome: 'decided', push, claims: 4 })
  expect(await world.stored([person.user])).toEqual(everything)
  expect(
    await world.one(
      'select status, responded_at, price_fen, price_min_fen, price_max_fen, push_plan_id from push_record where id = $1',
      push,
    ),
  ).toEqual({
    status: 'pending',
    responded_at: null,
    price_fen: 150,
    price_min_fen: 50,
    price_max_fen: 200,
    push_plan_id: pushPlan,
  })
  expect(await world.useOf(counter)).toEqual({ used: 1, fen: 200 })
  expect(await world.accountOf(plan.org)).toEqual({ balance: 1_000, held: 200 })
  expect(await decide({ ...wanted, claims: 4, again: push })).toMatchObject([{ outcome: 'gone' }])
})
