import type { ReportAsked } from '@kabao/contract/statistics/report/calls'
import { changeOf } from '@kabao/contract/statistics/report/change'
import { type FigureName, figures, figureOf as quotientOf } from '@kabao/contract/statistics/report/figures'
import {
  type Days,
  daysBefore,
  daysOfPreset,
  eachDay,
  hoursOf,
  todayOf,
} from '@kabao/contract/statistics/report/range'
import { filterOf, type Report } from '@kabao/contract/statistics/report/report'
import type { ReportCell } from '@kabao/contract/statistics/report/rows'
import { periodsIn } from '#statistics'
import { addUp, type Tallies, talliesOf, type Unit, unitsOf } from './report-tallies.ts'

export const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
export const today = () => todayOf(clock)

/** The days that are asked for; without any, those of the report's own preset. */
export function daysOf({ preset, from, to }: ReportAsked, report: Report): Days {
  if (preset || (!from && !to)) return daysOfPreset(preset ?? report.preset, today())
  return { from: from ?? to ?? today(), to: to ?? from ?? today() }
}

/** A period of the rows, with what is counted in it and in the days before it. */
export interface Step {
  key: string
  days: Days
  before: Days | null
  hour?: number
}

export function stepsOf(asked: ReportAsked, report: Report): Step[] {
  const days = daysOf(asked, report)
  if (asked.grain !== 'hour')
    return periodsIn(days, asked.grain).map((period) => ({
      ...period,
      before: daysBefore(period.days, days, asked.compare),
    }))
  const before = daysBefore(days, days, asked.compare)
  return hoursOf(days.from, clock).map((key, hour) => ({ key, days, before, hour }))
}

/** The records of a report within its filters. */
export function unitsFor(asked: ReportAsked, { dimension }: Report): readonly Unit[] {
  const chosen = dimension === 'none' ? undefined : asked[filterOf[dimension]]
  return unitsOf(dimension).filter(({ id }) => chosen === undefined || chosen.split(',').includes(id))
}

/** What is counted in days, up to today. */
export function counted(
  units: readonly Unit[],
  days: Days | null,
  step: Step | null,
  asked: ReportAsked,
  report: Report,
) {
  if (!days) return null
  const past = eachDay(days).filter((day) => day <= today())
  return addUp(units.flatMap((unit) => past.map((day) => talliesOf(unit, day, asked, report, step?.hour))))
}

/** What the people of a day did after it was over, as a share; of a demo, always the same. */
const lateShare = 0.04
const later: ReadonlySet<FigureName> = new Set(['accepted', 'revenue', 'returns', 'profit', 'pushes'])

/** The figures of a row or of the totals. */
export function cellsOf(
  now: Tallies,
  before: Tallies | null,
  { way }: ReportAsked,
  report: Report,
): Record<string, ReportCell> {
  return Object.fromEntries(
    report.figures.map((name) => {
      const value = figureOf(name, now)
      const past = before && figureOf(name, before)
      const late = way === 'came' && later.has(name) && value !== null ? Math.round(value * lateShare) : 0
      return [
        name,
        {
          value,
          ...(before && { before: past, ...changeOf(figures[name].format, value, past) }),
          ...(late !== 0 && { late }),
        },
      ]
    }),
  )
}

export const figureOf = (name: FigureName, sums: Tallies): number | null =>
  name === 'closing' ? 50_000_000 - (sums.chargedFen % 40_000_000) : quotientOf(figures[name], sums)

export const upTo = () => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
