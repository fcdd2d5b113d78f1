import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { runListed } from '../../test/run-jobs.ts'

const app = startApp()
afterEach(() => vi.restoreAllMocks())

const spansLeft = async () =>
  (await app.pool.query(`select span || ' ' || id as what from cap_use order by 1`)).rows.map(
    ({ what }) => what,
  )

test('what was used of long past hours and days is forgotten, but not while a clock is wrong', async () => {
  await app.pool.query(`insert into cap_use (kind, id, span, starts, used) values
    ('plan', 1, 'hour', now() - interval '8 days', 1), ('plan', 2, 'hour', now() - interval '6 days', 1),
    ('plan', 1, 'day', now() - interval '401 days', 1), ('plan', 2, 'day', now() - interval '399 days', 1),
    ('plan', 1, 'month', now() - interval '900 days', 1), ('plan', 1, 'all', '-infinity', 1)`)
  const all = await spansLeft()
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 2 * 3_600_000)
  expect(await runListed(app, 'engine-care')).toMatchObject({ told: 0 })
  expect(await spansLeft()).toEqual(all)

  vi.restoreAllMocks()
  await runListed(app, 'engine-care')
  expect(await spansLeft()).toEqual(['all 1', 'day 2', 'hour 2', 'month 1'])
})
