import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { readFacts } from './facts.ts'

const app = startApp()

test('who shares an address within the hour is found by the address, not among all who came in that hour', async () => {
  await app.pool.query(
    `insert into "user" (phone, flow, ip, created_at)
     select '151' || lpad(n::text, 8, '0'), 'full', '198.18.0.' || n % 100, now() - n * interval '0.1 second'
     from generate_series(1, 20000) n`,
  )
  await vacuum(app.pool, '"user"')
  const person = {
    id: '0',
    phone: '15100000001',
    name: null,
    idNumber: null,
    birthday: null,
    gender: null,
    cityCode: null,
    device: null,
    ip: '198.18.0.1',
    createdAt: new Date().toISOString(),
  }
  const known = { vault: app.vault, timeZone: () => 'Asia/Shanghai' }
  const [plan] = await plansOf(app.pool, (db) => readFacts(db, known, [person], [new Set()]))
  expect(plan).toMatch(/Index Cond: \(\(ip = p\.ip\) AND \(created_at >= /)
  expect(plan).not.toContain('user_created_at_idx')
})
