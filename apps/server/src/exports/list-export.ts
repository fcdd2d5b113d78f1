import type { Language, Words } from '@kabao/contract'
import type { ExportFormat, ExportResource } from '@kabao/contract/export-body'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '#db/client'
import type { RowsQuery } from '#db/page'
import type { Settings } from '#settings/settings'
import type { CellKind } from '../sheet/sheet-xml.ts'
import type { Vault } from '../vault.ts'

export type { CellKind }

/** For whom and when a file is made. */
export interface ExportContext {
  language: Language
  format: ExportFormat
  /** The zone of the business, in which instants are written. */
  timezone: string
  /** The day there, `yyyy-mm-dd`. */
  today: string
  settings: Settings
  vault: Vault
}

/** One column of a file. */
export interface ExportColumn {
  title: Words
  kind: CellKind
  /** What stands in it, over the list's row, by its alias, and what the list joins; masked, and in the reader's language. */
  sql(context: ExportContext): RawBuilder<unknown>
  /** What it alone needs joined; it neither adds nor drops a row. */
  join?: RawBuilder<unknown>
  /** What the database cannot say: makes the cell of what it gave. It costs a file its fastest way. */
  read?(text: string, context: ExportContext): string
}

/** What every body of an export has. */
export interface ExportBody {
  format: ExportFormat
  columns: readonly string[]
}

/** Whose rows, and what it takes to find them. */
export interface Finding {
  db: Db
  vault: Vault
  settings: Settings
  /** Null: everybody's. */
  owner: string | null
}

/** How a list is exported. */
export interface ListExport<B extends ExportBody = ExportBody> {
  resource: ExportResource
  /** The body of its call. */
  body: z.ZodType<B>
  columns: Readonly<Record<B['columns'][number], ExportColumn>>
  /** The rows that the page call would show for this body, in its order; null where there can be none. */
  rows(finding: Finding, body: B): Promise<RowsQuery | null>
}

// biome-ignore lint/suspicious/noExplicitAny: what a list is given is checked by its own schema before it is used
export type AnyListExport = ListExport<any>
