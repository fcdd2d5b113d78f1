import { type OrgPage, org } from '@kabao/contract/supply/org'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { lists } from './lists.ts'
import { findPageOfOrgs } from './queries.ts'

const many = startApp()

/** 100,000 organizations, half of them in each list. */
beforeAll(async () => {
  // Nobody chooses among them, so the words that choices are found by are not made.
  await many.pool.query('alter table org disable trigger org_choice_insert')
  const salesman = (await many.as()).adminId
  for (let from = 1; from < 100_000; from += 10_000)
    await many.pool.query(
      `insert into org (code, name, short_name, flow, status, alert_fen, salesman_id, city_codes, created_at, updated_at)
       select 'code' || n, '机构' || n, '', (array['full', 'uv', 'half', 'city'])[1 + n % 4],
         case when n % 100 < 4 then 'paused' else 'enabled' end, n % 1000 * 100,
         case when n % 500 < 4 then $2::bigint end, case when n % 2 = 0 then '{440300}'::text[] else '{}' end,
         '2025-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz - n * interval '1 minute'
       from generate_series($1::int, $1 + 9999) n`,
      [from, salesman],
    )
  await many.pool.query('update org_account set balance_fen = org_id * 7919 % 200000')
  await vacuum(many.pool, 'org', 'account')
}, 240_000)

describe.each(lists.map((list) => [list.name, list] as const))(
  '%s: a page is found over an index',
  (_, list) => {
    const plans = (filter: object) =>
      plansOf(many.pool, (db) => findPageOfOrgs(db, list, org.page.body.parse(filter) as OrgPage))

    test.each<[object, RegExp]>([
      [{}, /org_created_at_idx/],
      [{ sort: 'updatedAt' }, /org_updated_at_idx/],
      [{ sort: '-name' }, /org_name_idx/],
      [{ sort: '-alertFen' }, /org_alert_fen_idx/],
      [{ id: '77777' }, /org_pkey|org_id_flow_key/],
      [{ name: '7777' }, /org_name_pairs_idx/],
      [{ name: 'CODE9999' }, /org_name_pairs_idx/],
      [{ name: '没有' }, /org_name_pairs_idx/],
      [{ status: 'paused' }, /org_status_idx/],
      [
        { createdFrom: '2025-02-01T00:00:00.000Z', createdTo: '2025-02-01T05:00:00.000Z' },
        /org_created_at_idx/,
      ],
    ])('%j', async (filter, index) => {
      const found = await plans({ size: 200, ...filter })
      expect(found).toHaveLength(2)
      for (const plan of found) {
        expect(plan).not.toContain('Seq Scan on org ')
        // The count of the whole list reads the first 10,000 rows in any order.
        const isWhole = Object.keys(filter).every((key) => key === 'sort')
        if (!isWhole || !plan.startsWith('Aggregate')) expect(plan).toMatch(index)
      }
    })
  },
)
