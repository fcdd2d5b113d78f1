import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { intakeRetention } from '#intake/retention'
import { messageRetention } from '#operations/areas/message/retention'
import { serverRoot } from '#platform/base/paths'
import { compareClocks, databaseNow } from '#platform/db/now'
import { sweepExports } from '#platform/exports/sweep-job'
import { startApp } from './harness.ts'
import { runOnce } from './run-jobs.ts'

const app = startApp()
const hour = 3_600_000

/** Sets this machine's clock so many hours ahead. */
function jump(hours: number): void {
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + hours * hour)
}
afterEach(() => vi.restoreAllMocks())

const there = async () =>
  Number((await app.pool.query('select extract(epoch from clock_timestamp()) * 1000 as at')).rows[0].at)

test.each([30, -30])(
  'while the clock of this machine is %i hours wrong, the time is that of the database',
  async (by) => {
    jump(by)
    const ahead = await compareClocks(app.db)
    expect(Math.abs(ahead - by * hour)).toBeLessThan(5_000)
    const [before, now, after] = [await there(), databaseNow(), await there()]
    expect(now).toBeGreaterThanOrEqual(before - 1_000)
    expect(now).toBeLessThanOrEqual(after + 1_000)
  },
)

test.each([30, -30])('while it is %i hours wrong, no job deletes anything by its age', async (by) => {
  const { adminId } = await app.as()
  await app.pool.query(`delete from message`)
  await app.pool.query(
    `insert into message (admin_id, kind, title, content, created_at) values ($1, 'notice', '[]', '[]', now() - interval '5 years')`,
    [adminId],
  )
  const nonces = async () =>
    (
      await app.pool.query(
        `select count(*)::int as n from pg_inherits where inhparent = 'open_nonce'::regclass`,
      )
    ).rows
  const before = await nonces()
  jump(by)
  for (const act of [
    () => runOnce(app, messageRetention),
    () => runOnce(app, intakeRetention),
    () => sweepExports({ db: app.db, storage: app.storage, signal: new AbortController().signal }),
  ])
    await expect(act()).rejects.toThrow('the clocks of this machine and of the database differ')
  expect((await app.pool.query('select count(*)::int as n from message')).rows).toEqual([{ n: 1 }])
  expect(await nonces()).toEqual(before)
  vi.restoreAllMocks()
  expect(await runOnce(app, messageRetention)).toEqual({ removed: 1 })
})

test.each([6, -6])(
  '%d minutes apart is too much for nonces, which are dropped after 20 minutes',
  async (minutes) => {
    jump(minutes / 60)
    await expect(runOnce(app, intakeRetention)).rejects.toThrow(
      'the clocks of this machine and of the database',
    )
    vi.restoreAllMocks()
    jump(minutes / 120)
    expect(await runOnce(app, intakeRetention)).toMatchObject({ dropped: expect.any(Number) })
    vi.restoreAllMocks()
  },
)

const source = join(serverRoot, 'src')

/** Where the clock of this machine is meant: what is signed or checked with it, measured, or has no database. */
const ofThisMachine = [
  'access/second-factor.ts',
  'payment/areas/collection/account.ts',
  'platform/db/now.ts',
  'demo/',
  'engine/half/consent.ts',
  'engine/partner-errors.ts',
  'platform/errors/',
  'platform/exports/names.ts',
  'platform/instances/',
  'intake/entrance.ts',
  'partners/partner-requests.ts',
  'intake/partner-clock.ts',
  'intake/visit.ts',
  'payment/open.ts',
  'payment/sandbox/',
  'partners/templates/request.ts',
]

test('no other file asks this machine for the time of what is stored', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /Date\.now\(|new Date\(\)/.test(readFileSync(join(source, name), 'utf8')))
  expect(found.filter((name) => !ofThisMachine.some((place) => name.startsWith(place)))).toEqual([])
  for (const place of ofThisMachine) expect(found.some((name) => name.startsWith(place))).toBe(true)
})
