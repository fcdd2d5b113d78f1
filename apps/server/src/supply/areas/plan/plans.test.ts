import { type PlanPage, plan } from '@kabao/contract/supply/plan'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { lists } from './lists.ts'
import { findPageOfPlans } from './queries.ts'

const many = startApp()

/** 100,000 plans of 1,000 organizations, half of them in each list. */
beforeAll(async () => {
  await many.pool.query(
    `insert into org (code, name, flow) select 'code' || n, '机构' || n, (array['full', 'uv', 'half', 'city'])[1 + n % 4]
     from generate_series(1, 1000) n`,
  )
  // Nobody chooses among them, so the words that choices are found by are not made.
  await many.pool.query('alter table plan disable trigger plan_choice_insert')
  for (let from = 1; from < 100_000; from += 10_000)
    await many.pool.query(
      `insert into plan (org_id, name, flow, status, price_fen, priority, daily_cap, daily_budget_fen, starts_on, ends_on,
         created_at, updated_at)
       select o.id, '计划' || n, o.flow, case when n % 100 < 4 then 'running' else 'draft' end, n % 1000 * 100, n % 101,
         case when n % 3 = 0 then n end, case when n % 5 = 0 then n * 100 end, '2026-01-01'::date + n % 365,
         case when n % 2 = 0 then '2028-01-01'::date + n % 365 end,
         '2025-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz - n * interval '1 minute'
       from generate_series($1::int, $1 + 9999) n join org o on o.code = 'code' || (1 + n % 1000)`,
      [from],
    )
  await vacuum(many.pool, 'plan')
}, 240_000)

describe.each(lists.map((list) => [list.name, list] as const))(
  '%s: a page is found over an index',
  (_, list) => {
    const plans = (filter: object) =>
      plansOf(many.pool, (db) => findPageOfPlans(db, list, plan.page.body.parse(filter) as PlanPage))

    test.each<[object, RegExp]>([
      [{}, /plan_created_at_idx/],
      [{ sort: 'updatedAt' }, /plan_updated_at_idx/],
      [{ sort: '-priceFen' }, /plan_price_fen_idx/],
      [{ sort: 'priority' }, /plan_priority_idx/],
      [{ sort: 'startsOn' }, /plan_starts_on_idx/],
      [{ sort: '-endsOn' }, /plan_ends_on_idx/],
      [{ sort: 'dailyCap' }, /plan_daily_cap_idx/],
      [{ sort: '-dailyBudgetFen' }, /plan_daily_budget_fen_idx/],
      [{ id: '77777' }, /plan_pkey|plan_id_org_id_key/],
      [{ name: '7777' }, /plan_name_pairs_idx/],
      [{ name: '没有' }, /plan_name_pairs_idx/],
      [{ orgId: '77' }, /plan_org_id_(idx|name_key)/],
      [{ status: 'running' }, /plan_status_idx/],
      [
        { createdFrom: '2025-02-01T00:00:00.000Z', createdTo: '2025-02-01T05:00:00.000Z' },
        /plan_created_at_idx/,
      ],
    ])('%j', async (filter, index) => {
      const found = await plans({ size: 200, ...filter })
      expect(found).toHaveLength(2)
      for (const each of found) {
        // The count of the whole list reads the first 10,000 rows in any order.
        const isWhole = Object.keys(filter).every((key) => key === 'sort')
        if (isWhole && each.startsWith('Aggregate')) continue
        expect(each).not.toContain('Seq Scan on plan ')
        expect(each).toMatch(index)
      }
    })
  },
)
