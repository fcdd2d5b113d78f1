import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { mostFilterIds } from '@kabao/contract/statistics/report/filter-shape'
import type { Report, ReportFilter } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { ChoicesFilter } from '#kit/choice/choices-filter.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import type { Input } from '#kit/form/input.ts'
import { RegionField } from '#kit/form/region-field.tsx'
import { useWords } from '#kit/words/words.ts'

const choices = { channelId: 'channels', orgId: 'orgs', planId: 'plans', productId: 'products' } as const

/** The filters of a report as fields of a form: none chosen is everything. */
export function ReportFields({ report, calls, field }: ReportFieldsProps) {
  const { t: word } = useWords(reportWords)
  const { t } = useWords(reportAlertWords)
  return (
    <FormRow>
      {report.filters.map((name) => {
        const common = { label: word(`field.${name}`), placeholder: t('everything'), ...field(name) }
        if (name === 'cityCode') return <RegionField key={name} {...common} />
        return <ChoicesFilter key={name} use={calls[choices[name]]} most={mostFilterIds} {...common} />
      })}
    </FormRow>
  )
}

interface ReportFieldsProps {
  report: Report
  calls: ReportCalls
  field: (name: ReportFilter) => Input<string | undefined>
}
