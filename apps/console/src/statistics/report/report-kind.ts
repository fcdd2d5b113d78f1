import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import type {
  ReportAsked,
  ReportCalls,
  ReportPage as ReportPageBody,
} from '@kabao/contract/statistics/report/calls'
import type { DrillDown } from '@kabao/contract/statistics/report/drill-down'
import type { ReportCell, ReportRow } from '@kabao/contract/statistics/report/rows'

/** The page of a report as the service answers it. */
export type ReportPageAnswer = AnswerOf<ReportCalls['page']>

export { type DrillDown, readDrillDown, writeDrillDown } from '@kabao/contract/statistics/report/drill-down'

/** What a report is asked for, as the address and its defaults have it. */
export type Asked = ReportAsked &
  Pick<ReportPageBody, 'across' | 'cellFigure'> & { by: 'both' | 'period' | 'dimension' }

/** A row of the table; the service names it by its period and its record. */
export interface TableRow extends Omit<ReportRow, 'id'> {
  /** Unique in the table. */
  id: string
  /** The record that the row is about. */
  rowId: string | null
}

/** Between the parts of a row's id. */
const between = '~'

export const tableRow = (row: ReportRow): TableRow => ({
  ...row,
  id: [row.period ?? '', row.id ?? ''].join(between),
  rowId: row.id,
})

/** The period and the record in the id of a row. */
export function partsOfRow(id: string | undefined): Pick<DrillDown, 'period' | 'rowId'> {
  const [period, rowId] = id?.split(between) ?? []
  return { ...(period && { period }), ...(rowId && { rowId }) }
}

export type Cells = Readonly<Record<string, ReportCell>>

/** What the chart and the records are asked for: all but how the rows are arranged. */
export function withoutRows({ by: _by, across: _across, cellFigure: _cell, ...asked }: Asked): ReportAsked {
  return asked
}
