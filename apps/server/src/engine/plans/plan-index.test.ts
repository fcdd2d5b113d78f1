import fc from 'fast-check'
import { expect, test } from 'vitest'
import { misfitOf } from '#supply'
import { knownPerson, openPlan } from '#test/match-run-world'
import { indexOf } from './plan-index.ts'
import type { RunningPlan } from './running.ts'

const { sent: _sent, day, weekday, minute, ...known } = knownPerson
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
    house: fc.constantFrom(null, true),
    excludedChannelIds: fc.subarray(['1', '2']),
    dedupeDays: fc.constantFrom(7, 30),
    hourlyCap: fc.constantFrom(null, 0, 5),
    orgId: fc.constantFrom('71', '72'),
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
  age: fc.constantFrom(null, 17, 30, 50),
  gender: fc.constantFrom(null, 'male', 'female'),
  house: fc.constantFrom(null, true, false),
  channelId: fc.constantFrom(null, '1'),
  isBlacklisted: fc.boolean(),
})
const goings = fc.constantFrom([], [['71', 0]], [['72', 10]]) as fc.Arbitrary<[string, number][]>
const moments = fc.record({
  day: fc.constantFrom(day, '2026-03-03'),
  weekday: fc.constantFrom(weekday, 2),
  minute: fc.constantFrom(minute, 539, 540, 719),
})

type Who = Partial<typeof known>
type Asked = [Who, [string, number][], Pick<typeof knownPerson, 'day' | 'weekday' | 'minute'>]
const one = (plan: Partial<RunningPlan>, who: Who = {}): [RunningPlan[], Asked[]] => [
  [{ ...openPlan, ...plan }],
  [[who, [], { day, weekday, minute }]],
]
/** For each outcome a plan and somebody whom it has. */
const examples = [
  one({}),
  one({ isConnected: false }),
  one({ windows: [{ weekday: 2, from: '00:00', to: '24:00' }] }),
  one({ flow: 'half' }),
  one({ cityCodes: ['440300'] }),
  one({ ageFrom: 40 }),
  one({ gender: 'male' }),
  one({ house: true }, { house: false }),
  one({}, { isBlacklisted: true }),
]

test('what an index finds is what a comparison finds, whoever was asked for before', () => {
  const found = new Set<string | undefined>()
  fc.assert(
    fc.property(
      fc.array(plans, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(people, goings, moments) as fc.Arbitrary<Asked>, { minLength: 1, maxLength: 5 }),
      (all, asked) => {
        for (const [who, went, moment] of asked) {
          const person = { ...known, ...who }
          const sent = new Map(went)
          const misfits = indexOf(all).misfits(person, sent, moment)
          for (const [place, plan] of all.entries()) {
            const daysSinceSent = sent.get(plan.orgId) ?? null
            const compared = plan.isConnected
              ? misfitOf(plan, { ...person, daysSinceSent }, moment, free)
              : { rule: 'connection', wanted: true, seen: false }
            expect(misfits[place]).toEqual(compared)
            found.add(compared?.rule)
          }
        }
      },
    ),
    { numRuns: 300, examples },
  )
  for (const rule of [
    'connection',
    'window',
    'flow',
    'city',
    'age',
    'gender',
    'house',
    'blacklist',
    undefined,
  ])
    expect(found).toContain(rule)
})
