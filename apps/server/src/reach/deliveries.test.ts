import { expect, test } from 'vitest'
import { createDb } from '#platform/db/client'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { findPageOfDeliveries } from './deliveries.ts'

const app = startApp()
const page = { current: 1, size: 10, sort: '-createdAt' as const }

test('a list of deliveries is found by their reason, over an index', async () => {
  await app.pool.query(`insert into delivery (event_id, target_id, kind, event, state, reason, ended_at)
    select n, 1, 'notice', 'lowBalance', 'dead', case when n % 1000 = 0 then 'refused' else 'tries' end, now()
    from generate_series(1, 20000) n`)
  await vacuum(app.pool, 'delivery')
  const found = await findPageOfDeliveries(
    createDb(app.servicePool),
    'notice',
    Object.assign({ reason: 'refused' as const }, page),
    null,
  )
  expect(found.total).toBe(20)
  expect(found.records.map(({ reason }) => reason)).toEqual(Array(10).fill('refused'))
  const plans = await plansOf(app.pool, (db) =>
    findPageOfDeliveries(db, 'notice', Object.assign({ reason: 'refused' as const }, page), null),
  )
  expect(plans.join('\n')).toContain('kind_reason_id')
})
