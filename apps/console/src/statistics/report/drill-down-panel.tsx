import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import type { ReportCalls, ReportRecordsBody } from '@kabao/contract/statistics/report/calls'
import { figures } from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { useState } from 'react'
import { useAnswer } from '#kit/call/query.ts'
import { StatusTabs } from '#kit/choice/status-tabs.tsx'
import { SidePanel } from '#kit/form/side-panel.tsx'
import { formatFen, formatNumber } from '#kit/format.ts'
import { ShortPager } from '#kit/list/short-pager.tsx'
import { Failure } from '#kit/list/states.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './drill-down-panel.module.css'
import { figureMeaning, figureTitle } from './figure-title.ts'
import { periodText } from './period-text.ts'
import { RecordsTable } from './records-table.tsx'
import { type Asked, type DrillDown, withoutRows } from './report-kind.ts'

const size = 50
type Part = ReportRecordsBody['part']

/** The records behind a figure, page by page: as many, or as much money, as the figure says. */
export default function DrillDownPanel({
  report,
  calls,
  asked,
  drillDown,
  onTurn,
  onClose,
}: DrillDownPanelProps) {
  const { t } = useWords(reportPageWords)
  const { t: word } = useWords(reportWords)
  const [part, setPart] = useState<Part>('top')
  const [current, setCurrent] = useState(1)
  const figure = report.figures.find((name) => name === drillDown.figure) ?? report.chart
  const kind = figures[figure]
  const answer = useAnswer(
    calls.records,
    { body: { ...withoutRows(asked), ...drillDown, figure, part, current, size } },
    { placeholderData: (before) => before, meta: { isSilent: true } },
  )
  const { data, error, refetch } = answer
  const title = figureTitle(figure, false, word)
  const meaning = figureMeaning(figure, word)
  const turn = (side: DrillDown['side']) => {
    setCurrent(1)
    onTurn({ ...drillDown, side })
  }
  return (
    <SidePanel title={t('records.title', { figure: title })} onClose={onClose}>
      {meaning && <p className={classes.sum}>{meaning}</p>}
      <div className={classes.choices}>
        {drillDown.period !== undefined && <span>{periodText(drillDown.period, asked.grain)}</span>}
        {asked.compare !== 'none' && (
          <StatusTabs
            label={t('records.side')}
            tabs={(['now', 'before'] as const).map((value) => ({ value, label: t(`compare.${value}`) }))}
            value={drillDown.side}
            onChange={turn}
          />
        )}
        {'top' in kind && (
          <StatusTabs
            label={t('records.part')}
            tabs={(['top', 'bottom'] as const).map((value) => ({ value, label: t(`records.${value}`) }))}
            value={part}
            onChange={(next) => {
              setCurrent(1)
              setPart(next)
            }}
          />
        )}
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={8} />}
      {!error && data && (
        <>
          <Sum data={data} />
          {data.visitsFrom !== null && data.count > 0 ? (
            <p className={classes.none}>{t('records.notKept', { day: data.visitsFrom })}</p>
          ) : (
            data.records.length === 0 && <p className={classes.none}>{t('records.none')}</p>
          )}
          {data.records.length > 0 && <RecordsTable records={data.records} isMoney={data.fen !== null} />}
          <ShortPager
            current={current}
            last={Math.max(1, Math.ceil(data.total / size))}
            onTurn={setCurrent}
          />
        </>
      )}
    </SidePanel>
  )
}

interface DrillDownPanelProps {
  report: Report
  calls: Pick<ReportCalls, 'records'>
  asked: Asked
  drillDown: DrillDown
  /** Opens the same figure of the other days. */
  onTurn: (drillDown: DrillDown) => void
  onClose: () => void
}

/** How many records there are, and what they come to. */
function Sum({ data: { count, fen } }: { data: AnswerOf<ReportCalls['records']> }) {
  const { t, language } = useWords(reportPageWords)
  const number = formatNumber(count, language)
  return (
    <p className={classes.sum} role="status">
      {fen === null
        ? t('records.count', { count: number })
        : t('records.sum', { count: number, sum: formatFen(fen, language) })}
    </p>
  )
}
