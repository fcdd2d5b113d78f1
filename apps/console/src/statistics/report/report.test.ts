import { changeOf } from '@kabao/contract/statistics/report/change'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Column } from '#kit/list/column.ts'
import { neutralSeries } from '#kit/theme/series.ts'
import { chartOptions } from './chart-options.ts'
import {
  changeText,
  differenceText,
  figureText,
  percentText,
  plainFigure,
  shortFigureText,
} from './figure-text.ts'
import { periodText, shortPeriodText } from './period-text.ts'
import { periodsIn } from './periods.ts'
import { plot, stepAt } from './plot.ts'
import { partsOfRow, readDrillDown, type TableRow, tableRow, writeDrillDown } from './report-kind.ts'
import { placeOf } from './series.ts'
import { toTsv } from './tsv.ts'

test('a figure is written by its format, in full and in little space', () => {
  expect(figureText('count', 1234, 'zh-CN')).toBe('1,234')
  expect(figureText('fen', 123_450, 'zh-CN')).toBe('¥1,234.50')
  expect(figureText('rate', 0.1234, 'zh-CN')).toBe('12.34%')
  expect(figureText('ratio', 1.2345, 'zh-CN')).toBe('1.23')
  expect(figureText('rate', null, 'zh-CN')).toBe('–')
  expect(shortFigureText('fen', 1_234_567_800, 'zh-CN')).toBe('¥1230万')
  expect(shortFigureText('count', 123_456, 'en-US')).toBe('123k')
})

test('a change has its sign; without a figure before there is none', () => {
  expect(differenceText('fen', -300, 'zh-CN')).toBe('-¥3.00')
  expect(differenceText('count', 12, 'zh-CN')).toBe('+12')
  expect(percentText(0.125, 'zh-CN')).toBe('+12.5%')
  expect(percentText(0, 'zh-CN')).toBe('0%')
  expect(percentText(null, 'zh-CN')).toBe('–')
  const changes = [
    ['count', 41, 2, '+39'],
    ['count', 30, 20, '+50%'],
    ['fen', 5_000, -1_000, '+¥60.00'],
    ['fen', 1_000, 1_999, '-¥9.99'],
    ['fen', 1_000, 2_000, '-50%'],
    ['price', 30, 20, '+50%'],
    ['rate', 0.03, 0.02, '+50%'],
    ['rate', 0.03, 0, '–'],
    ['count', null, 30, '–'],
  ] as const
  for (const [format, now, before, text] of changes)
    expect(changeText(format, changeOf(format, now, before), 'zh-CN')).toBe(text)
})

test('a spreadsheet gets numbers without separators and units', () => {
  expect(plainFigure('fen', 123_450)).toBe('1234.50')
  expect(plainFigure('count', 1_234)).toBe('1234')
  expect(plainFigure('rate', 0.12345)).toBe('12.35%')
  expect(plainFigure('rate', null)).toBe('')
})

test('a period is named by the length of its rows', () => {
  expect(periodText('2026-03-02', 'day')).toBe('2026-03-02')
  expect(periodText('2026-03-30', 'week')).toBe('2026-03-30 ~ 04-05')
  expect(periodText('2026-03-01', 'month')).toBe('2026-03')
  expect(periodText('2026-03-01T00:00:00.000Z', 'hour')).toBe('08:00')
  expect(periodText(null, 'day')).toBe('')
  expect(periodText('2026-12-28', 'week')).toBe('2026-12-28 ~ 2027-01-03')
  vi.useFakeTimers({ now: new Date('2026-12-31T15:59:59Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect(shortPeriodText('2026-03-30', 'week')).toBe('03-30')
  vi.setSystemTime(new Date('2026-12-31T16:00:00Z'))
  expect(shortPeriodText('2026-12-28', 'week')).toBe('2026-12-28')
  expect(shortPeriodText('2027-01-01', 'day')).toBe('01-01')
  expect(shortPeriodText('2026-03-01', 'month')).toBe('2026-03')
})

test('the first and the last period of a range end with the range', () => {
  expect(periodsIn({ from: '2026-03-05', to: '2026-03-10' }, 'week')).toEqual([
    { key: '2026-03-02', days: { from: '2026-03-05', to: '2026-03-08' } },
    { key: '2026-03-09', days: { from: '2026-03-09', to: '2026-03-10' } },
  ])
})

test('a place on a chart is a step: a band, or the nearest point', () => {
  const width = plot.left + plot.right + 100
  const at = (share: number, isBanded: boolean) => stepAt(plot.left + share * 100, width, 5, isBanded)
  expect([0, 0.19, 0.21, 0.99, 2, -1].map((share) => at(share, true))).toEqual([0, 0, 1, 4, 4, 0])
  expect([0, 0.1, 0.13, 1].map((share) => at(share, false))).toEqual([0, 0, 1, 4])
})

test('a series that is switched off keeps its place, so the others keep their colors', () => {
  const series = [
    { key: '1', name: '甲', values: [1, 2] },
    { key: '2', name: '乙', values: [3, null] },
  ]
  const data = { kind: 'lines', steps: ['03-01', '03-02'], series, short: String, text: String } as const
  const options = chartOptions(data, new Set(['1']))
  expect(options.legend).toMatchObject({ show: false, selected: { 甲: false, 乙: true } })
  expect(options.series).toMatchObject([{ name: '甲' }, { name: '乙', areaStyle: {}, data: [3, null] }])
  const stacked = chartOptions({ ...data, kind: 'stacked' }, new Set())
  expect(stacked.series).toMatchObject([
    { type: 'bar', stack: 'all' },
    { type: 'bar', stack: 'all' },
  ])
})

test('a drill-down in the address leads to the same figure', () => {
  const drillDown = { figure: 'uv', side: 'before', period: '2026-03-01', rowId: '3' } as const
  expect(readDrillDown(writeDrillDown(drillDown))).toEqual(drillDown)
  expect(readDrillDown(writeDrillDown({ figure: 'uv', side: 'now' }))).toEqual({ figure: 'uv', side: 'now' })
  expect(readDrillDown('uv~someday')).toBeNull()
  expect(readDrillDown(null)).toBeNull()
})

const row = tableRow({
  period: '2026-03-01',
  id: '3',
  name: '华南\t直投',
  code: 'CH003',
  cells: { uv: { value: 1234, before: 1000, change: 234, percent: 0.234 } },
})

test('a row is named by its period and its record', () => {
  expect(partsOfRow(row.id)).toEqual({ period: '2026-03-01', rowId: '3' })
  expect(partsOfRow(undefined)).toEqual({})
})

test('a table is copied with its head, its totals and its comparison, and no cell breaks out of its column', () => {
  const columns = [
    { key: 'name', title: '渠道' },
    { key: 'uv', title: '本期', group: 'UV' },
    { key: 'uvPercent', title: '变化率', group: 'UV' },
  ] as Column<TableRow>[]
  expect(toTsv(columns, [row], { uv: { value: 1234, percent: null } }, '合计')).toBe(
    '渠道\tUV · 本期\tUV · 变化率\n华南 直投\t1234\t23.4%\n合计\t1234\t',
  )
})

test('all others together have a color and a dash that no record has', () => {
  const one = (key: string, isRest = false) => ({ key, name: key, values: [1], isRest })
  const series = [one('1'), one('rest', true), { ...one('before'), isBefore: true }]
  const data = { kind: 'lines', steps: ['03-01'], series, short: String, text: String } as const
  const [first, rest] = chartOptions(data, new Set()).series as { color?: string; lineStyle: object }[]
  expect(first?.color).toBeUndefined()
  expect(rest?.color).toBe(neutralSeries)
  expect(rest?.lineStyle).not.toEqual(first?.lineStyle)
  expect(placeOf(series, 2)).toBe(1)
})
