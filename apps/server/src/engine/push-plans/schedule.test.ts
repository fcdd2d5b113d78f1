import { expect, test } from 'vitest'
import { nextBegin, placesAt } from './schedule.ts'

const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
const at = (iso: string) => Date.parse(iso)

test('a push plan begins at once, at its instant, or at its time of the day in the business zone', () => {
  const now = at('2026-03-10T02:00:00Z')
  const begins = (fields: object) =>
    nextBegin({ schedule: 'now', at: null, dailyAt: null, ...fields }, now, clock)
  expect(begins({})).toBe(now)
  expect(begins({ schedule: 'at', at: '2026-04-01T00:00:00.000Z' })).toBe(at('2026-04-01T00:00:00Z'))
  // It is 10:00 in Shanghai.
  expect(begins({ schedule: 'daily', dailyAt: '10:00' })).toBe(now)
  expect(begins({ schedule: 'daily', dailyAt: '10:01' })).toBe(at('2026-03-10T02:01:00Z'))
  expect(begins({ schedule: 'daily', dailyAt: '09:59' })).toBe(at('2026-03-11T01:59:00Z'))
})

test('a time of the day that the clock skips is the instant of the skip', () => {
  const newYork = { timeZone: 'America/New_York', dayStartsAt: '00:00' }
  expect(
    nextBegin({ schedule: 'daily', at: null, dailyAt: '02:30' }, at('2026-03-08T05:00:00Z'), newYork),
  ).toBe(at('2026-03-08T07:00:00Z'))
})

test('in no minute are more people sent than the speed allows and two seconds make up for', () => {
  for (const perMinute of [1, 7, 60, 600, 6_000]) {
    let pacedAt: number | null = null
    const sent: { now: number; places: number }[] = []
    // Looks at uneven times, with a long break.
    for (let now = 0; now < 300_000; now += now % 7_000 === 0 ? 1_300 : now === 120_900 ? 40_000 : 450) {
      const { places, from, intervalMs } = placesAt({ perMinute, pacedAt }, now)
      pacedAt = from + places * intervalMs
      sent.push({ now, places })
    }
    const inMinute = sent.map(({ now }) =>
      sent
        .filter((one) => one.now >= now && one.now < now + 60_000)
        .reduce((sum, one) => sum + one.places, 0),
    )
    expect(Math.max(...inMinute)).toBeLessThanOrEqual(perMinute + Math.max(1, Math.ceil(perMinute / 30)) + 1)
    expect(inMinute[0]).toBeGreaterThanOrEqual(Math.floor(perMinute * 0.98))
  }
})
