import type { Language } from '@kabao/contract/kernel/language'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { useMemo } from 'react'
import { widthOfText } from '#kit/list/card.ts'
import type { Column } from '#kit/list/column.ts'
import { useNarrow } from '#kit/list/use-narrow.ts'
import { useWords } from '#kit/words/words.ts'
import { DrillDownFigure } from './drill-down-figure.tsx'
import { differenceText, figureText, noFigure, percentText } from './figure-text.ts'
import { figureMeaning, figureTitle } from './figure-title.ts'
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
      width: grain === 'week' ? 152 : 94,
      // The title of a card is the record.
      isSticky: !isNarrow || !hasRecord,
      text: (row) => periodText(row.period, grain),
    }
    const name: Column<TableRow> = {
      key: 'name',
      title: word(`dimension.${report.dimension}`),
      width: 124,
      grows: true,
      isSticky: true,
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
        const shown = isNarrow ? report.onCard : (report.inTable ?? report.figures)
        const isOptional = !shown.includes(figure)
        // The change is among all figures of the row, which a card opens.
        return compare === 'none' || isNarrow
          ? [
              {
                ...nowColumn(figure, title, totals, language),
                meaning: figureMeaning(figure, word),
                isOptional,
              },
            ]
          : comparedColumns(figure, title, totals, language, {
              title: (part) => t(`compare.${part}`),
              hint: (part) => word(`compared.${part}`, { figure: title }),
            }).map((column) => ({ ...column, isOptional }))
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
    width: Math.max(widthOf(format), headWidth(title)),
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

const widthOf = (format: string) => (format === 'fen' ? 100 : format === 'price' ? 88 : 76)

/** The width of a head whose words may be on two lines, with its padding and its arrows. */
const headWidth = (title: string) =>
  Math.max(widthOfText(title) / 2, ...title.split(' ').map(widthOfText)) * headSize + 36
/** The size of the text of a head as a share of that of the cells. */
const headSize = 13 / 14
