import { settingDefinitions, settingKeys, standardOf } from '@kabao/contract/operations/setting'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { businessDay, businessDays, hourOfDay } from './business-clock.ts'
import { writeSetting } from './store.ts'

const app = startApp()
let other: FastifyInstance
beforeAll(async () => {
  other = await app.another()
})
const patience = { timeout: 5_000, interval: 10 }
const here = () => app.app.services.settings
const there = () => other.services.settings

test('every default is an allowed value of its setting', () => {
  for (const key of settingKeys) {
    expect([key, settingDefinitions[key].schema.safeParse(standardOf(key)).success]).toEqual([key, true])
  }
})

test('a change takes effect on every instance with its commit, and not before', async () => {
  expect(there().get('session.idleMinutes')).toBe(120)
  await app.db.transaction().execute(async (db) => {
    await writeSetting(db, 'session.idleMinutes', 30, null)
    await there().refresh()
    expect(there().get('session.idleMinutes')).toBe(120)
  })
  await vi.waitFor(() => {
    expect([here(), there()].map((each) => each.get('session.idleMinutes'))).toEqual([30, 30])
  }, patience)
  await writeSetting(app.db, 'session.idleMinutes', null, null)
  await vi.waitFor(() => expect(there().get('session.idleMinutes')).toBe(120), patience)
})

test('a change while the listening connection is broken takes effect when the connection is back', async () => {
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await writeSetting(app.db, 'export.maxRows', 12, null)
  await vi.waitFor(() => {
    expect([here(), there()].map((each) => each.get('export.maxRows'))).toEqual([12, 12])
  }, patience)
})

test('a subscriber is notified of every change until it unsubscribes', async () => {
  const notify = vi.fn()
  const stop = here().onChange(notify)
  await app.set('lockout.failures', 7)
  expect(notify).toHaveBeenCalledTimes(1)
  await here().refresh()
  expect(notify).toHaveBeenCalledTimes(1)
  stop()
  await app.set('lockout.failures', 8)
  expect(notify).toHaveBeenCalledTimes(1)
})

test('a stored value that is no longer allowed, and an unknown key, change nothing', async () => {
  await app.pool.query(
    `insert into setting (key, value) values ('password.minLength', '"many"'), ('no.such', '1')`,
  )
  await here().refresh()
  expect(here().get('password.minLength')).toBe(8)
})

test('the business day and its clock follow the zone and the start of the day', async () => {
  const at = new Date('2026-03-01T18:30:00Z')
  expect([businessDay(here(), at), hourOfDay(here(), at)]).toEqual(['2026-03-02', 2])
  await app.set('business.dayStartsAt', '04:00')
  expect(businessDay(here(), at)).toBe('2026-03-01')
  expect(businessDay(here(), new Date('2026-03-01T20:00:00Z'))).toBe('2026-03-02')
  await app.set('business.timezone', 'Europe/London')
  expect([businessDay(here(), at), hourOfDay(here(), at)]).toEqual(['2026-03-01', 18])
})

test('a day begins only once, even if the clock is put back to before its beginning', async () => {
  await app.set('business.timezone', 'America/New_York')
  await app.set('business.dayStartsAt', '01:30')
  // 01:45 of summer time, then 01:15 of winter time.
  expect(businessDay(here(), new Date('2026-11-01T05:45:00Z'))).toBe('2026-11-01')
  expect(businessDay(here(), new Date('2026-11-01T06:15:00Z'))).toBe('2026-11-01')
})

test('the console gets the zone and the start of the day before it starts', async () => {
  await app.set('business.timezone', 'Europe/London')
  await app.set('business.dayStartsAt', '04:00')
  const { payload } = await app.app.inject({ url: '/config.json' })
  expect(JSON.parse(payload)).toMatchObject({ timezone: 'Europe/London', dayStartsAt: '04:00' })
})

describe('the business day in SQL is the same as the service’s', () => {
  test.each([
    ['Asia/Shanghai', '00:00'],
    ['Asia/Shanghai', '04:00'],
    ['America/New_York', '01:30'],
    ['America/New_York', '02:30'],
    ['America/Sao_Paulo', '00:00'],
    ['Australia/Lord_Howe', '01:45'],
    ['Africa/Cairo', '00:00'],
  ])(
    '%s from %s',
    async (zone, start) => {
      await app.set('business.timezone', zone)
      await app.set('business.dayStartsAt', start)
      const [first, last] = ['2018-02-10', '2018-11-20'] as const
      const { day, within } = businessDays(here(), first, last)
      const at = sql`at`
      const rows = await sql<{ at: string; day: string }>`
      select at, (${day(at)})::text as day
      from generate_series('2018-02-01'::timestamptz, '2018-12-01'::timestamptz, interval '17 minutes') at
      where ${within(at)}`.execute(app.db)
      expect(rows.rows.length).toBeGreaterThan(20_000)
      expect(rows.rows.filter((row) => businessDay(here(), new Date(row.at)) !== row.day)).toEqual([])
      expect([rows.rows[0]?.day, rows.rows.at(-1)?.day]).toEqual([first, last])
    },
    60_000,
  )
})

test.each([
  ['business.timezone', 'Mars/Olympus'],
  ['business.timezone', '+08:00'],
  ['business.dayStartsAt', '24:00'],
  ['session.idleMinutes', 4],
  ['session.idleMinutes', 1.5],
  ['retention.auditLogDays', 30],
  ['login.contactText', ['only one']],
  ['login.contactText', ['x'.repeat(301), '']],
  ['password.refuseCommon', 'yes'],
] as const)('%s may not be %j', (key, value) => {
  expect(settingDefinitions[key].schema.safeParse(value).success).toBe(false)
})
