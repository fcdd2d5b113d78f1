import { errorEvent, type TrendSpan, trendSpans } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { useMemo, useState } from 'react'
import {
  Chart,
  type ChartOptions,
  Failure,
  formatNumber,
  formatShortInstant,
  SelectField,
  Skeleton,
  useAnswer,
  useWords,
} from '#kit'
import { shortDay } from '#kit/short-day.ts'
import classes from './detail.module.css'

/** How often an error happened, as bars: an hour or a day each. */
export function Trend({ id }: { id: string }) {
  const { t } = useWords(errorEventWords)
  const [span, setSpan] = useState<TrendSpan>('hours24')
  const { data, error, refetch } = useAnswer(errorEvent.trend, { params: { id }, query: { span } })
  return (
    <section>
      <div className={classes.head}>
        <h3 className={classes.heading}>{t('trend.title')}</h3>
        <SelectField
          name="span"
          label={t('trend.period')}
          options={trendSpans.map((value) => ({ value, label: t(`trend.span.${value}`) }))}
          isRequired
          value={span}
          onChange={(next: TrendSpan) => setSpan(next)}
        />
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={4} />}
      {data && <Bars span={span} steps={data} />}
    </section>
  )
}

function Bars({ span, steps }: { span: TrendSpan; steps: readonly { at: string; count: number }[] }) {
  const { t, language } = useWords(errorEventWords)
  const text = t('trend.text', {
    count: formatNumber(
      steps.reduce((sum, { count }) => sum + count, 0),
      language,
    ),
    most: formatNumber(Math.max(0, ...steps.map(({ count }) => count)), language),
  })
  const options = useMemo<ChartOptions>(
    () => ({
      grid: { left: 8, right: 8, top: 12, bottom: 8, containLabel: true },
      tooltip: { trigger: 'axis' },
      xAxis: {
        type: 'category',
        data: steps.map(({ at }) => (span === 'hours24' ? formatShortInstant(at, language) : shortDay(at))),
      },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { name: t('field.count'), type: 'bar', barMaxWidth: 16, data: steps.map(({ count }) => count) },
      ],
    }),
    [steps, span, t, language],
  )
  return (
    <>
      <div className={classes.chart}>
        <Chart label={`${t('trend.title')}: ${text}`} options={options} />
      </div>
      <p className={classes.hint}>{text}</p>
    </>
  )
}
