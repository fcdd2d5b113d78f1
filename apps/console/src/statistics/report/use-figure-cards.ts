import { figures } from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { useMemo } from 'react'
import { useWords } from '#kit/words/words.ts'
import type { FigureCard } from './figure-cards.tsx'
import { changeText, figureText, noFigure, shortFigureText } from './figure-text.ts'
import { figureTitle } from './figure-title.ts'
import type { Cells } from './report-kind.ts'

/** The figures of a report as cards. @param cells undefined until they are loaded; null if that failed */
export function useFigureCards(
  report: Report,
  cells: Cells | undefined | null,
  isManyDays: boolean,
  isCompared: boolean,
): FigureCard[] {
  const { t: word, language } = useWords(reportWords)
  return useMemo(
    () =>
      report.figures.map((figure): FigureCard => {
        const { format } = figures[figure]
        const { value = null, before, change, percent } = cells?.[figure] ?? {}
        return {
          key: figure,
          title: figureTitle(figure, isManyDays, word),
          short: cells ? shortFigureText(format, value, language) : cells === null ? noFigure : '…',
          text: cells ? figureText(format, value, language) : '',
          ...(isCompared && {
            change: {
              text: changeText(format, { change, percent }, language),
              before: figureText(format, before, language),
              direction: !change ? 'same' : change > 0 ? 'up' : 'down',
            },
          }),
          hasDrillDown: value !== null,
        }
      }),
    [report, cells, isManyDays, isCompared, word, language],
  )
}
