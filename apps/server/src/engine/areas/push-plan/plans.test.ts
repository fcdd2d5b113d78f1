import { type PushPlanPage, pushPlan } from '@kabao/contract/engine/push-plan'
import { beforeAll, expect, test } from 'vitest'
import { countByState } from '#platform/machines/counts'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { entity } from './machine.ts'
import { findPageOfPushPlans } from './queries.ts'

const many = startApp()
let owner: string

/** 100,000 push plans of 1,000 plans and 100 channels. */
beforeAll(async () => {
  owner = (await many.as()).adminId
  await many.pool.query(
    `insert into channel (code, name, flow, settlement, price_fen, owner_id)
     select 'code' || n, '渠道' || n, 'full', 'cpa', 1, $1 from generate_series(1, 100) n`,
    [owner],
  )
  await many.pool.query(
    `with made as (insert into org (code, name, flow) values ('code', '机构', 'full') returning id)
     insert into plan (org_id, name, flow, price_fen, starts_on) select id, '计划' || n, 'full', 1, '2026-01-01'
     from made, generate_series(1, 1000) n`,
  )
  for (let from = 1; from < 100_000; from += 10_000)
    await many.pool.query(
      `with plans as (select id, row_number() over (order by id) at from plan),
         channels as (select id, row_number() over (order by id) at from channel)
       insert into push_plan (name, plan_id, channel_id, schedule, per_minute, status, created_by, created_at, updated_at)
       select '推送' || n, p.id, c.id, 'now', 60, case when n % 100 < 4 then 'cancelled' else 'draft' end,
         case when n % 500 < 4 then $2::bigint end,
         '2025-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz - n * interval '1 minute'
       from generate_series($1::int, $1 + 9999) n join plans p on p.at = 1 + n % 1000 left join channels c on c.at = n % 101`,
      [from, owner],
    )
  await vacuum(many.pool, 'push_plan')
}, 240_000)

const plans = (filter: object, of: string | null) =>
  plansOf(many.pool, (db) => findPageOfPushPlans(db, pushPlan.page.body.parse(filter) as PushPlanPage, of))

test.each<[object, RegExp]>([
  [{}, /push_plan_created_at_idx/],
  [{ sort: '-updatedAt' }, /push_plan_updated_at_idx/],
  [{ id: '77777' }, /push_plan_pkey/],
  [{ name: '7777' }, /push_plan_name_pairs_idx/],
  [{ name: '没有' }, /push_plan_name_pairs_idx/],
  [{ planId: '77' }, /push_plan_plan_id_idx/],
  [{ channelId: '77' }, /push_plan_channel_id_idx/],
  [{ status: 'cancelled' }, /push_plan_status_idx/],
  [
    { createdFrom: '2025-02-01T00:00:00.000Z', createdTo: '2025-02-01T05:00:00.000Z' },
    /push_plan_created_at_idx/,
  ],
])('a page with %j is found over an index', async (filter, index) => {
  const found = await plans({ size: 200, ...filter }, null)
  expect(found).toHaveLength(2)
  for (const each of found) {
    // The count of the whole list reads the first 10,000 rows in any order.
    const isWhole = Object.keys(filter).every((key) => key === 'sort')
    if (isWhole && each.startsWith('Aggregate')) continue
    expect(each).not.toContain('Seq Scan on push_plan ')
    expect(each).toMatch(index)
  }
})

test('a page of a caller with the data scope "own" is found over an index', async () => {
  for (const each of await plans({}, owner)) expect(each).not.toContain('Seq Scan on push_plan ')
})

test('the counts by state read no more rows than are counted exactly', async () => {
  const [plan] = await plansOf(many.pool, (db) => countByState(db, entity, null))
  expect(plan?.match(/Limit .* rows=10001 /g)?.length).toBeGreaterThan(0)
  expect(await countByState(many.db, entity, null)).toMatchObject({ draft: 10_001, cancelled: 4_000 })
})
