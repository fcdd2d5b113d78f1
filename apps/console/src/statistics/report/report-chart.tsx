import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { useMemo, useState } from 'react'
import { Chart } from '#kit/chart/chart.tsx'
import { useWords } from '#kit/words/words.ts'
import { ChartBrush } from './chart-brush.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { chartOptions } from './chart-options.ts'
import type { ChartData } from './series.ts'

const none: ReadonlySet<string> = new Set()

/** The chart of a report with the names of its series. The table of the report has all its figures as text. */
export default function ReportChart({ title, data, onChoose }: ReportChartProps) {
  const { t } = useWords(reportPageWords)
  const [hidden, setHidden] = useState(none)
  const options = useMemo(() => chartOptions(data, hidden), [data, hidden])
  const toggle = (key: string) =>
    setHidden((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  const chart = (
    <Chart label={`${t('chart.label', { figure: title })} ${t('chart.hint')}`} options={options} />
  )
  return (
    <>
      <ChartLegend label={t('chart.series')} series={data.series} hidden={hidden} onToggle={toggle} />
      <ChartBrush count={data.steps.length} isBanded={data.kind === 'stacked'} onChoose={onChoose}>
        {chart}
      </ChartBrush>
    </>
  )
}

interface ReportChartProps {
  title: string
  data: ChartData
  /** Called with the first and the last step that the reader has chosen in the chart; undefined if they cannot be chosen. */
  onChoose: ((first: number, last: number) => void) | undefined
}
