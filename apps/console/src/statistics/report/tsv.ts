import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { Column } from '#kit/list/column.ts'
import { nameOf, textOf } from '#kit/list/column.ts'
import { cellOfColumn } from './cross-columns.tsx'
import { plainFigure } from './figure-text.ts'
import type { Cells, ReportPageAnswer, TableRow } from './report-kind.ts'

type Cross = NonNullable<ReportPageAnswer['cross']>

/** Columns of a comparison, by the end of their key. */
const parts = { Before: 'before', Change: 'change', Percent: 'percent' } as const

/**
 * A table as text with tabs, which a spreadsheet takes as cells: head, rows, totals. Numbers have no separators.
 * @param totalName the name of the totals, below the first column
 * @param cross the columns and totals of a cross table
 */
export function toTsv(
  columns: readonly Column<TableRow>[],
  rows: readonly TableRow[],
  totals: Cells | undefined,
  totalName: string,
  cross: Cross | null = null,
): string {
  const below = cross ? cross.totals : totals
  const plainIn = (key: string, cells: Cells) =>
    cross ? plainCross(cross, key, cells) : plainCell(key, cells)
  const line = (cells: string[]) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')
  return [
    line(columns.map(nameOf)),
    ...rows.map((row) =>
      line(columns.map((column) => plainIn(column.key, row.cells) ?? textOf(column, row))),
    ),
    ...(below
      ? [line(columns.map(({ key }, index) => (index === 0 ? totalName : (plainIn(key, below) ?? ''))))]
      : []),
  ].join('\n')
}

/** Undefined if the column of a cross table is no figure. */
function plainCross(cross: Cross, key: string, cells: Cells): string | undefined {
  const cell = cellOfColumn(cross, key, cells)
  return cell && plainFigure(figures[cross.figure as FigureName].format, cell.value)
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
