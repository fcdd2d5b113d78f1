import { type BusinessClock, daysAfter, endOfDay } from '@kabao/contract/kernel/business-clock'
import type { ReportName } from '@kabao/contract/kernel/report-names'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { ReportFilterValues } from '@kabao/contract/statistics/report/filter-shape'
import { hoursOf } from '@kabao/contract/statistics/report/range'
import { reportOf } from '@kabao/contract/statistics/report/reports'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Added, figureIn } from '../../reports/answer.ts'
import { cellsSql } from '../../reports/cells.ts'
import { findBalances } from '../../reports/closing.ts'
import { type Question, questionOf, refuseOtherFigure } from '../../reports/question.ts'
import { scopeOf } from '../../reports/scope.ts'
import type { Span } from './span.ts'

/** The same weekdays that a figure is compared with. */
const weeks = [1, 2, 3, 4]

/** A figure of a report and its filters. */
export interface Watched extends ReportFilterValues {
  report: ReportName
  figure: FigureName
}

interface Reading {
  clock: BusinessClock
  /** Of whose channels; null: of all. */
  owner: string | null
}

/** @throws Problem at a field that does not fit the report */
export function questionAbout(
  { report: name, figure, ...filters }: Watched,
  { day, hours }: Span,
  reading: Reading,
): Question {
  const report = reportOf(name)
  refuseOtherFigure(report, figure, 'figure')
  const grain = hours === null ? 'day' : 'hour'
  const asked = { from: day, to: day, grain, way: 'day', compare: 'none', ...filters } as const
  return questionOf(report, asked as Parameters<typeof questionOf>[1], reading)
}

/**
 * A figure of a span, and its average over the same span of the last four same weekdays: of a quotient, that of the four days together.
 * Null: it cannot be told. An average of 0 is no measure, so it is null.
 */
export async function measure(
  db: Db,
  watched: Watched,
  span: Span,
  reading: Reading,
): Promise<{ value: number | null; base: number | null }> {
  const question = questionAbout(watched, span, reading)
  const before = weeks.map((week) => daysAfter(span.day, -7 * week))
  const of = (days: readonly string[]) => figureOver(db, question, watched.figure, days, span.hours)
  if ('closing' in figures[watched.figure]) {
    const [value = null, ...earlier] = await Promise.all([[span.day], ...before.map((day) => [day])].map(of))
    const known = earlier.flatMap((each) => each ?? [])
    return { value, base: known.length < weeks.length ? null : usable(sumOf(known) / weeks.length) }
  }
  const [value, together] = await Promise.all([of([span.day]), of(before)])
  const isSum = 'sum' in figures[watched.figure]
  return { value, base: together === null ? null : usable(isSum ? together / weeks.length : together) }
}

const usable = (base: number) => (base === 0 ? null : base)
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** The figure of several days, or of the first hours of each, added up; a closing balance is that of the last day. */
async function figureOver(
  db: Db,
  question: Question,
  figure: FigureName,
  days: readonly string[],
  hours: number | null,
): Promise<number | null> {
  const { clock, report, owner, filters } = question
  const hoursIn = (day: string) => hoursOf(day, clock).slice(0, hours ?? undefined)
  const at = hours === null ? days : days.flatMap(hoursIn)
  const isClosing = 'closing' in figures[figure]
  // A keeper of channels is not told balances, because they are not about his channels.
  if (isClosing && owner !== null) return null
  const { rows } = await sql<Added & { orgs: string[] | null }>`${cellsSql({
    question,
    times: { at, period: at.map(() => 0) },
    by: 'none',
    figures: isClosing ? report.figures : [figure],
  })}`.execute(db.withoutPlugins())
  if (!isClosing) return figureIn(figure, rows[0], scopeOf(question).hasVisitors)
  const day = days.at(-1) as string
  const before = hours === null ? endOfDay(day, clock) : Date.parse(hoursIn(day).at(-1) as string) + 3_600_000
  const orgs = filters.orgId ?? rows[0]?.orgs ?? []
  return (await findBalances(db, [{ orgs, before }]))[0] ?? null
}
