import type { FigureName } from '@kabao/contract/statistics/report/figures'
import { eachDay, hoursOf } from '@kabao/contract/statistics/report/range'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { cellsSql, ofRecord } from './cells.ts'
import { partIn } from './kinds.ts'
import type { Question } from './question.ts'
import { hourMs, type Place } from './sources.ts'

/** A part of the time of a place, in milliseconds since 1970, and how many visits or visitors it has by the roll-ups. */
export interface Span {
  from: number
  to: number
  count: number
}

/** Spans one after the other that have all rows of a page, and how many rows of the first one are before the page. */
export interface Run {
  spans: readonly Span[]
  offset: number
}

interface Asked {
  question: Question
  place: Place
  /** The beginnings of the days of the place, and the end of the last one. */
  starts: readonly number[]
  figure: FigureName
  part: 'top' | 'bottom'
  isDescending: boolean
}

/**
 * Which hours, or days without figures by the hour, have the rows of a page. It is known from the roll-ups, so no visit before the page is
 * read.
 * @param keptFrom the first day that has all of its visits
 * @param count counts what is left of a span of the days before
 */
export async function findRun(
  db: Db,
  asked: Asked,
  page: { offset: number; size: number },
  keptFrom: string,
  count: (span: Omit<Span, 'count'>) => Promise<number>,
): Promise<Run> {
  const { place, starts, isDescending } = asked
  const ordered = (spans: Span[]) => (isDescending ? spans.reverse() : spans)
  const days = eachDay(place.days)
  const spanOf = (nth: number, end = nth + 1) => ({ from: starts[nth] as number, to: starts[end] as number })
  if (place.hour !== null) {
    const [from, to] = [Math.max(place.hour, spanOf(0).from), Math.min(place.hour + hourMs, spanOf(0).to)]
    return { spans: from < to ? [{ from, to, count: Number.POSITIVE_INFINITY }] : [], offset: page.offset }
  }
  const kept = days.filter((day) => day >= keptFrom)
  const gone = days.length - kept.length
  const counts = await findCounts(db, asked, { at: kept, isHourly: false })
  const spans = kept.map((_, nth) => ({ ...spanOf(gone + nth), count: counts[nth] as number }))
  if (gone > 0) {
    const left = spanOf(0, gone)
    spans.unshift({ ...left, count: isDescending ? Number.POSITIVE_INFINITY : await count(left) })
  }
  const dayAt = new Map(kept.map((day, nth) => [spanOf(gone + nth).from, day]))
  const run = runOf(ordered(spans), page)
  const ends = new Set([run.spans[0], run.spans.at(-1)])
  const fine = await Promise.all(
    run.spans.map(async (span) => {
      const day = ends.has(span) ? dayAt.get(span.from) : undefined
      return day === undefined ? [span] : ordered(await findHours(db, asked, day, span))
    }),
  )
  return runOf(fine.flat(), { ...page, offset: run.offset })
}

/** The spans that a page is in, of spans in its order. */
function runOf(all: readonly Span[], { offset, size }: { offset: number; size: number }): Run {
  const spans: Span[] = []
  let [before, skipped] = [0, 0]
  for (const span of all) {
    const isBefore = before + span.count <= offset
    if (isBefore) skipped = before + span.count
    else if (span.count > 0 && before < offset + size) spans.push(span)
    before += span.count
  }
  return { spans, offset: offset - skipped }
}

/** The hours of a day; the day itself if the roll-up does not have all of its hours, or they are not those of the day. */
async function findHours(db: Db, asked: Asked, day: string, span: Span): Promise<Span[]> {
  const at = hoursOf(day, asked.question.clock)
  const counts = await findCounts(db, asked, { at, isHourly: true })
  const starts = at.map((hour) => Date.parse(hour))
  const isWhole = counts.reduce((sum, count) => sum + count, 0) === span.count && starts[0] === span.from
  if (!isWhole) return [span]
  return counts.map((count, nth) => ({ from: starts[nth] as number, to: starts[nth + 1] ?? span.to, count }))
}

/** The part of the figure in each of these days or hours. */
async function findCounts(
  db: Db,
  { question, place, figure, part }: Asked,
  { at, isHourly }: { at: readonly string[]; isHourly: boolean },
): Promise<number[]> {
  const cells: RawBuilder<unknown> = cellsSql({
    question: { ...question, isHourly, ...(isHourly && { way: 'day' }) },
    times: { at, period: at.map((_, nth) => nth) },
    by: 'period',
    figures: [figure],
    ...ofRecord(question, place.rowId),
  })
  const { rows } = await sql<Record<string, string | null>>`${cells}`.execute(db.withoutPlugins())
  const counts = at.map(() => 0)
  for (const row of rows) counts[Number(row.period)] = partIn(row, figure, part)
  return counts
}
