import type { Language } from '@kabao/contract/kernel/language'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { useMemo } from 'react'
import type { Column } from '#kit/list/column.ts'
import { useNarrow } from '#kit/list/use-narrow.ts'
import { useWords } from '#kit/words/words.ts'
import { DrillDownFigure } from './drill-down-figure.tsx'
import { differenceText, figureText, noFigure, percentText } from './figure-text.ts'
import { figureTitle } from './figure-title.ts'
import { periodText } from './period-text.ts'
import type { Asked, Cells, TableRow } from './report-kind.ts'
import { RowName, rowName } from './row-name.tsx'

/** The columns of a report: the period and the record of a row, then its figures, each with its comparison. */
export function useReportColumns(
  report: Report,
  { by, grain, compare }: Pick<Asked, 'by' | 'grain' | 'compare'>,
  totals: Cells | undefined,
  isManyDays: boolean,
): Column<TableRow>[] {
  const { t } = useWords(reportPageWords)
  const { t: word, language } = useWords(reportWords)
  const isNarrow = useNarrow()
  return useMemo(() => {
    const hasRecord = report.dimension !== 'none' && by !== 'period'
    const hasPeriod = by !== 'dimension' || report.dimension === 'none'
    const period: Column<TableRow> = {
      key: 'period',
      title: word('field.period'),
      width: grain === 'week' ? 168 : 112,
      isSticky: true,
      text: (row) => periodText(row.period, grain),
    }
    const name: Column<TableRow> = {
      key: 'name',
      title: word(`dimension.${report.dimension}`),
      width: 168,
      // On a narrow screen two pinned columns would leave no room for figures.
      isSticky: !isNarrow || !hasPeriod,
      text: (row) => rowName(row, word),
      render: (row) => <RowName row={row} report={report} grain={grain} />,
    }
    const id: Column<TableRow> = {
      key: 'id',
      title: word('field.id'),
      width: 96,
      isOptional: true,
      text: ({ rowId }) => rowId ?? '',
    }
    return [
      ...(hasPeriod ? [period] : []),
      ...(hasRecord ? [name, id] : []),
      ...report.figures.flatMap((figure) => {
        const title = figureTitle(figure, isManyDays, word)
        return compare === 'none'
          ? [nowColumn(figure, title, totals, language)]
          : comparedColumns(figure, title, totals, language, {
              title: (part) => t(`compare.${part}`),
              hint: (part) => word(`compared.${part}`, { figure: title }),
            })
      }),
    ]
  }, [report, by, grain, compare, totals, isManyDays, language, t, word, isNarrow])
}

type Part = 'now' | 'before' | 'change' | 'percent'

/** The column of a figure itself. */
function nowColumn(
  figure: FigureName,
  title: string,
  totals: Cells | undefined,
  language: Language,
): Column<TableRow> {
  const { format } = figures[figure]
  const text = (cells: Cells) => figureText(format, cells[figure]?.value, language)
  const drillDown = (cells: Cells, isFirst = false) => (
    <DrillDownFigure
      figure={figure}
      text={text(cells)}
      late={cells[figure]?.late}
      format={format}
      language={language}
      isReached={isFirst}
    />
  )
  return {
    key: figure as Column<TableRow>['key'],
    title,
    width: widthOf(format),
    align: 'end',
    text: (row) => text(row.cells),
    render: (row) => drillDown(row.cells),
    renderTotal: () => totals && drillDown(totals, true),
  }
}

/** A figure in four columns below its title: now, before, and the change. */
function comparedColumns(
  figure: FigureName,
  title: string,
  totals: Cells | undefined,
  language: Language,
  words: { title: (part: Part) => string; hint: (part: Exclude<Part, 'now'>) => string },
): Column<TableRow>[] {
  const { format } = figures[figure]
  const column = (
    part: Exclude<Part, 'now'>,
    key: string,
    text: (cells: Cells) => string,
    width = widthOf(format),
  ): Column<TableRow> => {
    const drillDown = (cells: Cells) => {
      const shown = text(cells)
      return shown === noFigure ? (
        noFigure
      ) : (
        <DrillDownFigure
          figure={figure}
          side={part === 'before' ? 'before' : 'now'}
          text={shown}
          hint={words.hint(part)}
        />
      )
    }
    return {
      key: key as Column<TableRow>['key'],
      title: words.title(part),
      group: title,
      width,
      align: 'end',
      text: (row) => text(row.cells),
      render: (row) => drillDown(row.cells),
      renderTotal: () => totals && drillDown(totals),
    }
  }
  return [
    { ...nowColumn(figure, title, totals, language), title: words.title('now'), group: title },
    column('before', `${figure}Before`, (cells) => figureText(format, cells[figure]?.before, language)),
    column('change', `${figure}Change`, (cells) => differenceText(format, cells[figure]?.change, language)),
    column('percent', `${figure}Percent`, (cells) => percentText(cells[figure]?.percent, language), 92),
  ]
}

const widthOf = (format: string) => (format === 'fen' || format === 'price' ? 124 : 100)
