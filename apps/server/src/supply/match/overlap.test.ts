import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OverlapTerms, overlapOf } from './overlap.ts'
import { isInWindows, joinWindows, minutesOfWeek } from './windows.ts'

const anyone: OverlapTerms = {
  windows: [],
  startsOn: '2026-01-01',
  endsOn: null,
  cityCodes: [],
  ageFrom: null,
  ageTo: null,
  gender: null,
  incomeBands: [],
  creditBands: [],
  house: null,
  car: null,
  socialInsurance: null,
  housingFund: null,
}
const overlap = (one: Partial<OverlapTerms>, other: Partial<OverlapTerms>) =>
  overlapOf({ ...anyone, ...one }, { ...anyone, ...other })

test.each([
  [
    'two plans without conditions overlap all week',
    {},
    {},
    { cities: null, minutes: minutesOfWeek, to: null },
  ],
  ['cities of one only', { cityCodes: ['440300', '440100'] }, {}, { cities: 2 }],
  ['cities of both', { cityCodes: ['440300', '440100'] }, { cityCodes: ['440100', '310100'] }, { cities: 1 }],
  ['no city of both', { cityCodes: ['440300'] }, { cityCodes: ['310100'] }, null],
  [
    'days that touch',
    { endsOn: '2026-03-01' },
    { startsOn: '2026-03-01' },
    { from: '2026-03-01', to: '2026-03-01' },
  ],
  ['days apart', { endsOn: '2026-03-01' }, { startsOn: '2026-03-02' }, null],
  ['ages that touch', { ageTo: 30 }, { ageFrom: 30 }, {}],
  ['ages apart', { ageTo: 29 }, { ageFrom: 30 }, null],
  ['one gender each', { gender: 'male' }, { gender: 'female' }, null],
  ['no income of both', { incomeBands: ['below3k'] }, { incomeBands: ['above20k'] }, null],
  ['with and without a house', { house: true }, { house: false }, null],
  [
    'windows that only touch',
    { windows: [{ weekday: 1, from: '09:00', to: '12:00' }] },
    { windows: [{ weekday: 1, from: '12:00', to: '18:00' }] },
    null,
  ],
] as const)('%s', (_, one, other, figures) => {
  const found = overlap(one as Partial<OverlapTerms>, other as Partial<OverlapTerms>)
  if (figures === null) expect(found).toBeNull()
  else expect(found).toMatchObject(figures)
})

const time = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarters % 4]}`
const window: fc.Arbitrary<PlanWindow> = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.nat(95), fc.integer({ min: 1, max: 96 }))
  .filter(([, a, b]) => a !== b)
  .map(([weekday, a, b]) => ({ weekday, from: time(Math.min(a, b)), to: time(Math.max(a, b)) }))
const windows = fc.array(window, { maxLength: 8 }).map(joinWindows)

test('the shared minutes are those of a count minute by minute, whichever plan comes first', () => {
  fc.assert(
    fc.property(windows, windows, (one, other) => {
      let minutes = 0
      for (let weekday = 1; weekday <= 7; weekday++)
        for (let minute = 0; minute < 1440; minute += 15)
          if ([one, other].every((each) => isInWindows(each, { day: '', weekday, minute }))) minutes += 15
      expect(overlap({ windows: one }, { windows: other })?.minutes ?? 0).toBe(minutes)
      expect(overlap({ windows: other }, { windows: one })?.minutes ?? 0).toBe(minutes)
    }),
  )
})
