import fc from 'fast-check'
import { expect, test } from 'vitest'
import { misfitOf } from '#supply'
import { knownPerson, openPlan } from '#test/match-run-world'
import { indexOf } from './plan-index.ts'
import type { RunningPlan } from './running.ts'

const { sent: _sent, day, weekday, minute, ...person } = knownPerson
const free = {
  hour: 0,
  day: 0,
  month: 0,
  total: 0,
  spentFen: 0,
  elapsed: 1,
  availableFen: Number.POSITIVE_INFINITY,
}
const cities = ['310100', '310101', '440300', '110000']

const plans: fc.Arbitrary<RunningPlan> = fc
  .record({
    status: fc.constantFrom('running', 'running', 'exhausted'),
    flow: fc.constantFrom('full', 'full', 'half'),
    startsOn: fc.constantFrom('2026-01-01', '2026-03-02', '2026-03-03'),
    endsOn: fc.constantFrom(null, '2026-03-01', '2026-03-02'),
    windows: fc.constantFrom(
      [],
      [{ weekday: 1, from: '09:00', to: '12:00' }],
      [{ weekday: 2, from: '00:00', to: '24:00' }],
    ),
    cityCodes: fc.subarray(cities),
    ageFrom: fc.constantFrom(null, 18, 40),
    gender: fc.constantFrom(null, 'male'),
    isConnected: fc.boolean(),
    org: fc.record({
      status: fc.constantFrom('enabled', 'enabled', 'disabled'),
      cityCodes: fc.subarray(cities),
    }),
  })
  .map((terms) => ({ ...openPlan, ...terms }))
const people = fc.record({
  flow: fc.constantFrom('full', 'half'),
  cityCode: fc.constantFrom(null, ...cities),
})
const moments = fc.record({
  day: fc.constantFrom(day, '2026-03-03'),
  weekday: fc.constantFrom(weekday, 2),
  minute: fc.constantFrom(minute, 539, 540, 719),
})

test('what an index finds is what a comparison finds, whoever was asked for before', () => {
  let found = 0
  fc.assert(
    fc.property(
      fc.array(plans, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(people, moments), { minLength: 1, maxLength: 5 }),
      (all, asked) => {
        for (const [who, moment] of asked) {
          const quick = indexOf(all).quickMisfits(who, moment)
          for (const [place, plan] of all.entries()) {
            const compared = plan.isConnected
              ? misfitOf(plan, { ...person, ...who, daysSinceSent: null }, moment, free)
              : { rule: 'connection', wanted: true, seen: false }
            if (quick[place]) expect(quick[place]).toEqual(compared)
            if (compared && ['connection', 'status', 'window', 'city'].includes(compared.rule)) {
              expect(quick[place]).toEqual(compared)
              found++
            }
          }
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(0)
})
