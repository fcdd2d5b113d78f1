import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { isDivided } from '../../test/is-divided.ts'
import { runListed } from '../../test/run-jobs.ts'
import { fillPeople } from './person-fill.ts'

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
  await app.pool.query(`insert into push_tally (kind, id, slot, what, n) values
    ('plan', 1, now() - interval '8 days', 'accepted', 1), ('plan', 2, now() - interval '6 days', 'accepted', 1),
    ('pushPlan', 1, 'epoch', 'accepted', 1)`)
  await app.pool.query(`
    with org as (insert into org (code, name, flow) values ('count', 'count', 'full') returning id),
      plan as (insert into plan (org_id, name, flow, price_fen, starts_on) select id, 'count', 'full', 1, '2026-01-01' from org returning id)
    insert into plan_why_not (plan_id, day, rule, n) select id, current_date - days, 'offers', 1 from plan, unnest('{34,36}'::int[]) days`)
  const talliesLeft = async () =>
    (await app.pool.query(`select kind || ' ' || id as what from push_tally order by 1`)).rows.map(
      ({ what }) => what,
    )
  const all = await spansLeft()
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 2 * 3_600_000)
  await expect(runListed(app, 'push-count-sweep')).rejects.toThrow('the clocks of this machine')
  vi.restoreAllMocks()
  // The job of each minute does not read them: they are as many as plans have had quarters of an hour and days.
  await runListed(app, 'engine-care')
  expect(await spansLeft()).toEqual(all)

  expect(await runListed(app, 'push-count-sweep')).toEqual({ tallies: 1, used: 2, whyNot: 1 })
  expect(await spansLeft()).toEqual(['all 1', 'day 2', 'hour 2', 'month 1'])
  expect(await talliesLeft()).toEqual(['plan 2', 'pushPlan 1'])
})

test.skipIf(isDivided)(
  'old calls and offers are told whose they are, a part in each run, and new ones by the database',
  async () => {
    const { rows: people } = await app.pool.query<{ id: string }>(`
    with org as (insert into org (code, name, flow) values ('fill', 'fill', 'half') returning id),
      plan as (insert into plan (org_id, name, flow, price_fen, starts_on) select id, 'fill', 'half', 1, '2026-01-01' from org returning id, org_id),
      people as (insert into "user" (flow) select 'half' from generate_series(1, 2500) returning id)
    insert into push_record (user_id, org_id, plan_id, flow, stage) select u.id, p.org_id, p.id, 'half', 'check' from people u, plan p
    returning id`)
    await app.pool.query(
      `insert into push_attempt (push_id, number, stage) select id, 1, 'check' from unnest($1::bigint[]) p (id)`,
      [people.map(({ id }) => id)],
    )
    await app.pool.query(
      `insert into offer (id, agreements, expires_at) select id, '[{}]', now() from unnest($1::bigint[]) p (id)`,
      [people.map(({ id }) => id)],
    )
    const named = async () =>
      (
        await app.pool.query(`select
        (select count(*)::int from push_attempt a join push_record r on r.id = a.push_id and r.user_id = a.user_id) as attempts,
        (select count(*)::int from offer o join push_record r on r.id = o.id and r.user_id = o.user_id) as offers`)
      ).rows[0]
    expect(await named()).toEqual({ attempts: 2_500, offers: 2_500 })

    // As they are after an upgrade.
    await app.pool.query('update push_attempt set user_id = null')
    await app.pool.query('update offer set user_id = null')
    await app.pool.query(
      `insert into person_fill select name, time_id() from unnest('{push_attempt,offer}'::text[]) t (name)
       on conflict (name) do update set walked_to = excluded.walked_to`,
    )
    expect(await fillPeople(app.db, 1)).toBe(4_000)
    expect(await named()).toEqual({ attempts: 2_000, offers: 2_000 })
    expect(await fillPeople(app.db)).toBe(1_000)
    expect(await named()).toEqual({ attempts: 2_500, offers: 2_500 })
    expect((await app.pool.query('select from person_fill')).rowCount).toBe(0)
  },
)
