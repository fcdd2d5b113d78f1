import type { Days } from '@kabao/contract/statistics/report/range'
import type { Column } from '#kit/list/column.ts'
import { rememberSettings, tableName } from '#kit/list/remembered.ts'
import type { Asked } from '../report/report-kind.ts'

/** In the address: the visible columns, separated by commas. */
export const columnsKey = 'columns'

/** The query of a link that shows a report as it is: its days do not move, and it has its own columns. */
export function linkQuery(asked: Asked, days: Days, sort: string, columns: readonly string[]): string {
  const { preset: _, from: _from, to: _to, ...rest } = asked
  const values = { ...days, ...rest, sort, [columnsKey]: columns.join() }
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(given).toString()
}

/**
 * The name under which the table of a link keeps its columns, apart from the reader's own. Stores those of the link there.
 * @param wanted of the address; null: the reader's own table
 */
export function tableOfLink<Row>(
  list: string,
  columns: readonly Column<Row>[],
  wanted: string | null,
): string {
  const keys: string[] = columns.map(({ key }) => key)
  const order = (wanted ?? '').split(',').filter((key) => keys.includes(key))
  if (order.length === 0) return list
  const name = tableName(list, 'link')
  const hidden = keys.filter((key) => !order.includes(key))
  rememberSettings(name, { order: [...order, ...hidden], hidden, widths: {}, density: 'normal' })
  return name
}
