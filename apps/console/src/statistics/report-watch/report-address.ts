import { pathOfPage } from '@kabao/contract/app/menu'
import { type ReportFilterName, reportFilterNames } from '@kabao/contract/statistics/report/filter-shape'
import type { Report } from '@kabao/contract/statistics/report/report'

/** The address of a report with these filters and other parameters. */
export function addressOf(
  report: Report,
  filters: Partial<Record<ReportFilterName, string>>,
  more: Record<string, string> = {},
): string {
  const given = reportFilterNames.flatMap((name) =>
    filters[name] ? [[name, filters[name]] as [string, string]] : [],
  )
  const query = new URLSearchParams([...given, ...Object.entries(more)]).toString()
  return `${pathOfPage(report.page) ?? ''}${query && `?${query}`}`
}
