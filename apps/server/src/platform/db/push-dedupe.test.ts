import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { claimPushes, type DedupeClaim } from './push-dedupe.ts'

const app = startApp()
const claim = (...claims: DedupeClaim[]) =>
  app.db.transaction().execute(async (write) => (await claimPushes(write, claims)).map(({ orgId }) => orgId))

test('a pair is granted once, until its window has passed', async () => {
  const [first, second] = ['1', '2'].map((orgId) => ({ userId: '1', orgId, days: 30 })) as [
    DedupeClaim,
    DedupeClaim,
  ]
  expect(await claim(first)).toEqual(['1'])
  expect(await claim(second, first)).toEqual(['2'])
  await app.pool.query(`update push_dedupe set until = now() + interval '1 second' where org_id = 1`)
  expect(await claim(first, second)).toEqual([])
  await app.pool.query(`update push_dedupe set until = now() - interval '1 millisecond' where org_id = 1`)
  expect(await claim({ ...first, days: 7 }, second)).toEqual(['1'])
  const { rows } = await app.pool.query(
    `select round(extract(epoch from until - now()) / 86400)::int as days from push_dedupe order by org_id`,
  )
  expect(rows).toEqual([{ days: 7 }, { days: 30 }])
})

test('of twenty callers at once with the same pairs in any order, one is granted each pair', async () => {
  const pairs = Array.from({ length: 50 }, (_, n) => ({ userId: '7', orgId: String(n + 1), days: 30 }))
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) => claim(...(n % 2 ? pairs : pairs.toReversed()))),
  )
  expect(tries.flat()).toHaveLength(50)
  expect(new Set(tries.flat()).size).toBe(50)
})

test('a transaction that is rolled back claims nothing', async () => {
  const pair = { userId: '8', orgId: '1', days: 30 }
  const undone = app.db.transaction().execute(async (write) => {
    expect(await claimPushes(write, [pair])).toEqual([pair])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await claim(pair)).toEqual(['1'])
})
