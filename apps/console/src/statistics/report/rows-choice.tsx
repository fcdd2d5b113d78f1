import { crossings, rowKinds } from '@kabao/contract/statistics/report/calls'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { SelectField } from '#kit/form/select-field.tsx'
import { useWords } from '#kit/words/words.ts'
import type { Asked } from './report-kind.ts'

/** What a row of a report is, or that it is a cross table, and what its columns are then. */
export function RowsChoice({ report, by, across, error, set }: RowsChoiceProps) {
  const { t } = useWords(reportPageWords)
  const { t: word } = useWords(reportWords)
  // A report of one flow has no columns by flow.
  const offered = crossings.filter((each) => each === 'period' || report.flow === undefined)
  return (
    <SelectField
      name="by"
      label={word('field.by')}
      options={[
        ...rowKinds.map((each) => ({ value: each, label: word(`by.${each}`) })),
        ...offered.map((each) => ({ value: `across-${each}`, label: t(`cross.${each}`) })),
      ]}
      value={across ? `across-${across}` : by}
      isRequired
      error={error}
      onChange={(next: string) => {
        const crossing = crossings.find((each) => next === `across-${each}`)
        // A cross table is in the order of its totals and compares nothing.
        const rows = crossing ? { compare: undefined, sort: undefined } : { by: next as Asked['by'] }
        set({ ...rows, across: crossing, ...(!crossing && { cellFigure: undefined }) } as Partial<Asked>)
      }}
    />
  )
}

interface RowsChoiceProps {
  report: Report
  by: Asked['by']
  across: Asked['across']
  error: string | undefined
  /** Changes what is asked for, at once. */
  set: (values: Partial<Asked>) => void
}
