import { beforeAll, expect, test } from 'vitest'
import { rebuiltText } from '#cli/admin-shell/statistics'
import { startApp } from '#test/harness'
import { runListed, runOnce } from '#test/run-jobs'
import { type StatisticsWorld, statisticsWorld } from '#test/statistics'
import { statisticsCheck } from './check-job.ts'
import { foldAll } from './fold.ts'

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

test('visitors go with the days of their visits, and so do old figures by the hour, with whole partitions', async () => {
  // As once some months have passed: a partition for each day.
  for (const table of ['day_visitor', 'roll_up_hour'])
    await app.pool.query(`
      create table kept_rows as select * from ${table}; drop table part.${table};
      select make_partitions('${table}', now() - interval '100 days');
      insert into ${table} select * from kept_rows; drop table kept_rows`)
  await world.all(`insert into day_visitor (day, visitor, hour, channel_id, product_id, city_code, flow)
    select current_date - days, gen_random_uuid(), now(), 999, 0, 0, 'full' from unnest(array[88, 93]) days`)
  await world.all(`insert into roll_up_hour (grain, hour, channel_id)
    select 'channel', now() - make_interval(days => days), 999 from unnest(array[40, 43]) days`)
  await runListed(app, 'partitions')
  expect(
    await world.all(`
      select 'day' as of, current_date - day as ago from day_visitor where channel_id = 999
      union all select 'hour', extract(day from now() - hour)::int from roll_up_hour where channel_id = 999`),
  ).toEqual([
    { of: 'day', ago: 88 },
    { of: 'hour', ago: 40 },
  ])
})
