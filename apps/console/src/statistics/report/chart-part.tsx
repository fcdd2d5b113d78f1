import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import type { FigureName } from '@kabao/contract/statistics/report/figures'
import type { Days } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { memo, useMemo, useRef } from 'react'
import { useAnswer } from '#kit/call/query.ts'
import { useNamed } from '#kit/detail/use-open.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { Failure } from '#kit/list/states.tsx'
import { useInSight } from '#kit/page/use-in-sight.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './chart.module.css'
import { chartData } from './chart-data.ts'
import { figureTitle } from './figure-title.ts'
import { periodsIn } from './periods.ts'
import ReportChart from './report-chart.tsx'
import { type Asked, withoutRows } from './report-kind.ts'

/** The chart of one figure over the table; asked for and drawn when it is in sight and the browser has nothing else to do. */
export const ChartPart = memo(function ChartPart({ report, calls, asked, isDue, onRange }: ChartPartProps) {
  const { t } = useWords(reportPageWords)
  const { t: word, language } = useWords(reportWords)
  const [chosen, choose] = useNamed('figure')
  const figure = report.figures.find((name) => name === chosen) ?? report.chart
  const box = useRef<HTMLDivElement>(null)
  const isInSight = useInSight(box, isDue)
  const { data, error, refetch } = useAnswer(
    calls.chart,
    { body: { ...withoutRows(asked), figure } },
    { enabled: isInSight, placeholderData: (before) => before, meta: { isSilent: true } },
  )
  const drawn = useMemo(
    () => data && chartData(data, report.chartKind, asked.grain, word, language),
    [data, report, asked.grain, word, language],
  )
  const days = data?.days
  const { grain } = asked
  const onChoose = useMemo(() => {
    if (!days || grain === 'hour') return undefined
    return (first: number, last: number) => {
      const periods = periodsIn(days, grain)
      const [one, other] = [periods[first], periods[last]]
      if (one && other) onRange({ from: one.days.from, to: other.days.to })
    }
  }, [days, grain, onRange])
  const title = figureTitle((data?.figure ?? figure) as FigureName, days?.from !== days?.to, word)

  return (
    <section ref={box} className={classes.box} aria-label={t('chart.label', { figure: title })}>
      <div className={classes.head}>
        <SelectField
          name="figure"
          label={t('chart.figure')}
          isRequired
          value={figure}
          options={report.figures.map((value) => ({ value, label: word(`figure.${value}`) }))}
          onChange={(next: FigureName) => choose(next === report.chart ? null : next)}
        />
      </div>
      <div className={classes.space}>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {drawn?.series.length === 0 && <p className={classes.nothing}>{t('chart.nothing')}</p>}
        {drawn && drawn.series.length > 0 && <ReportChart title={title} data={drawn} onChoose={onChoose} />}
      </div>
    </section>
  )
})

interface ChartPartProps {
  report: Report
  calls: Pick<ReportCalls, 'chart'>
  asked: Asked
  /** Whether the rows have come, which are first. */
  isDue: boolean
  /** Sets the range to days that the reader has chosen in the chart. */
  onRange: (days: Days) => void
}
