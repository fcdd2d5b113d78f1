import type { Problem, Words } from '@kabao/contract'
import type { ImportEndpoints, ImportWords } from '@kabao/contract/kernel/import'
import type { RawBuilder } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Vault } from '../keys/vault.ts'
import type { Compared } from './compared.ts'
import type { MayReveal } from './guesses.ts'

/** What the columns need to read their cells. */
export interface Reading {
  /** The business time zone, which the days and times in cells refer to. */
  timeZone: string
  /** The current time in milliseconds; a date before it is in the past. */
  now: number
  /** The values of the columns before this one. */
  row: Readonly<Record<string, unknown>>
}

/** Something that a cell may be. */
export interface AllowedValue {
  /** What is written: the name; if several have the name, the code. */
  value: string
  /** What it stands for: the name beside a code, the code or another name beside a name. */
  about: string
}

/** The value of a cell or its problem; null if the cell cannot be checked because an earlier column is wrong. */
export type CellResult<V> = { value: V } | { problem: Problem } | null

/** One column of the imported table. */
export interface ImportColumn<V = unknown> {
  isRequired?: boolean
  /** The value of an empty cell if the column is optional. */
  empty?: V
  /** Its width in the template, in characters. Default 30. */
  width?: number
  /** The words that the column accepts, if it is a choice. */
  choices?: readonly Words[]
  /** What the column accepts besides its choices, if it is the same for everybody: for the template. */
  allowed?(): readonly AllowedValue[]
  read(cell: string, reading: Reading): CellResult<V>
  /**
   * Masks a wrong cell for the report, because any text in it may be personal data. Default: long numbers are masked; in columns of days, numbers and
   * amounts only those that are phones or id numbers.
   */
  mask?(cell: string, sent: SentRow): string
}

/** A value as it is staged: what JSON can hold; bytes in PostgreSQL's text form (`\x…`). */
export type StagedValue = string | number | boolean | null
export type Staged = Readonly<Record<string, StagedValue>>
/** The cells of a row by column, as they were sent, without the empty ones. */
export type SentRow = Readonly<Record<string, string>>

/**
 * How the rows of a file are read. This half runs in a separate process, so it imports nothing that needs the database.
 * `R` is a row after its cells are read.
 */
export interface ImportRows<R extends object = Record<string, unknown>> {
  words: ImportWords
  /** The columns in the order of the template; the keys are those of the words. */
  columns: { readonly [K in keyof R & string]: ImportColumn<R[K]> }
  /** Checks a row whose cells are all right, and returns its problems. */
  check?(row: R, reading: Reading): Partial<Record<keyof R & string, Problem>>
  /** The key by which two rows of a file are equal; the first is added. It contains no personal data that the list encrypts. */
  keyOf(row: R, vault: Vault): string
  /** The phone or id number by which the dry run compares a row with people that we know. Default: it names nobody. */
  comparedBy?(row: R): Compared | null
  /** The staged values of a row; fields that the list encrypts are encrypted here. Default: the row itself. */
  stage?(row: R, vault: Vault): Staged
  /** Which of the staged values is encrypted, so that it can be encrypted anew when a data key is replaced. */
  sealed?: StagedSealed
  /** What the report shows of a repeated row, personal data masked. Default: the staged values. */
  nameStaged?(staged: Staged, vault: Vault): Record<string, unknown>
  /** What the report shows of a wrong row, in which any text may be personal data. Default: its cells. */
  nameSent?(sent: SentRow): Record<string, unknown>
}

/** A staged value that is encrypted, beside its fingerprint. */
export interface StagedSealed {
  /** The staged names of the encrypted value, and of the fingerprint under the key before. */
  names: { value: string; before: string }
  /** What it is encrypted for. */
  place: string
  /** The same row with the value encrypted anew. */
  restage(staged: Staged, plain: string, vault: Vault): Staged
  /** The key of such a row. */
  keyOf(staged: Staged): string
}

/** The import of rows from a file into a list: everything that differs from list to list. */
export interface ListImport<R extends object = Record<string, unknown>> {
  /** The name of the list: unique, camelCase. */
  name: string
  endpoints: ImportEndpoints
  rows: ImportRows<R>
  /** The entry file of the reader process for these rows, `<name>.reader.ts`. */
  reader: string
  /** The name in the menu of the page with the import dialog. */
  page: string
  /** The tab of that page, if it has several. */
  tab?: string
  /** The staged values by which a row is compared besides `comparedBy`, as it has them: the mask, and the print of the value. */
  alsoCompared?: { mask: string; print: string }
  /** How many rows one statement adds. Default: 20,000. */
  rowsAtOnce?: number
  /** Who may be told of everybody in a file, if its rows name people (`comparedBy`). */
  mayReveal?: MayReveal
  /**
   * For columns that name records, a query of those that a sender may name, for the template: `value` and `about` as in `AllowedValue`.
   * The first ones are listed.
   */
  allowed?: Readonly<Record<string, (adminId: RawBuilder<unknown>) => RawBuilder<unknown>>>
  /** The names of the staged values, each with its PostgreSQL type. */
  staged: Readonly<Record<string, string>>
  /**
   * A query of the rows that the list already has: `line`, and `state`, one of those that the endpoints count.
   * @param rows the staged rows: `line` and a column for each staged name, in snake case
   * @param adminId who sent the file, for a list with a data scope
   */
  there(rows: RawBuilder<unknown>, adminId: RawBuilder<unknown>): RawBuilder<unknown>
  /** The states of such rows that the report names too, each with the label of its state as the reason. Default: none. */
  namesThere?: readonly string[]
  /**
   * Does what the sender chose with rows that the list already has, in the same transaction after `add`, once for the whole file.
   * @param rowsIn the staged rows of a state @param choices by state; a choice that the sender did not make is the first
   * @returns how many were added, and how many changed
   */
  settle?(
    db: Db,
    rowsIn: (state: string) => RawBuilder<unknown>,
    by: { adminId: string; choices: Readonly<Record<string, string>> },
  ): Promise<{ added: number; changed: number }>
  /** Adds rows, in the transaction of the commit; rows that were added in between stay as they are. @returns how many were added */
  add(db: Db, rows: RawBuilder<unknown>, by: { adminId: string; importId: string }): Promise<number>
}

/** An import with rows of any type, as registries hold it. */
// biome-ignore lint/suspicious/noExplicitAny: only the list's own declaration creates and uses its rows
export type AnyListImport = ListImport<any>
// biome-ignore lint/suspicious/noExplicitAny: the same
export type AnyImportRows = ImportRows<any>

/** The permission point of a list's import. */
export const pointOf = ({ endpoints }: AnyListImport): string => endpoints.importStart.point as string

/** The kind of an import's target in the audit log and of its owner in the table of files. */
export const targetOf = ({ name }: AnyListImport, id: string) => ({ kind: `${name}Import`, id })
