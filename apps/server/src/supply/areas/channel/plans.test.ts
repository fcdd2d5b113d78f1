import { type ChannelPage, channel } from '@kabao/contract/supply/channel'
import { beforeAll, describe, expect, test } from 'vitest'
import { countByState } from '#platform/machines/counts'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { lists } from './lists.ts'
import { entityOf } from './machine.ts'
import { findPageOfChannels } from './queries.ts'

const many = startApp()
let owner: string

/** 100,000 channels, half of them in each list. */
beforeAll(async () => {
  // Nobody chooses among them, so the words that choices are found by are not made.
  await many.pool.query('alter table channel disable trigger channel_choice_insert')
  owner = (await many.as()).adminId
  for (let from = 1; from < 100_000; from += 10_000)
    await many.pool.query(
      `insert into channel (code, name, flow, status, settlement, price_fen, share_bp, deduction_bp, daily_cap, owner_id,
         created_at, updated_at)
       select 'code' || n, '渠道' || n, (array['full', 'uv', 'half', 'city'])[1 + n % 4],
         case when n % 100 < 4 then 'disabled' else 'enabled' end, case when n % 5 = 0 then 'cps' else 'cpa' end,
         case when n % 5 <> 0 then n % 1000 end, case when n % 5 = 0 then n % 10000 end, n % 5000, 1 + n % 900,
         case when n % 500 < 4 then $2::bigint end,
         '2025-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz - n * interval '1 minute'
       from generate_series($1::int, $1 + 9999) n`,
      [from, owner],
    )
  await vacuum(many.pool, 'channel')
}, 240_000)

describe.each(lists.map((list) => [list.name, list] as const))(
  '%s: a page is found over an index',
  (_, list) => {
    const plans = (filter: object, owner: string | null) =>
      plansOf(many.pool, (db) =>
        findPageOfChannels(db, list, channel.page.body.parse(filter) as ChannelPage, owner),
      )

    test.each<[object, RegExp]>([
      [{}, /channel_created_at_idx/],
      [{ sort: 'updatedAt' }, /channel_updated_at_idx/],
      [{ sort: '-priceFen' }, /channel_price_fen_idx/],
      [{ sort: '-shareBp' }, /channel_share_bp_idx/],
      [{ sort: 'deductionBp' }, /channel_deduction_bp_idx/],
      [{ sort: 'dailyCap' }, /channel_daily_cap_idx/],
      [{ id: '77777' }, /channel_pkey/],
      [{ name: '7777' }, /channel_name_pairs_idx/],
      [{ name: '没有' }, /channel_name_pairs_idx/],
      [{ code: 'CODE9999' }, /channel_code_(key|idx)/],
      [{ status: 'disabled' }, /channel_status_idx/],
      [{ ownerId: 'owner' }, /channel_owner_id_idx/],
      [{ priceFrom: 100, priceTo: 100, sort: 'priceFen' }, /channel_\w+_idx/],
      [
        { createdFrom: '2025-02-01T00:00:00.000Z', createdTo: '2025-02-01T05:00:00.000Z' },
        /channel_created_at_idx/,
      ],
    ])('%j', async (given, index) => {
      const filter = { size: 200, ...given, ...('ownerId' in given && { ownerId: owner }) }
      const found = await plans(filter, null)
      expect(found).toHaveLength(2)
      for (const plan of found) {
        expect(plan).not.toContain('Seq Scan on channel ')
        // The count of the whole list reads the first 10,000 rows in any order.
        const isWhole = Object.keys(given).every((key) => key === 'sort')
        if (!isWhole || !plan.startsWith('Aggregate')) expect(plan).toMatch(index)
      }
    })

    test('the counts by state read no more rows than are counted exactly', async () => {
      const [plan] = await plansOf(many.pool, (db) => countByState(db, entityOf(list), null))
      expect(plan).not.toContain('Seq Scan on channel')
      expect(plan?.match(/Limit .* rows=10001 /g)).toHaveLength(1)
      expect(await countByState(many.db, entityOf(list), null)).toEqual({ enabled: 10_001, disabled: 2_000 })
    })

    test('of a caller with the data scope "own"', async () => {
      for (const plan of await plans({}, owner)) expect(plan).toMatch(/channel_owner_id_idx/)
    })
  },
)
