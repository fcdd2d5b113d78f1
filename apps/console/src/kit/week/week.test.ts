import { weekWords } from '@kabao/contract/kernel/week.words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { switchLanguage, wordsOf } from '#kit'
import {
  cellState,
  cellsOfDay,
  changed,
  readSpans,
  spansText,
  type Week,
  weekOf,
  weekText,
  windowsOf,
} from './week.ts'

const empty = weekOf([])
const cellsOf = (week: Week) =>
  week.map((spans) => Array.from({ length: cellsOfDay }, (_, cell) => cellState(spans, cell)))
const bit = fc.boolean()
const pattern = fc.array(fc.array(bit, { minLength: cellsOfDay, maxLength: cellsOfDay }), {
  minLength: 7,
  maxLength: 7,
})
const drawn = (cells: boolean[][]): Week => {
  let week = empty
  for (const [day, row] of cells.entries())
    for (const [cell, isOn] of row.entries())
      if (isOn) week = changed(week, { days: [day, day], cells: [cell, cell] }, true)
  return week
}
const ordered = (most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const area = fc.record({ days: ordered(6), cells: ordered(cellsOfDay - 1) })
const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const window = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.nat(1439), fc.integer({ min: 1, max: 1440 }))
  .filter(([, from, to]) => from < to)
  .map(([weekday, from, to]) => ({ weekday, from: time(from), to: time(to) }))
const windows = fc.array(window, { maxLength: 30 })

describe('for any week', () => {
  test('drawn half hours become windows, and these windows are the same half hours', () => {
    fc.assert(
      fc.property(pattern, (cells) => {
        const week = weekOf(windowsOf(drawn(cells)))
        expect(cellsOf(week)).toEqual(cells.map((row) => row.map((isOn) => (isOn ? 'all' : 'none'))))
      }),
      { numRuns: 30 },
    )
  })

  test('windows of a week are in order, apart from each other, and stay the same when read again', () => {
    fc.assert(
      fc.property(windows, (some) => {
        const once = windowsOf(weekOf(some))
        expect(windowsOf(weekOf(once))).toEqual(once)
        for (const [at, next] of once.entries()) {
          const before = once[at - 1]
          expect(next.from < next.to).toBe(true)
          if (before?.weekday === next.weekday) expect(before.to < next.from).toBe(true)
          else expect(before === undefined || before.weekday < next.weekday).toBe(true)
        }
      }),
    )
  })

  test('what is added is chosen, what is removed is not, and the rest stays to the minute', () => {
    fc.assert(
      fc.property(windows, area, fc.boolean(), (some, { days, cells }, isAdded) => {
        const before = weekOf(some)
        const after = changed(before, { days, cells }, isAdded)
        for (const [day, spans] of after.entries()) {
          const isInside = (cell: number) =>
            day >= days[0] && day <= days[1] && cell >= cells[0] && cell <= cells[1]
          for (let cell = 0; cell < cellsOfDay; cell++) {
            const expected = isInside(cell) ? (isAdded ? 'all' : 'none') : cellState(before[day] ?? [], cell)
            expect(cellState(spans, cell)).toBe(expected)
          }
        }
        expect(windowsOf(weekOf(windowsOf(after)))).toEqual(windowsOf(after))
      }),
    )
  })

  test('the text of a day is read as the same day', () => {
    fc.assert(
      fc.property(windows, (some) => {
        for (const spans of weekOf(some)) expect(readSpans(spansText(spans))).toEqual(spans)
      }),
    )
  })
})

test.each([
  ['', []],
  ['9-12', [[540, 720]]],
  [
    '09:00–12:00，14:00至18:30',
    [
      [540, 720],
      [840, 1110],
    ],
  ],
  [
    '9:00 - 12:00 14:00 ~ 24:00',
    [
      [540, 720],
      [840, 1440],
    ],
  ],
  ['9：00—12：00、10:00-13:00', [[540, 780]]],
])('%s is read', (text, spans) => {
  expect(readSpans(text)).toEqual(spans)
})

test.each(['9', '12-9', '9-9', '9-25', '9:60-10', '24:00-24:30', '9-10-11', 'x', '9-12,y'])(
  '%s is refused',
  (text) => {
    expect(readSpans(text)).toBeUndefined()
  },
)

test('a window that is no time is not drawn', () => {
  expect(weekOf([{ weekday: 1, from: 'x', to: '' }])).toEqual(empty)
})

const range = (first: number, last: number, ...times: [string, string][]) =>
  Array.from({ length: last - first + 1 }, (_, index) =>
    times.map(([from, to]) => ({ weekday: first + index, from, to })),
  ).flat()

test.each([
  [[], '不限时段', 'Any time'],
  [range(1, 7, ['09:00', '21:00']), '每天 09:00–21:00', 'Every day 09:00–21:00'],
  [
    [...range(1, 5, ['09:00', '12:00'], ['14:00', '18:00']), ...range(7, 7, ['00:00', '24:00'])],
    '周一至周五 09:00–12:00、14:00–18:00；周日 00:00–24:00',
    'Mon–Fri 09:00–12:00, 14:00–18:00; Sun 00:00–24:00',
  ],
])('the text of %j', async (some, zh, en) => {
  expect(weekText(some, wordsOf(weekWords))).toBe(zh)
  await switchLanguage('en-US')
  expect(weekText(some, wordsOf(weekWords))).toBe(en)
})
