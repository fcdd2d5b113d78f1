import { figures } from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { memo, useMemo } from 'react'
import { useWords } from '#kit/words/words.ts'
import { type FigureCard, FigureCards } from './figure-cards.tsx'
import { changeText, figureText, noFigure, shortFigureText } from './figure-text.ts'
import { figureTitle } from './figure-title.ts'
import type { DrillDown, ReportPageAnswer } from './report-kind.ts'

/** The totals of a report with their change, each as a drill-down. */
export const TotalsCards = memo(function TotalsCards({
  report,
  answer,
  hasFailed,
  onOpen,
}: TotalsCardsProps) {
  const { t: word, language } = useWords(reportWords)
  const cards = useMemo(
    () =>
      report.figures.map((figure): FigureCard => {
        const { format } = figures[figure]
        const { value = null, before, change, percent } = answer?.totals[figure] ?? {}
        return {
          key: figure,
          title: figureTitle(figure, answer !== undefined && answer.days.from !== answer.days.to, word),
          short: answer ? shortFigureText(format, value, language) : hasFailed ? noFigure : '…',
          text: answer ? figureText(format, value, language) : '',
          ...(answer?.before && {
            change: {
              text: changeText(format, { change, percent }, language),
              before: figureText(format, before, language),
              direction: !change ? 'same' : change > 0 ? 'up' : 'down',
            },
          }),
          hasDrillDown: value !== null,
        }
      }),
    [report, answer, hasFailed, word, language],
  )
  return <FigureCards cards={cards} onOpen={(figure) => onOpen({ figure, side: 'now' })} />
})

interface TotalsCardsProps {
  report: Report
  /** Undefined until it is loaded. */
  answer: ReportPageAnswer | undefined
  hasFailed: boolean
  onOpen: (drillDown: DrillDown) => void
}
