import { titleKey } from '@kabao/contract/app/menu'
import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import type { Days } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { lazy, memo, Suspense, useCallback } from 'react'
import { Pager } from '#kit/list/pager.tsx'
import { Page } from '#kit/page/page.tsx'
import { type FullKey, translate, useLanguage } from '#kit/words/words.ts'
import { ChartPart } from './chart-part.tsx'
import { Controls } from './controls.tsx'
import { ReportFilterBar } from './filters.tsx'
import type { Asked } from './report-kind.ts'
import { ReportTable } from './table.tsx'
import { TotalsCards } from './totals-cards.tsx'
import { useDrillDown } from './use-drill-down.ts'
import { useReport } from './use-report.ts'

const DrillDownPanel = lazy(() => import('./drill-down-panel.tsx'))

/** The page of a report, from its declaration: what is counted, totals, chart and table. */
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
  return (
    <>
      <Controls report={report} asked={asked} upTo={answer?.upTo} set={set} errorOf={errorOf} />
      <ReportFilterBar report={report} calls={calls} filters={filters} />
      <TotalsCards report={report} answer={answer} hasFailed={list.error !== null} onOpen={open} />
      <ChartPart report={report} calls={calls} asked={asked} onRange={onRange} />
      <ReportTable
        report={report}
        calls={calls}
        list={list}
        asked={asked}
        answer={answer}
        title={title}
        onOpen={open}
      />
      <Pager list={list} />
      <Suspense>
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

interface ReportPageProps {
  report: Report
  calls: ReportCalls
}
