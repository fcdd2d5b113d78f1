import { daysAfter } from '@kabao/contract/kernel/business-clock'
import type { ReportRecordsBody } from '@kabao/contract/statistics/report/calls'
import { eachDay } from '@kabao/contract/statistics/report/range'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findStarts } from './days.ts'
import type { Question } from './question.ts'
import { scopeOf } from './scope.ts'
import { type Place, visitsSql } from './sources.ts'
import { findRun } from './spans.ts'

interface Asked extends Pick<ReportRecordsBody, 'current' | 'size' | 'figure' | 'part'> {
  of: 'visits' | 'visitors'
  place: Place
  isDescending: boolean
  /** The first day that has all of its visits. */
  keptFrom: string
  /** The columns to read and their joins, of `t`. */
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

/** The smallest part of a span that is read at first. */
const leastShare = 1 / 64

/**
 * A page of visits, or of the first visits of visitors, by their ids. Only the hours of the page are read, and of a single hour only its
 * beginning, or its end if the newest are first, as far as the page may go.
 */
export async function findVisits<T>(db: Db, question: Question, asked: Asked): Promise<T[]> {
  const { of, place, size, isDescending, columns, joins } = asked
  if (of === 'visitors' && !scopeOf(question).hasVisitors) return []
  const plain = db.withoutPlugins()
  const starts = await findStarts(db, [...eachDay(place.days), daysAfter(place.days.to, 1)])
  const tableOf = (part: { from: number; to: number }) => visitsSql(question, place, { of, starts, ...part })
  const count = async (part: { from: number; to: number }): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::float8 as count from ${tableOf(part)} t`.execute(plain)
    return rows[0]?.count ?? 0
  }
  const page = { offset: (asked.current - 1) * size, size }
  const { spans, offset } = await findRun(db, { ...asked, question, starts }, page, asked.keptFrom, count)
  const [first, ...others] = spans
  if (!first) return []
  const from = Math.min(...spans.map((span) => span.from))
  const to = Math.max(...spans.map((span) => span.to))
  const direction = isDescending ? sql`desc` : sql`asc`
  const read = async (share: number): Promise<T[]> => {
    const length = Math.ceil((to - from) * Math.min(1, share))
    const table = tableOf(isDescending ? { from: to - length, to } : { from, to: from + length })
    const { rows } = await sql<T>`
      select ${columns} from (select * from ${table} t order by t.id ${direction} limit ${size} offset ${offset}) t ${joins}
      order by t.id ${direction}`.execute(plain)
    return rows
  }
  let share = others.length > 0 ? 1 : Math.max(leastShare, (2 * (offset + size)) / first.count)
  for (;;) {
    const rows = await read(share)
    if (rows.length === size || share >= 1) return rows
    share *= 8
  }
}
