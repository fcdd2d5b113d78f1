import type { Language, Words } from '@kabao/contract'
import type { ExportFormat, ExportResource } from '@kabao/contract/kernel/export-body'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../db/client.ts'
import type { RowsQuery } from '../db/page.ts'
import type { Vault } from '../keys/vault.ts'
import type { Settings } from '../settings/settings.ts'
import type { CellKind } from '../sheet/sheet-xml.ts'

export type { CellKind }

/** The reader and the time of an export. */
export interface ExportContext {
  language: Language
  format: ExportFormat
  /** The business time zone, in which instants are written. */
  timezone: string
  /** The current day in that zone, `yyyy-mm-dd`. */
  today: string
  settings: Settings
  vault: Vault
}

/** One column of a file. */
export interface ExportColumn {
  title: Words
  kind: CellKind
  /** The cell's SQL expression over the list's row, by its alias, and the list's joins; masked, and in the reader's language. */
  sql(context: ExportContext): RawBuilder<unknown>
  /** Joins that only this column needs; they neither add nor drop a row. */
  join?: RawBuilder<unknown>
  /** Computes the cell from the database's value, for what SQL cannot do. The file then cannot be a plain COPY, which is faster. */
  read?(text: string, context: ExportContext): string
}

/** The part that the bodies of all exports share. */
export interface ExportBody {
  format: ExportFormat
  asText?: boolean
  columns: readonly string[]
}

/** The owner whose rows are meant, and what the query needs to find them. */
export interface RowContext {
  db: Db
  vault: Vault
  settings: Settings
  /** Null: all rows. */
  owner: string | null
}

/** Defines how a list is exported. */
export interface ListExport<B extends ExportBody = ExportBody> {
  resource: ExportResource
  /** The body of its request. */
  body: z.ZodType<B>
  columns: Readonly<Record<B['columns'][number], ExportColumn>>
  /** The columns of this body, if they are not the same for all. */
  columnsFor?(body: B, settings: Settings): Readonly<Record<string, ExportColumn>>
  /** The rows that the list's page request shows for this body, in its order; null if there can be none. */
  rows(finding: RowContext, body: B): Promise<RowsQuery | null>
}

// biome-ignore lint/suspicious/noExplicitAny: the list's own schema checks its input before it is used
export type AnyListExport = ListExport<any>
