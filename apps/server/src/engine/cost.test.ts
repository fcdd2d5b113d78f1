import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { costOf, drawOf } from './cost.ts'

const app = startApp()

async function channel(terms: Record<string, unknown>): Promise<string> {
  const columns = { name: 'c', flow: 'full', ...terms }
  const names = Object.keys(columns)
  const { rows } = await app.pool.query(
    `insert into channel (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()}) returning id`,
    Object.values(columns),
  )
  return rows[0].id
}

test.each([
  ['a price for each accepted push', { settlement: 'cpl', price_fen: 250 }, 250],
  ['a share of the revenue, in whole fen', { settlement: 'cps', price_fen: null, share_bp: 1_250 }, 124],
  ['a price for each registration: nothing for a push', { settlement: 'cpa', price_fen: 250 }, 0],
  ['a price for each visitor: nothing for a push', { settlement: 'cpuv', price_fen: 250 }, 0],
  ['all results are deducted', { settlement: 'cpl', price_fen: 250, deduction_bp: 10_000 }, 0],
])('%s', async (_, terms, costFen) => {
  const channelId = await channel(terms)
  expect((await costOf(app.db, { channelId, pushId: '77', priceFen: 999 })).costFen).toBe(costFen)
})

test('whether a result is deducted follows from its id, at the rate of the contract', async () => {
  const channelId = await channel({ settlement: 'cpl', price_fen: 100, deduction_bp: 2_000 })
  const ids = Array.from({ length: 10_000 }, (_, nth) => String(nth + 1))
  const deducted = ids.filter((id) => drawOf(id) < 2_000)
  expect(deducted.length).toBeGreaterThan(1_800)
  expect(deducted.length).toBeLessThan(2_200)
  const [id = ''] = deducted
  for (const _ of [1, 2])
    expect(await costOf(app.db, { channelId, pushId: id, priceFen: 0 })).toEqual({
      costFen: 0,
      isDeducted: true,
    })
})
