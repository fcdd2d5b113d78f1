import type { Problem, Words } from '@kabao/contract'
import type { ImportEndpoints, ImportWords } from '@kabao/contract/import'
import type { RawBuilder } from 'kysely'
import type { Db } from '#db/client'
import type { Vault } from '../vault.ts'

/** What the cells of a row are read with. */
export interface Reading {
  /** The zone of the business, in which a cell's day or time is meant. */
  timeZone: string
  /** In milliseconds; what lies before it has passed. */
  now: number
  /** What the columns before this one have given. */
  row: Readonly<Record<string, unknown>>
}

/** What comes of a cell; null where nothing can be said of it, because an earlier column is wrong. */
export type CellResult<V> = { value: V } | { problem: Problem } | null

/** One column of the table that is sent. */
export interface ImportColumn<V = unknown> {
  isRequired?: boolean
  /** What an empty cell of a column stands for that is not required. */
  empty?: V
  /** How wide it is in the template, in characters. Default 30. */
  width?: number
  /** The words that it takes, where these are few. */
  choices?: readonly Words[]
  read(cell: string, reading: Reading): CellResult<V>
  /** What a report shows of a wrong cell, in which anything may be meant to be personal. Default: long numbers masked. */
  mask?(cell: string, sent: SentRow): string
}

/** A value as it waits for the yes: what JSON holds; bytes as PostgreSQL writes them in a text (`\x…`). */
export type StagedValue = string | number | boolean | null
export type Staged = Readonly<Record<string, StagedValue>>
/** The cells of a row by their columns, as they were sent; empty ones are left out. */
export type SentRow = Readonly<Record<string, string>>

/**
 * How the rows of a file are read. A process of its own works with this half, so it imports nothing that needs the database.
 * `R` is a row as it is once its cells are read.
 */
export interface ImportRows<R extends object = Record<string, unknown>> {
  words: ImportWords
  /** In the order of the template; keys as in the words. */
  columns: { readonly [K in keyof R & string]: ImportColumn<R[K]> }
  /** What is wrong with a row all cells of which are right. */
  check?(row: R, reading: Reading): Partial<Record<keyof R & string, Problem>>
  /** By what two rows of a file are the same: the first of them is added. Nothing personal that the list keeps sealed. */
  keyOf(row: R, vault: Vault): string
  /** What waits for the yes; what the list keeps sealed is sealed here. Default: the row itself. */
  stage?(row: R, vault: Vault): Staged
  /** What the report shows of a row that repeats another, personal data masked. Default: what is staged. */
  nameStaged?(staged: Staged, vault: Vault): Record<string, unknown>
  /** The same of a wrong row, of which anything may be meant to be personal. Default: its cells. */
  nameSent?(sent: SentRow): Record<string, unknown>
}

/** How a list takes rows from a file: all that differs from list to list. */
export interface ListImport<R extends object = Record<string, unknown>> {
  /** Unique, camelCase. */
  name: string
  endpoints: ImportEndpoints
  rows: ImportRows<R>
  /** The file that starts the reader of these rows, `<name>.reader.ts`. */
  reader: string
  /** The page on which the dialog opens, by its name in the menu. */
  page: string
  /** What is staged, by its names, each with its type in PostgreSQL. */
  staged: Readonly<Record<string, string>>
  /**
   * The rows that are there already: `line` and `state`, one of those that the endpoints count.
   * @param rows the staged rows: `line` and a column for each staged name, in snake case
   */
  there(rows: RawBuilder<unknown>): RawBuilder<unknown>
  /** Adds rows, in the transaction of the yes; one that came meanwhile stays as it is. @returns how many were added */
  add(db: Db, rows: RawBuilder<unknown>, by: { adminId: string }): Promise<number>
}

/** An import as registries hold it, whatever its rows are. */
// biome-ignore lint/suspicious/noExplicitAny: rows are made and used by the list's own declaration alone
export type AnyListImport = ListImport<any>
// biome-ignore lint/suspicious/noExplicitAny: the same
export type AnyImportRows = ImportRows<any>

/** The permission point of a list's import. */
export const pointOf = ({ endpoints }: AnyListImport): string => endpoints.importStart.point as string

/** What the audit log and files call an import into a list. */
export const targetOf = ({ name }: AnyListImport, id: string) => ({ kind: `${name}Import`, id })
