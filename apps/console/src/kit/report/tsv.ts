import { type FigureName, figures } from '@kabao/contract/report/figures'
import type { Column } from '../list/column.ts'
import { nameOf, textOf } from '../list/column.ts'
import { plainFigure } from './figure-text.ts'
import type { Cells, TableRow } from './report-kind.ts'

/** Columns of a comparison, by the end of their key. */
const parts = { Before: 'before', Change: 'change', Percent: 'percent' } as const

/**
 * A table as text with tabs, which a spreadsheet takes as cells: head, rows, totals. Numbers have no separators.
 * @param totalName the name of the totals, below the first column
 */
export function toTsv(
  columns: readonly Column<TableRow>[],
  rows: readonly TableRow[],
  totals: Cells | undefined,
  totalName: string,
): string {
  const line = (cells: string[]) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')
  return [
    line(columns.map(nameOf)),
    ...rows.map((row) =>
      line(columns.map((column) => plainCell(column.key, row.cells) ?? textOf(column, row))),
    ),
    ...(totals
      ? [line(columns.map(({ key }, at) => (at === 0 ? totalName : (plainCell(key, totals) ?? ''))))]
      : []),
  ].join('\n')
}

/** Undefined if the column is no figure. */
function plainCell(key: string, cells: Cells): string | undefined {
  if (key in figures) return plainFigure(figures[key as FigureName].format, cells[key]?.value)
  const [end, part] = Object.entries(parts).find(([end]) => key.endsWith(end)) ?? []
  const name = end && key.slice(0, -end.length)
  if (!name || !part || !(name in figures)) return undefined
  const format = part === 'percent' ? 'rate' : figures[name as FigureName].format
  return plainFigure(format, cells[name]?.[part])
}
