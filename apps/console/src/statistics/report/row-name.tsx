import { pathOfPage } from '@kabao/contract/app/menu'
import type { Grain } from '@kabao/contract/statistics/report/range'
import { filterOf, type Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { Link, useLocation } from 'react-router'
import { usePermission } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import type { ReportWord } from './figure-title.ts'
import type { TableRow } from './report-kind.ts'
import classes from './table.module.css'

/** The name of the record of a row. */
export function rowName({ name, rowId }: Pick<TableRow, 'name' | 'rowId'>, word: ReportWord): string {
  if (rowId === null) return ''
  return name ?? (rowId === '0' ? word('nobody') : word('gone', { id: rowId }))
}

/** The name of a record; it leads to the report that goes deeper, for the same days and this record. */
export function RowName({ row, report, grain }: { row: TableRow; report: Report; grain: Grain }) {
  const { t: word } = useWords(reportWords)
  const { search } = useLocation()
  const { drillDown, dimension } = report
  const may = usePermission(`${drillDown}:page`)
  const name = rowName(row, word)
  const path = drillDown && pathOfPage(`Chart${drillDown.slice('report'.length)}`)
  if (!path || !may || dimension === 'none' || row.rowId === null || row.rowId === '0') return name
  const query = new URLSearchParams(search)
  for (const key of [...query.keys()]) if (!kept.has(key)) query.delete(key)
  query.set(filterOf[dimension], row.rowId)
  if (row.period && grain === 'day') {
    query.delete('preset')
    query.set('from', row.period)
    query.set('to', row.period)
  }
  return (
    <Link className={classes.name} to={`${path}?${query}`} tabIndex={-1}>
      {name}
    </Link>
  )
}

/** What a deeper report is asked for like this one. */
const kept: ReadonlySet<string> = new Set(['preset', 'from', 'to', 'way', 'compare'])
