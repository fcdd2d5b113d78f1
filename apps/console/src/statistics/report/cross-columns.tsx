import type { Language } from '@kabao/contract/kernel/language'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { useMemo } from 'react'
import type { Column } from '#kit/list/column.ts'
import { useWords } from '#kit/words/words.ts'
import { DrillDownFigure } from './drill-down-figure.tsx'
import { figureText } from './figure-text.ts'
import type { ReportWord } from './figure-title.ts'
import { periodText } from './period-text.ts'
import type { Asked, Cells, DrillDown, ReportPageAnswer, TableRow } from './report-kind.ts'
import { RowName, rowName } from './row-name.tsx'

type Cross = NonNullable<ReportPageAnswer['cross']>

/** The columns of a cross table: the record, a figure for each period or flow, and the totals of the rows. */
export function useCrossColumns(
  report: Report,
  { grain, across }: Pick<Asked, 'grain' | 'across'>,
  cross: Cross | null,
): Column<TableRow>[] {
  const { t: word, language } = useWords(reportWords)
  return useMemo(() => {
    if (!cross) return []
    const name: Column<TableRow> = {
      key: 'name',
      title: word(`dimension.${report.dimension}`),
      width: 168,
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
    const isFlow = across === 'flow'
    const titleOf = (column: string) => (isFlow ? flowTitle(column, word) : periodText(column, grain))
    return [
      name,
      id,
      ...cross.columns.map((column, index) =>
        cellColumn(cross, column, language, {
          key: `across${index + 1}`,
          title: titleOf(column),
          place: isFlow ? { ofFlow: column as NonNullable<DrillDown['ofFlow']> } : { period: column },
        }),
      ),
      cellColumn(cross, 'total', language, { key: 'total', title: word('total'), place: {} }),
    ]
  }, [report, grain, across, cross, language, word])
}

/** The cells of a row of a cross table by the keys of its columns, for a copy. */
export function cellOfColumn(cross: Cross, key: string, cells: Cells): Cells[string] | undefined {
  if (key === 'total') return cells.total
  const [, at] = /^across(\d+)$/.exec(key) ?? []
  const name = at && cross.columns[Number(at) - 1]
  return name ? cells[name] : undefined
}

const flowTitle = (flow: string, word: ReportWord) =>
  flow === 'none' ? word('nobody') : word(`flow.${flow}` as 'flow.full')

function cellColumn(
  { figure, totals }: Cross,
  name: string,
  language: Language,
  { key, title, place }: { key: string; title: string; place: Pick<DrillDown, 'period' | 'ofFlow'> },
): Column<TableRow> {
  const { format } = figures[figure as FigureName]
  const text = (cells: Cells) => figureText(format, cells[name]?.value, language)
  const drillDown = (cells: Cells) => (
    <DrillDownFigure
      figure={figure}
      text={text(cells)}
      late={cells[name]?.late}
      format={format}
      language={language}
      column={place}
    />
  )
  return {
    key: key as Column<TableRow>['key'],
    title,
    width: title.length > 12 ? 176 : 112,
    align: 'end',
    text: (row) => text(row.cells),
    render: (row) => drillDown(row.cells),
    renderTotal: () => drillDown(totals),
  }
}
