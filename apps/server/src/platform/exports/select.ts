import { inLanguage } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import { orderOf, partsOf, type RowsQuery } from '../db/page.ts'
import type { AnyListExport, CellKind, ExportBody, ExportColumn, ExportContext } from './list-export.ts'

/** The columns of a file, as its writer needs them. */
export interface Sheet {
  titles: string[]
  kinds: CellKind[]
  /** By column index: computes cells that SQL cannot. */
  reads: (((text: string) => string) | undefined)[]
}

/** The titles above the rows, and the kinds of their cells. */
export function sheetOf(list: AnyListExport, body: ExportBody, context: ExportContext): Sheet {
  const columns = columnsOf(list, body, context)
  return {
    titles: columns.map(({ title }) => inLanguage(title, context.language)),
    kinds: columns.map(({ kind }) => kind),
    reads: columns.map(({ read }) => read && ((text) => read(text, context))),
  }
}

/**
 * The query of a file's rows: its columns as text, masked and in the reader's language, in the list's order.
 * @param most the largest number of rows
 */
export function selectRows(
  list: AnyListExport,
  rows: RowsQuery,
  body: ExportBody,
  context: ExportContext,
  most: number,
): RawBuilder<unknown> {
  const columns = columnsOf(list, body, context)
  const cells = columns.map(
    (column, index) => sql`${cellOf(column, body, context)} as ${sql.id(`c${index}`)}`,
  )
  const joins = [rows.joins, ...columns.map(({ join }) => join)].filter((join) => join !== undefined)
  const { from, where } = partsOf(rows)
  return sql`select ${sql.join(cells)} from ${from} ${sql.join(joins, sql` `)} where ${where}
    ${orderOf(rows).order} limit ${most}`
}

function cellOf({ kind, read, sql: sqlOf }: ExportColumn, body: ExportBody, context: ExportContext) {
  const isText = kind === 'text' || kind === 'verbatim'
  // What `read` computes is masked, and has nothing that a program would change.
  return body.format === 'csv' && body.asText && isText && !read
    ? sql`(select ${asExcelText(sql`e.cell`)} from (select ${sqlOf(context)} as cell) e)`
    : sqlOf(context)
}

/** `="0012"` for a text that a program could take for a number or a date. A formula can have 255 characters in quotes. */
const asExcelText = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ '[0-9]' and ${text} ~ '^[ -~]{1,120}$'
    then '="' || replace(${text}, '"', '""') || '"' else ${text} end`

function columnsOf(list: AnyListExport, body: ExportBody, { settings }: ExportContext): ExportColumn[] {
  const columns: Readonly<Record<string, ExportColumn>> =
    list.columnsFor?.(body, settings) ?? (list.columns as Record<string, ExportColumn>)
  return body.columns.map((key) => columns[key] as ExportColumn)
}
