import { codes } from '@kabao/contract'
import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { daysAfter } from '@kabao/contract/kernel/business-clock'
import type { ReportAsked } from '@kabao/contract/statistics/report/calls'
import type { FigureName } from '@kabao/contract/statistics/report/figures'
import { idsIn } from '@kabao/contract/statistics/report/filter-shape'
import {
  type Comparison,
  type Days,
  daysBefore,
  daysOfPreset,
  eachDay,
  firstOf,
  hoursKeptDays,
  hoursOf,
  lengthOf,
  mostReportDays,
  todayOf,
} from '@kabao/contract/statistics/report/range'
import {
  type Flow,
  filterOf,
  type RegionLevel,
  type Report,
  type ReportFilter,
  reportFilters,
} from '@kabao/contract/statistics/report/report'
import { invalid, Problem } from '#platform/base/problem'
import { databaseNow } from '#platform/db/now'

/** A period of a report. */
export interface Period {
  /** The first day of the day, week or month, or the instant at which the hour begins. */
  key: string
  /** The days within the range; an hour has those of its day. */
  days: Days
  /** The days, or the hour, that it is compared with. */
  before: Days | null
  /** For an hour: when it begins, and when the one begins that it is compared with. */
  hour?: { at: string; before: string | undefined }
}

/** What a report is asked, checked and with its range in days. */
export interface Question {
  report: Report
  way: 'day' | 'came'
  days: Days
  before: Days | null
  compare: Comparison
  isHourly: boolean
  /** In order. */
  periods: readonly Period[]
  flow: Flow | undefined
  /** Of the regions of the rows; undefined if the rows are about something else. */
  regionLevel: RegionLevel | undefined
  /** By name, the ids of which a row has one. */
  filters: Readonly<Partial<Record<ReportFilter, readonly string[]>>>
  /** The administrator whose channels are meant; null: all. */
  owner: string | null
  clock: BusinessClock
}

/** @throws Problem at a field that does not fit the report or the other fields */
export function questionOf(
  report: Report,
  asked: ReportAsked,
  { clock, owner, now = databaseNow() }: { clock: BusinessClock; owner: string | null; now?: number },
): Question {
  const today = todayOf(clock, now)
  const days = rangeOf(report, asked, today)
  const isHourly = asked.grain === 'hour'
  const before = daysBefore(days, days, asked.compare)
  if (isHourly) refuseHours(asked, days, before, today)
  return {
    report,
    way: asked.way,
    compare: asked.compare,
    flow: flowOf(report, asked),
    regionLevel: regionLevelOf(report, asked),
    filters: filtersOf(report, asked),
    periods: isHourly ? hours(days, before, clock) : periods(days, asked.grain as 'day', asked.compare),
    days,
    before,
    isHourly,
    owner,
    clock,
  }
}

function rangeOf(report: Report, { preset, from, to }: ReportAsked, today: string): Days {
  if (preset !== undefined || (from === undefined && to === undefined))
    return daysOfPreset(preset ?? report.preset, today)
  if (from === undefined) throw invalid({ from: 'required' })
  if (to === undefined) throw invalid({ to: 'required' })
  if (to < from) throw invalid({ to: 'order' })
  if (lengthOf({ from, to }) > mostReportDays)
    throw new Problem(codes.invalid, 'invalid', {
      fields: { to: 'rangeTooLong' },
      values: { max: mostReportDays },
    })
  return { from, to }
}

function refuseHours({ way }: ReportAsked, { from, to }: Days, before: Days | null, today: string) {
  if (from !== to) throw invalid({ grain: 'hourOfDay' })
  if (way === 'came') throw invalid({ grain: 'hourByDay' })
  const first = daysAfter(today, 1 - hoursKeptDays)
  if (from < first) throw tooOld('grain')
  if (before && before.from < first) throw tooOld('compare')
}

const tooOld = (field: string) =>
  new Problem(codes.invalid, 'invalid', {
    fields: { [field]: 'hourTooOld' },
    values: { days: hoursKeptDays },
  })

function flowOf({ flow }: Report, asked: ReportAsked): Flow | undefined {
  if (flow !== undefined && asked.flow !== undefined && asked.flow !== flow)
    throw invalid({ flow: 'notOfReport' })
  return flow ?? asked.flow
}

function regionLevelOf({ dimension }: Report, { regionLevel }: ReportAsked): RegionLevel | undefined {
  if (dimension === 'city') return regionLevel ?? 'city'
  if (regionLevel !== undefined) throw invalid({ regionLevel: 'notOfReport' })
  return undefined
}

function filtersOf({ filters }: Report, asked: ReportAsked): Question['filters'] {
  const given = reportFilters.filter((name) => asked[name] !== undefined)
  for (const name of given) if (!filters.includes(name)) throw invalid({ [name]: 'notOfReport' })
  return Object.fromEntries(given.map((name) => [name, idsIn(asked[name] as string)]))
}

function periods(days: Days, grain: 'day' | 'week' | 'month', compare: Comparison): Period[] {
  const found = new Map<string, Days>()
  for (const day of eachDay(days)) {
    const key = firstOf(grain, day)
    found.set(key, { from: found.get(key)?.from ?? day, to: day })
  }
  return [...found].map(([key, part]) => ({ key, days: part, before: daysBefore(part, days, compare) }))
}

/** An hour is compared with the same one, counted from the beginning of its day. */
function hours(days: Days, before: Days | null, clock: BusinessClock): Period[] {
  const earlier = before ? hoursOf(before.from, clock) : []
  return hoursOf(days.from, clock).map((at, n) => ({
    key: at,
    days,
    before,
    hour: { at, before: earlier[n] },
  }))
}

/** Refuses a figure that the report does not show. @throws Problem at the field */
export function refuseOtherFigure({ figures }: Report, figure: FigureName, field: string): void {
  if (!figures.includes(figure)) throw invalid({ [field]: 'notOfReport' })
}

/** The filter by which a row of the report is found. */
export const filterOfRow = ({ dimension }: Report) => (dimension === 'none' ? undefined : filterOf[dimension])
