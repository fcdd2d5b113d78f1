import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { openPlan } from '#test/match-run-world'
import type { RunningPlan } from './running.ts'
import { createSnapshots, forgetSnapshots, type PlanSnapshot } from './snapshot.ts'

const app = startApp()
afterEach(async () => {
  vi.restoreAllMocks()
  await app.pool.query('delete from plan_snapshot')
  await app.pool.query('delete from match_run')
})

const plan = (id: number, fields: Partial<RunningPlan> = {}): RunningPlan => ({
  ...openPlan,
  id: String(id),
  ...fields,
})
const take = (snapshots: ReturnType<typeof createSnapshots>, plans: RunningPlan[], flow = 'full') =>
  snapshots.take(new Map([[flow, plans]])).get(flow) as PlanSnapshot
const stored = async () =>
  (await app.pool.query('select id, flow, plan_ids, plans from plan_snapshot order by id')).rows

test('instances with the same plans store them once, and a plan with other terms makes a new snapshot', async () => {
  const one = createSnapshots(app.db)
  const other = createSnapshots(app.db)
  const plans = () => [plan(1), plan(2, { cityCodes: ['310000'] })]
  const both = [take(one, plans()), take(one, plans()), take(other, plans())]
  expect(await stored()).toEqual([])
  const [id = ''] = await Promise.all(both.map((snapshot) => snapshot.stored()))
  expect(await Promise.all(both.map((snapshot) => snapshot.stored()))).toEqual([id, id, id])
  expect(await stored()).toMatchObject([
    { id, flow: 'full', plan_ids: ['1', '2'], plans: [{ id: '1' }, { id: '2', cityCodes: ['310000'] }] },
  ])
  // What neither a rule nor an answer looks at.
  expect(await take(one, [plan(1, { priority: 9 }), plan(2, { cityCodes: ['310000'] })]).stored()).toBe(id)
  const later = await take(one, [plan(1, { priceFen: 101 }), plan(2, { cityCodes: ['310000'] })]).stored()
  expect(later).not.toBe(id)
  expect(await take(one, plans(), 'half').stored()).not.toBe(id)
  expect(await take(one, plans()).stored()).toBe(id)
  expect(await stored()).toHaveLength(3)
})

test('an instance knows a snapshot for a minute, then stores it again if it is gone', async () => {
  const snapshot = take(createSnapshots(app.db), [plan(1)])
  const id = await snapshot.stored()
  await app.pool.query('delete from plan_snapshot')
  expect(await snapshot.stored()).toBe(id)
  expect(await stored()).toEqual([])
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 61_000)
  const again = await snapshot.stored()
  expect(again).not.toBe(id)
  expect(await stored()).toMatchObject([{ id: again }])
})

test('a snapshot is deleted when it was last used before the oldest run, and not while it is used', async () => {
  const snapshots = createSnapshots(app.db)
  const ids = [await take(snapshots, [plan(1)]).stored(), await take(snapshots, [plan(2)]).stored()]
  const used = (id = '', ago = '') =>
    app.pool.query('update plan_snapshot set used_at = now() - $2::interval where id = $1', [id, ago])
  const left = async () => (await stored()).map(({ id }) => id)
  await used(ids[0], '4 days')
  await used(ids[1], '1 day')
  await app.pool.query(`select make_partitions('match_run', now() - interval '3 days')`)
  const run = (ago: string) =>
    app.pool.query(
      `with one as (insert into "user" (flow) values ('full') returning id)
       insert into match_run (id, user_id, flow, snapshot_id) select time_id(now() - $2::interval), id, 'full', $1 from one`,
      [ids[0], ago],
    )
  await run('3 days')
  expect(await forgetSnapshots(app.db)).toBe(0)
  await app.pool.query('delete from match_run')
  await run('1 hour')
  expect(await forgetSnapshots(app.db)).toBe(1)
  expect(await left()).toEqual([ids[1]])
  // Without a run what was used lately stays too, and whoever asks for it uses it.
  await app.pool.query('delete from match_run')
  expect(await forgetSnapshots(app.db)).toBe(0)
  await used(ids[1], '3 days')
  expect(await take(createSnapshots(app.db), [plan(2)]).stored()).toBe(ids[1])
  expect(await forgetSnapshots(app.db)).toBe(0)
  await used(ids[1], '3 days')
  expect(await forgetSnapshots(app.db)).toBe(1)
})
