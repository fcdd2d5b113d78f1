import { changeOf } from '@kabao/contract/statistics/report/change'
import {
  type FigureName,
  figureOf,
  figures,
  sumsOf,
  type Tally,
} from '@kabao/contract/statistics/report/figures'
import type { ReportCell } from '@kabao/contract/statistics/report/rows'
import { lateOf } from './cells.ts'

/** The tallies of one cell by name, as the database answers them. */
export type Added = Readonly<Record<string, string | number | null | undefined>>

/** What a cell of one figure is made of. */
export interface Sides {
  now: Added | undefined
  /** Left out without a comparison. */
  before?: Added | undefined
  isCompared: boolean
  /** Whether what is not there is null instead of 0: visitors that nobody counts. */
  hasVisitors: boolean
  /** The closing balance and that of the days before. */
  closing?: { now: number | null; before: number | null }
}

/** A figure with its comparison and what came late of it. */
export function cellOf(
  name: FigureName,
  { now, before, isCompared, hasVisitors, closing }: Sides,
): ReportCell {
  const isClosing = 'closing' in figures[name]
  const value = isClosing ? (closing?.now ?? null) : figureIn(name, now, hasVisitors)
  const late = lateIn(name, now, value)
  const cell = { value, ...(late !== undefined && { late }) }
  if (!isCompared) return cell
  const earlier = isClosing ? (closing?.before ?? null) : figureIn(name, before, hasVisitors)
  return { ...cell, before: earlier, ...changeOf(figures[name].format, value, earlier) }
}

/** A figure from the tallies of a cell; without a cell they are 0. */
export function figureIn(name: FigureName, added: Added | undefined, hasVisitors: boolean): number | null {
  return figureOf(
    figures[name],
    talliesIn(name, (tally) => numberOf(added?.[tally], tally, hasVisitors)),
  )
}

function lateIn(name: FigureName, now: Added | undefined, value: number | null): number | null | undefined {
  const late = (tally: Tally) => Number(now?.[lateOf(tally)] ?? 0)
  const tallies = sumsOf(figures[name]).flatMap((sum) => Object.keys(sum) as Tally[])
  if (!now || tallies.every((tally) => late(tally) === 0)) return undefined
  const inTime = figureOf(
    figures[name],
    talliesIn(name, (tally) => Number(now[tally] ?? 0) - late(tally)),
  )
  return value === null || inTime === null ? null : value - inTime
}

const talliesIn = (name: FigureName, of: (tally: Tally) => number | null) =>
  Object.fromEntries(
    sumsOf(figures[name])
      .flatMap((sum) => Object.keys(sum) as Tally[])
      .map((tally) => [tally, of(tally)]),
  )

const numberOf = (value: string | number | null | undefined, tally: Tally, hasVisitors: boolean) =>
  tally === 'uv' && !hasVisitors ? null : Number(value ?? 0)
