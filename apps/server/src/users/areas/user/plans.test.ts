import type { UserPage } from '@kabao/contract/users/user'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { findPageOfUsers } from './queries.ts'

const app = startApp()

test('each risk level, and the order of the last activity, are read from an index', async () => {
  await app.pool.query(
    `insert into "user" (phone, flow, status, risk_level, created_at, last_active_at)
     select '152' || lpad(n::text, 8, '0'), 'full', 'registered', case when n % 500 = 0 then 'high' else 'low' end,
       now() - n * interval '1 second', now() - n % 977 * interval '1 minute'
     from generate_series(1, 30000) n`,
  )
  await vacuum(app.pool, '"user"')
  const plansFor = (filter: Partial<UserPage>) =>
    plansOf(app.pool, (db) =>
      findPageOfUsers(db, { current: 1, size: 20, sort: '-createdAt', ...filter } as UserPage, null, null),
    )
  // A rare level is counted by its index, too. The count of a common one ends at the first 10,001 rows, wherever they are read.
  const high = await plansFor({ riskLevel: 'high' })
  expect(high.length).toBe(2)
  for (const plan of high) expect(plan).toContain('user_risk_idx')
  const pageOf = async (filter: Partial<UserPage>) =>
    (await plansFor(filter)).filter((plan) => !plan.startsWith('Aggregate')).join('\n')
  expect(await pageOf({ riskLevel: 'low' })).toContain('Scan Backward using user_created_at_idx')
  expect(await pageOf({ sort: '-lastActiveAt' })).toContain('Scan Backward using user_active_idx')
})
