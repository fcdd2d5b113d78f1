import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { mostFilterIds } from '@kabao/contract/statistics/report/filter-shape'
import type { Report, ReportFilter } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { memo } from 'react'
import { ChoicesFilter } from '#kit/choice/choices-filter.tsx'
import { RegionField } from '#kit/form/region-field.tsx'
import { FilterBar } from '#kit/list/filter-bar.tsx'
import type { ListFilters } from '#kit/list/list.ts'
import { useWords } from '#kit/words/words.ts'
import type { ReportFilters } from './use-report.ts'

/** The filters that a report declares. */
export const ReportFilterBar = memo(function ReportFilterBar({
  report,
  calls,
  filters,
}: ReportFilterBarProps) {
  const { t: word } = useWords(reportWords)
  const field = (name: ReportFilter) => {
    const common = { label: word(`field.${name}`), ...filters.filter(name) }
    if (name === 'cityCode') return <RegionField key={name} {...common} />
    return <ChoicesFilter key={name} use={calls[choices[name]]} most={mostFilterIds} {...common} />
  }
  const [first, ...others] = report.filters
  return (
    <FilterBar filters={filters} more={others.slice(3).map(field)}>
      {[...(first ? [first] : []), ...others.slice(0, 3)].map(field)}
    </FilterBar>
  )
})

const choices = { channelId: 'channels', orgId: 'orgs', planId: 'plans', productId: 'products' } as const

interface ReportFilterBarProps {
  report: Report
  calls: ReportCalls
  filters: ListFilters<ReportFilters>
}
