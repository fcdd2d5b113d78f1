import type { weekWords } from '@kabao/contract/kernel/week.words'
import type { WordsOf } from '../words/words.ts'

/** From a time until before another one, `HH:MM`, on a weekday from Monday (1) to Sunday (7); `24:00` is the end of the day. */
export interface WeekWindow {
  weekday: number
  from: string
  to: string
}

/** From a minute of the day until before another one. */
export type Span = readonly [from: number, to: number]
/** The spans of Monday to Sunday, in order and with gaps between them. */
export type Week = readonly (readonly Span[])[]
/** Half hours of some days; both ends are included. */
export interface Area {
  days: readonly [first: number, last: number]
  cells: readonly [first: number, last: number]
}

/** The days by their index in a week. */
export const days = [0, 1, 2, 3, 4, 5, 6] as const
export type Day = (typeof days)[number]
/** The keys of the days' names in the texts. */
export const dayKeys = ['day.d1', 'day.d2', 'day.d3', 'day.d4', 'day.d5', 'day.d6', 'day.d7'] as const
/** The half hours of a day. */
export const cellsOfDay = 48
const minutesOfCell = 30
const minutesOfDay = 1440

/** The week of some windows; those that touch or overlap become one, those that are no times are left out. */
export const weekOf = (windows: readonly WeekWindow[]): Week =>
  days.map((day) => joined(windows.filter(({ weekday }) => weekday === day + 1).flatMap(spansOf)))

/** Whether a window has times that can be drawn. */
export const isWindow = (window: WeekWindow): boolean => spansOf(window).length > 0

export const windowsOf = (week: Week): WeekWindow[] =>
  week.flatMap((spans, day) =>
    spans.map(([from, to]) => ({ weekday: day + 1, from: timeOf(from), to: timeOf(to) })),
  )

/** How much of a half hour is chosen. */
export function cellState(spans: readonly Span[], cell: number): 'all' | 'some' | 'none' {
  const [from, to] = spanOfCells(cell, cell)
  const minutes = spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span[1], to) - Math.max(span[0], from)),
    0,
  )
  return minutes === 0 ? 'none' : minutes === minutesOfCell ? 'all' : 'some'
}

/** The week with an area added or removed. */
export const changed = (week: Week, { days: [first, last], cells }: Area, isAdded: boolean): Week => {
  const span = spanOfCells(...cells)
  return week.map((spans, day) => {
    if (day < first || day > last) return spans
    return isAdded ? joined([...spans, span]) : spans.flatMap((each) => without(each, span))
  })
}

/** `09:00–12:00, 14:00–18:00`. */
export const spansText = (spans: readonly Span[], between = ', '): string =>
  spans.map(([from, to]) => `${timeOf(from)}–${timeOf(to)}`).join(between)

/** The half hours of a day as text: `09:00–09:30`. */
export const cellsText = (first: number, last = first): string => spansText([spanOfCells(first, last)])

/** The spans that a person typed, as in `9-12, 14:00–18:30`; undefined if the text is something else. */
export function readSpans(text: string): Span[] | undefined {
  const parts = text
    .normalize('NFKC')
    .replace(/\s*(?:[-–—~]|至|到|to)\s*/g, '-')
    .split(/[\s,;、]+/)
    .filter(Boolean)
  const spans = parts.map((part) => {
    const [from, to, ...more] = part.split('-').map((time) => (/^\d{1,2}$/.test(time) ? `${time}:00` : time))
    return more.length > 0 ? undefined : spanOf(from, to)
  })
  return spans.every((span) => span !== undefined) ? joined(spans as Span[]) : undefined
}

/** The windows in a few words: `周一至周五 09:00–18:00；周六 10:00–16:00`. */
export function weekText(
  windows: readonly WeekWindow[],
  { t }: Pick<WordsOf<(typeof weekWords)['tree']>, 't'>,
): string {
  if (windows.length === 0) return t('anyTime')
  const texts = weekOf(windows).map((spans) => spansText(spans, t('and')))
  const groups: { first: number; last: number; text: string }[] = []
  for (const [day, text] of texts.entries()) {
    const before = groups.at(-1)
    if (before?.text === text) before.last = day
    else groups.push({ first: day, last: day, text })
  }
  const nameOf = (day: number) => t(dayKeys[day as Day])
  return groups
    .filter(({ text }) => text !== '')
    .map(({ first, last, text }) => {
      if (first === 0 && last === days.length - 1) return `${t('every')} ${text}`
      const name = first === last ? nameOf(first) : t('daysTo', { first: nameOf(first), last: nameOf(last) })
      return `${name} ${text}`
    })
    .join(t('between'))
}

const spanOfCells = (first: number, last: number): Span => [first * minutesOfCell, (last + 1) * minutesOfCell]

/** A window's span; none if it is no time. */
function spansOf({ from, to }: WeekWindow): Span[] {
  const span = spanOf(from, to)
  return span ? [span] : []
}

function spanOf(from: string | undefined, to: string | undefined): Span | undefined {
  const [first, last] = [minutesOf(from), minutesOf(to)]
  return first === undefined || last === undefined || first >= last ? undefined : [first, last]
}

function minutesOf(time = ''): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(time) ?? []
  const at = Number(hours) * 60 + Number(minutes)
  return at <= minutesOfDay ? at : undefined
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const before = result.at(-1)
    if (before && from <= before[1]) result[result.length - 1] = [before[0], Math.max(before[1], to)]
    else result.push([from, to])
  }
  return result
}

const without = ([from, to]: Span, [first, last]: Span): Span[] =>
  (
    [
      [from, Math.min(to, first)],
      [Math.max(from, last), to],
    ] satisfies Span[]
  ).filter(([start, end]) => start < end)
