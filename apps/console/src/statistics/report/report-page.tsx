import { titleKey } from '@kabao/contract/app/menu'
import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import type { Days } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { lazy, memo, Suspense, useCallback } from 'react'
import { useNamed } from '#kit/detail/use-open.ts'
import { today } from '#kit/form/business-time.ts'
import { formatInstant } from '#kit/format.ts'
import { Pager } from '#kit/list/pager.tsx'
import { Page } from '#kit/page/page.tsx'
import { type FullKey, translate, useLanguage, useWords } from '#kit/words/words.ts'
import { ChartPart } from './chart-part.tsx'
import { Controls } from './controls.tsx'
import type { Asked, ReportPageAnswer } from './report-kind.ts'
import classes from './report-page.module.css'
import { ReportTabs } from './report-tabs.tsx'
import { ReportTable } from './table.tsx'
import { TotalsCards } from './totals-cards.tsx'
import { useDrillDown } from './use-drill-down.ts'
import { useReport } from './use-report.ts'

const DrillDownPanel = lazy(() => import('./drill-down-panel.tsx'))
const RowPanel = lazy(() => import('./row-panel.tsx'))

/** The page of a report, from its declaration: the other reports, what is counted, totals, chart and table. */
export const ReportPage = memo(function ReportPage({ report, calls }: ReportPageProps) {
  useLanguage()
  const key = `menu.${titleKey('Chart', report.page)}` as FullKey
  const title = translate(key)
  return (
    <Page title={title}>
      <ReportBody report={report} calls={calls} title={title} />
    </Page>
  )
})

function ReportBody({ report, calls, title }: ReportPageProps & { title: string }) {
  const { list, filters, asked, answer } = useReport(calls)
  const { drillDown, open, close } = useDrillDown()
  const { set: change, filter } = filters
  const set = useCallback(
    (values: Partial<Asked>) => change(values as Parameters<typeof change>[0]),
    [change],
  )
  const onRange = useCallback(({ from, to }: Days) => set({ preset: undefined, from, to }), [set])
  const errorOf = useCallback((name: string) => filter(name as 'from').error, [filter])
  const [isChartShown, showChart] = useChartShown()
  const [rowId, openRow] = useNamed('row')
  const row = rowId === null ? undefined : list.rows.find(({ id }) => id === rowId)
  return (
    <>
      <ReportTabs shown={report.name} />
      <Controls
        report={report}
        calls={calls}
        filters={filters}
        asked={asked}
        isChartShown={isChartShown}
        showChart={showChart}
        set={set}
        errorOf={errorOf}
      />
      <TotalsCards report={report} answer={answer} hasFailed={list.error !== null} onOpen={open} />
      {isChartShown && (
        <ChartPart
          report={report}
          calls={calls}
          asked={asked}
          isDue={answer !== undefined}
          onRange={onRange}
        />
      )}
      <ReportTable
        report={report}
        calls={calls}
        list={list}
        asked={asked}
        answer={answer}
        title={title}
        onOpen={open}
        onOpenRow={openRow}
      />
      <div className={classes.foot}>
        <UpTo answer={answer} compare={asked.compare} />
        <Pager list={list} />
      </div>
      <Suspense>
        {row && (
          <RowPanel
            report={report}
            asked={asked}
            row={row}
            isCompared={asked.compare !== 'none'}
            onOpen={open}
            onClose={() => openRow(null)}
          />
        )}
        {drillDown && (
          <DrillDownPanel
            key={drillDown.figure}
            report={report}
            calls={calls}
            asked={asked}
            drillDown={drillDown}
            onTurn={open}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

/** Whether the chart is shown, kept in the address; a low window has it folded, so that the rows are in sight. */
function useChartShown(): [isShown: boolean, show: (isShown: boolean) => void] {
  const [state, setState] = useNamed('chart')
  const isUsual = !window.matchMedia(lowWindow).matches
  const show = useCallback(
    (isShown: boolean) => setState(isShown === isUsual ? null : isShown ? 'on' : 'off'),
    [setState, isUsual],
  )
  return [state === null ? isUsual : state === 'on', show]
}
const lowWindow = '(max-height: 859px)'

/** How far the figures are counted. */
function UpTo({ answer, compare }: { answer: ReportPageAnswer | undefined; compare: Asked['compare'] }) {
  const { t } = useWords(reportPageWords)
  const { t: word, language } = useWords(reportWords)
  const isPart = answer !== undefined && compare !== 'none' && answer.days.to >= today()
  return (
    <p className={classes.upTo}>
      {answer?.upTo && word('upTo', { at: formatInstant(answer.upTo, language) })} {isPart && t('wholeDays')}
    </p>
  )
}

interface ReportPageProps {
  report: Report
  calls: ReportCalls
}
