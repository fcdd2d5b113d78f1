import { beforeAll, expect, test } from 'vitest'
import { rebuiltText } from '#cli/admin-shell/statistics'
import { startApp } from '#test/harness'
import { runOnce } from '#test/run-jobs'
import { type StatisticsWorld, statisticsWorld } from '#test/statistics'
import { statisticsCheck } from './check-job.ts'
import { foldAll } from './fold.ts'
import { statisticsSweep } from './sweep-job.ts'

const app = startApp()
let world: StatisticsWorld
beforeAll(async () => {
  world = await statisticsWorld(app)
  await world.users(3, new Date(Date.now() - 86_400_000).toISOString())
  await world.visits(['a', 'b'], new Date(Date.now() - 86_400_000).toISOString())
  await foldAll(app.db)
})

const told = async () =>
  (await app.pool.query(`select content from message where title::text like '%Statistics differ%'`)).rows

test('every night some days are counted anew; who may see the jobs is told when the figures differ, and the command rebuilds them', async () => {
  await app.as('job:page')
  expect(await runOnce(app, statisticsCheck)).toEqual({ days: 4, different: 0 })
  expect(await told()).toEqual([])
  await app.pool.query(
    `update roll_up set registrations = registrations + 1 where grain = 'channel' and way = 'day'`,
  )
  expect(await runOnce(app, statisticsCheck)).toMatchObject({ different: 1 })
  expect(await told()).toHaveLength(1)
  expect(await rebuiltText(app.pool, {})).toMatch(
    /^The statistics of [\d-]+ to [\d-]+ are rebuilt; 1 cell was changed\.$/,
  )
  expect(await runOnce(app, statisticsCheck)).toMatchObject({ different: 0 })
  expect(await rebuiltText(app.pool, { from: '2026-01-01', to: '2026-01-31' })).toBe(
    'The statistics of 2026-01-01 to 2026-01-31 are rebuilt; 0 cells were changed.',
  )
})

test.each([
  [{ from: '2026-02-30' }, 'A day is written like 2026-08-31, not 2026-02-30.'],
  [{ from: '2026-03-02', to: '2026-03-01' }, '2026-03-02 is after 2026-03-01.'],
])('the command refuses %j', async (range, sentence) => {
  await expect(rebuiltText(app.pool, range)).rejects.toThrow(sentence)
})

test('visitors of days whose visits were dropped go, and so do old figures by the hour', async () => {
  const [kept] = await world.all<{ n: number }>('select count(*)::int as n from day_visitor')
  await world.all(
    `insert into day_visitor (day, visitor, hour, channel_id, product_id, city_code, flow)
     values (current_date - 200, gen_random_uuid(), now() - interval '200 days', 1, 0, 0, 'full')`,
  )
  await world.all(
    `insert into roll_up_hour (grain, hour, visits) values ('all', now() - interval '60 days', 1)`,
  )
  expect(await runOnce(app, statisticsSweep)).toEqual({ visitors: 1, hours: 1 })
  expect(await world.all('select count(*)::int as n from day_visitor')).toEqual([kept])
})
