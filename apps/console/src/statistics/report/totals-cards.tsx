import type { Report } from '@kabao/contract/statistics/report/report'
import { memo } from 'react'
import { FigureCards } from './figure-cards.tsx'
import type { DrillDown, ReportPageAnswer } from './report-kind.ts'
import { useFigureCards } from './use-figure-cards.ts'

/** The totals of a report with their change, each as a drill-down. */
export const TotalsCards = memo(function TotalsCards({
  report,
  answer,
  hasFailed,
  onOpen,
}: TotalsCardsProps) {
  const isManyDays = answer !== undefined && answer.days.from !== answer.days.to
  const cells = answer?.totals ?? (hasFailed ? null : undefined)
  const cards = useFigureCards(report, cells, isManyDays, answer?.before != null)
  return <FigureCards cards={cards} onOpen={(figure) => onOpen({ figure, side: 'now' })} />
})

interface TotalsCardsProps {
  report: Report
  /** Undefined until it is loaded. */
  answer: ReportPageAnswer | undefined
  hasFailed: boolean
  onOpen: (drillDown: DrillDown) => void
}
