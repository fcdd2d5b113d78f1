import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { useMemo } from 'react'
import type { List, ListFilters, PageEndpoint } from '#kit/list/list.ts'
import { useList } from '#kit/list/use-list.ts'
import { type Asked, type ReportPageAnswer, type TableRow, tableRow } from './report-kind.ts'

/** The rows of a page until the reader chooses: a table of a report is scrolled, not turned. */
const size = 200
/** The table draws the totals itself, from the answer. */
const drawn = {}

export interface ReportState {
  list: List<TableRow>
  /** Those of the endpoint's own body. */
  filters: ListFilters<ReportFilters>
  /** What is asked for now; the same object as long as none of it changes. */
  asked: Asked
  answer: ReportPageAnswer | undefined
}
export type ReportFilters = PageEndpoint & ReportCalls['page']

/** A report with its range, filters, order and page in the address, like any list. */
export function useReport({ page }: Pick<ReportCalls, 'page'>): ReportState {
  // Rows of a report have no id of their own, so they are given one here.
  const { list, filters, answer } = useList(page as unknown as PageEndpoint, { size })
  const found = answer as unknown as ReportPageAnswer | undefined
  const rows = useMemo(() => found?.records.map(tableRow) ?? [], [found])
  const shown = useMemo<List<TableRow>>(
    () => ({ ...list, rows, totals: found ? drawn : undefined }),
    [list, rows, found],
  )
  const key = JSON.stringify({ ...list.query, sort: undefined })
  const asked = useMemo(() => JSON.parse(key) as Asked, [key])
  return { list: shown, filters: filters as unknown as ReportState['filters'], asked, answer: found }
}
