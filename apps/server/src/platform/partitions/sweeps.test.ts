import { beforeEach, expect, test } from 'vitest'
import { addVisits, createVisitTexts } from '#intake/visits'
import { startApp } from '#test/harness'
import { runListed } from '#test/run-jobs'
import { claimPushes } from '../db/push-dedupe.ts'

const app = startApp()
const numberOf = async (table: string) =>
  (await app.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n
beforeEach(() => app.pool.query('truncate visit_text, push_dedupe'))

test('pairs whose window has passed are deleted, however many, and no others', async () => {
  await app.pool.query(`insert into push_dedupe (user_id, org_id, until)
    select n / 3, n % 3, now() + case when n % 4 = 0 then interval '1 day' else interval '-1 second' end
    from generate_series(1, 12000) n`)
  expect(await runListed(app, 'push-dedupe-sweep')).toEqual({ removed: 9_000 })
  expect(await numberOf('push_dedupe')).toBe(3_000)
  expect(await numberOf('push_dedupe where until < now()')).toBe(0)
  expect(await runListed(app, 'push-dedupe-sweep')).toEqual({ removed: 0 })
})

test('a pair that a push takes while it is swept stays', async () => {
  await app.pool.query(
    `insert into push_dedupe (user_id, org_id, until) values (1, 1, now() - interval '1 day')`,
  )
  let sweeping: Promise<unknown> = Promise.resolve()
  await app.db.transaction().execute(async (write) => {
    expect(await claimPushes(write, [{ userId: '1', orgId: '1', days: 30 }])).toHaveLength(1)
    sweeping = runListed(app, 'push-dedupe-sweep')
    // Until it waits for this transaction.
    await expect
      .poll(() =>
        numberOf(`pg_stat_activity where wait_event_type = 'Lock' and query like '%push_dedupe d using%'
        and datname = current_database()`),
      )
      .toBe(1)
  })
  expect(await sweeping).toEqual({ removed: 0 })
  expect(await numberOf('push_dedupe')).toBe(1)
})

test('texts are deleted once all visits with them were dropped, and those that are still reported stay', async () => {
  const seen = (value: string, daysAgo: number) =>
    app.pool.query(
      'insert into visit_text (value, seen_on) values ($1, current_date - $2::int) returning id',
      [value, daysAgo],
    )
  await seen('/gone', 200)
  await seen('/reported again', 200)
  await seen('/young', 100)
  const visit = { channelId: '1', visitorId: 'v-1', productId: null, ip: '203.0.113.7', cityCode: null }
  const at = new Date().toISOString()
  await addVisits(app.db, createVisitTexts(app.db), [
    { ...visit, page: '/reported again', userAgent: 'Mozilla', at },
  ])
  expect(await runListed(app, 'visit-text-sweep')).toEqual({ removed: 1 })
  const { rows } = await app.pool.query(
    'select value, current_date - seen_on as days from visit_text order by value',
  )
  expect(rows).toEqual([
    { value: '/reported again', days: 0 },
    { value: '/young', days: 100 },
    { value: 'Mozilla', days: 0 },
  ])
  await app.set('retention.visitDays', 30)
  expect(await runListed(app, 'visit-text-sweep')).toEqual({ removed: 1 })
})

test('a text that is deleted at the moment in which it is reported again is added anew', async () => {
  const { rows } = await app.pool.query(
    `insert into visit_text (value, seen_on) values ('/page', current_date - 200) returning id`,
  )
  const deleting = await app.pool.connect()
  await deleting.query('begin')
  await deleting.query(`delete from visit_text where value = '/page'`)
  const reporting = createVisitTexts(app.db).idsOf(['/page'])
  await expect
    .poll(() => numberOf(`pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .toBe(1)
  await deleting.query('commit')
  deleting.release()
  const id = (await reporting).get('/page')
  expect(id).not.toBe(rows[0].id)
  expect((await app.pool.query('select id from visit_text')).rows).toEqual([{ id }])
})
