import { beforeAll, describe, expect, test } from 'vitest'
import { recountPushes } from '#engine/counters'
import { startApp } from '#test/harness'
import { plansOf } from '#test/plans'
import { runOnce } from '#test/run-jobs'
import { planDays, turnPlans } from './days-job.ts'
import { boundsOf, figuresOf } from './today.ts'

const app = startApp()
const shanghai = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
const newYork = { timeZone: 'America/New_York', dayStartsAt: '00:00' }
let orgId: string
let creator: string
let next = 0
const one = async (text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0]
const plan = async (fields: object = {}) => {
  const { status, endsOn, dailyCap, budget } = {
    status: 'running',
    endsOn: null,
    dailyCap: null,
    budget: null,
    ...fields,
  }
  const { id } = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on, status, ends_on, daily_cap, daily_budget_fen, created_by)
     values ($1, $2, 'full', 100, '2026-01-01', $3, $4, $5, $6, $7) returning id`,
    ...[orgId, `计划 ${next++}`, status, endsOn, dailyCap, budget, creator],
  )
  return id as string
}
/** Pushes of a plan at an instant, each of another user, with what they use of its caps. */
async function push(planId: string, status: string, requestAt: string, count = 1, clock = shanghai) {
  await app.pool.query(
    `with people as (insert into "user" (flow) select 'full' from generate_series(1, $4::int) returning id)
     insert into push_record (id, user_id, org_id, plan_id, flow, status, price_fen)
     select time_id($5), id, $1, $2, 'full', $3, 100 from people`,
    [orgId, planId, status, count, requestAt],
  )
  await recountPushes(app.db, clock, [planId])
}
const statusOf = async (id: string) => (await one('select status from plan where id = $1', id)).status
const turn = (instant: string, clock = shanghai) => turnPlans(app.db, { at: Date.parse(instant), clock })

beforeAll(async () => {
  creator = (await app.as('plan:page')).adminId
  await app.pool.query(`select make_partitions('push_record', '2026-02-01')`)
  orgId = (await one(`insert into org (code, name, flow) values ('days', 'days', 'full') returning id`)).id
})

describe('a plan whose last day has passed is ended', () => {
  test.each([
    ['Shanghai, at midnight', '2026-03-10', '2026-03-10T15:59:59.999Z', '2026-03-10T16:00:00.000Z', shanghai],
    [
      'a business day from 06:00',
      ...(['2026-03-10', '2026-03-10T21:59:59.999Z', '2026-03-10T22:00:00.000Z'] as const),
      { ...shanghai, dayStartsAt: '06:00' },
    ],
    // The clock is put forward at 02:00, so this day has 23 hours.
    ['New York in spring', '2026-03-08', '2026-03-09T03:59:59.999Z', '2026-03-09T04:00:00.000Z', newYork],
    // And put back at 02:00: 25 hours.
    ['New York in autumn', '2026-11-01', '2026-11-02T04:59:59.999Z', '2026-11-02T05:00:00.000Z', newYork],
  ])('%s', async (_, endsOn, last, after, clock) => {
    const plans = [
      await plan({ endsOn }),
      await plan({ endsOn, status: 'paused' }),
      await plan({ endsOn, status: 'exhausted', dailyCap: 1 }),
    ]
    await push(plans[2] as string, 'accepted', last, 1, clock)
    const draft = await plan({ endsOn, status: 'draft' })
    const states = () => Promise.all([...plans, draft].map(statusOf))
    await turn(last, clock)
    expect(await states()).toEqual(['running', 'paused', 'exhausted', 'draft'])
    const done = await turn(after, clock)
    expect(done.expired).toBeGreaterThanOrEqual(3)
    expect(await states()).toEqual(['ended', 'ended', 'ended', 'draft'])
    expect(await turn(after, clock)).toMatchObject({ expired: 0 })
    const lines = await one(
      `select count(*)::int as count from audit_log where point = 'plan:expire' and admin_id is null
         and target_id = any($1)`,
      plans,
    )
    expect(lines.count).toBe(3)
  })
})

describe('a plan that has reached its cap or budget of the day', () => {
  const noon = '2026-03-02T04:00:00.000Z'
  const nextDay = '2026-03-02T16:00:00.000Z'

  test.each([
    ['a cap that is reached', { dailyCap: 3 }, 3, 'exhausted'],
    ['a cap with one place left', { dailyCap: 3 }, 2, 'running'],
    ['a budget that has less left than the price', { budget: 399 }, 3, 'exhausted'],
    ['a budget with the price left', { budget: 400 }, 3, 'running'],
    ['neither', {}, 3, 'running'],
  ])('%s', async (_, fields, count, status) => {
    const id = await plan(fields)
    await push(id, 'accepted', noon, count)
    // Of another day, and not counted.
    await push(id, 'accepted', '2026-03-01T15:59:59.999Z', 5)
    await push(id, 'accepted', nextDay, 5)
    for (const not of ['rejected', 'duplicate', 'failed']) await push(id, not, noon, 5)
    await turn(noon)
    expect(await statusOf(id)).toBe(status)
  })

  test('goes on by itself with the next business day, and its creator was told once', async () => {
    const id = await plan({ dailyCap: 2 })
    await push(id, 'pending', noon, 2)
    await turn(noon)
    await turn(noon)
    expect(await statusOf(id)).toBe('exhausted')
    await turn('2026-03-02T15:59:59.999Z')
    expect(await statusOf(id)).toBe('exhausted')
    await turn(nextDay)
    expect(await statusOf(id)).toBe('running')
    const { rows } = await app.pool.query(
      `select admin_id as "adminId", title, link from message where link @> jsonb_build_object('query', jsonb_build_object('open', $1::text))`,
      [id],
    )
    expect(rows).toEqual([
      {
        adminId: creator,
        title: [expect.stringContaining('今日已满'), expect.stringContaining('full today')],
        link: { name: 'PlanList', query: { open: id } },
      },
    ])
  })

  test('goes on at once when somebody raises the cap or a push is rejected, and not while it is paused', async () => {
    const raised = await plan({ dailyCap: 2, status: 'exhausted' })
    const given = await plan({ dailyCap: 2, status: 'exhausted' })
    const paused = await plan({ dailyCap: 2, status: 'paused' })
    for (const id of [raised, given, paused]) await push(id, 'accepted', noon, 2)
    await turn(noon)
    expect(await Promise.all([raised, given, paused].map(statusOf))).toEqual([
      'exhausted',
      'exhausted',
      'paused',
    ])
    await app.pool.query('update plan set daily_cap = 3 where id = $1', [raised])
    await app.pool.query(
      `update push_record set status = 'rejected' where id = (select max(id) from push_record where plan_id = $1)`,
      [given],
    )
    await recountPushes(app.db, shanghai, [given])
    await turn(noon)
    expect(await Promise.all([raised, given, paused].map(statusOf))).toEqual(['running', 'running', 'paused'])
  })
})

test('two instances that turn the day together change each plan once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => plan({ endsOn: '2026-02-01' })))
  await Promise.all([turn('2026-03-02T04:00:00.000Z'), turn('2026-03-02T04:00:00.000Z')])
  const { rows } = await app.pool.query(
    `select count(*)::int as lines, count(distinct target_id)::int as plans from audit_log
     where point = 'plan:expire' and target_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([{ lines: 20, plans: 20 }])
})

test('the job runs with the clock of the settings, as the service', async () => {
  const id = await plan({ endsOn: '2026-02-01' })
  expect(await runOnce(app, planDays)).toMatchObject({ expired: 1 })
  expect(await statusOf(id)).toBe('ended')
})

test('the figures of a day are those of its pushes, whoever changed their status, and no push is read for them', async () => {
  const id = await plan({ dailyCap: 1000 })
  const noon = '2026-02-02T04:00:00.000Z'
  const bounds = boundsOf('2026-02-02', shanghai)
  await push(id, 'accepted', '2026-02-01T15:59:59.999Z', 7)
  await push(id, 'pending', bounds.from, 4)
  for (const status of ['accepted', 'rejected', 'duplicate', 'failed', 'unknown', 'returned'])
    await push(id, status, noon, 3)
  const figures = () => figuresOf(app.db, id, bounds)
  const expected = {
    pushed: 22,
    accepted: 3,
    rejected: 6,
    pending: 7,
    failed: 3,
    used: 13,
    spentFen: 1000,
  }
  expect(await figures()).toEqual(expected)
  await app.pool.query('select fold_push_tally()')
  expect(await figures()).toEqual(expected)
  await app.pool.query(
    `update push_record set status = 'accepted' where plan_id = $1 and status = 'pending'`,
    [id],
  )
  expect(await figures()).toMatchObject({ pushed: 22, accepted: 7, pending: 3 })
  await app.pool.query('select fold_push_tally()')
  expect(await figures()).toMatchObject({ pushed: 22, accepted: 7, pending: 3 })
  const read = await plansOf(app.pool, (db) => figuresOf(db, id, bounds))
  expect(read.join()).toContain('push_tally')
  expect(read.join()).not.toContain('push_record')
})

test('the job of the days reads counters, and no push', async () => {
  const read = await plansOf(app.pool, (db) =>
    turnPlans(db, { at: Date.parse('2026-02-02T04:00:00.000Z'), clock: shanghai }),
  )
  expect(read.join()).toContain('cap_use')
  expect(read.join()).not.toContain('push_record')
})
