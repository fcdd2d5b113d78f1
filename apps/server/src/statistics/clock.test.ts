import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()

/** Every quarter of an hour, and the instants beside it, of some days around an instant. */
const around = (iso: string): number[] =>
  Array.from({ length: 4 * 24 * 5 }, (_, nth) => Date.parse(iso) + (nth - 4 * 24 * 2) * 900_000).flatMap(
    (at) => [at - 1, at],
  )

test.each<[string, BusinessClock, string]>([
  [
    'a zone without clock changes',
    { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' },
    '2026-11-20T00:00:00Z',
  ],
  ['a day from 04:00', { timeZone: 'Asia/Shanghai', dayStartsAt: '04:00' }, '2026-11-20T00:00:00Z'],
  ['a day of 23 hours', { timeZone: 'Europe/Berlin', dayStartsAt: '00:00' }, '2026-03-29T01:00:00Z'],
  ['a day of 25 hours', { timeZone: 'Europe/Berlin', dayStartsAt: '00:00' }, '2026-10-25T01:00:00Z'],
  [
    'a beginning that the clock skips',
    { timeZone: 'Europe/Berlin', dayStartsAt: '02:30' },
    '2026-03-29T01:00:00Z',
  ],
  [
    'a beginning that occurs twice',
    { timeZone: 'Europe/Berlin', dayStartsAt: '02:30' },
    '2026-10-25T01:00:00Z',
  ],
  ['a zone west of UTC', { timeZone: 'America/Los_Angeles', dayStartsAt: '01:30' }, '2026-11-01T09:00:00Z'],
  [
    'a clock that skips midnight',
    { timeZone: 'America/Santiago', dayStartsAt: '00:00' },
    '2026-09-06T04:00:00Z',
  ],
  [
    'a clock that is put back to before midnight',
    { timeZone: 'America/Santiago', dayStartsAt: '00:00' },
    '2026-04-05T03:00:00Z',
  ],
  [
    'a change of half an hour',
    { timeZone: 'Australia/Lord_Howe', dayStartsAt: '01:45' },
    '2026-04-04T15:00:00Z',
  ],
])('the database knows the business day of an instant: %s', async (_, clock, iso) => {
  const instants = around(iso)
  const { rows } = await app.pool.query<{ day: string }>(
    `select business_day(at, $2, $3)::text as day from unnest($1::timestamptz[]) with ordinality i (at, nth) order by nth`,
    [instants.map((at) => new Date(at).toISOString()), clock.timeZone, clock.dayStartsAt],
  )
  expect(rows.map(({ day }) => day)).toEqual(instants.map((at) => businessDayAt(at, clock)))
})

test('a change of the clock holds from then on, and days that have passed stay what they are', async () => {
  const dayOf = async (at: string): Promise<string> =>
    (await app.servicePool.query('select business_day($1)::text as day', [at])).rows[0].day
  const past = '2026-05-04T17:30:00Z'
  const future = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 4, 4, 17, 30)).toISOString()
  expect(await dayOf(past)).toBe('2026-05-05')
  await app.set('business.timezone', 'Europe/Berlin')
  await app.set('business.dayStartsAt', '04:00')
  await app.set('business.dayStartsAt', '04:00')
  expect(await dayOf(past)).toBe('2026-05-05')
  expect(await dayOf(future)).toBe(`${future.slice(0, 8)}04`)
  await app.set('business.timezone', null)
  await app.set('business.dayStartsAt', null)
  const { rows } = await app.pool.query(
    `select time_zone as zone, day_starts_at::text as starts from business_clock order by from_at`,
  )
  expect(rows).toEqual([
    { zone: 'Asia/Shanghai', starts: '00:00:00' },
    { zone: 'Europe/Berlin', starts: '00:00:00' },
    { zone: 'Europe/Berlin', starts: '04:00:00' },
    { zone: 'Asia/Shanghai', starts: '04:00:00' },
    { zone: 'Asia/Shanghai', starts: '00:00:00' },
  ])
})
