import type { Problem } from '@kabao/contract'

/** The message that starts the reader's work. */
export interface ReaderTask {
  path: string
  format: 'csv' | 'xlsx'
  importId: string
  /** `head`: only the titles and some cells below them. */
  part: 'head' | 'rows'
  /** By column, the title in the file; null: columns are found by their names. */
  titles: Readonly<Record<string, string>> | null
  timeZone: string
  /** By the database's clock, in milliseconds. */
  now: number
  key: string
}

/** The head of a file, as its sender sees it. */
export interface FileHead {
  /** Each title with the first cells below it, masked. */
  titles: { title: string; samples: string[] }[]
  /** By column, the title that is its name. */
  named: Record<string, string>
  /** Whether it has titles: where one is a number, the first people stand in their place. */
  hasTitles: boolean
  /** Whether it is our template or our workbook of wrong rows. */
  isOurs: boolean
}

/** The messages of the reader. */
export type FromReader =
  | { kind: 'head'; head: FileHead }
  | { kind: 'piece'; bytes: Uint8Array; rows: number; share: number }
  | { kind: 'end'; rows: number }
  | { kind: 'problem'; problem: Problem; values: Record<string, string | number> }
  /** An unexpected error. */
  | { kind: 'failure'; error: Error }

/** The purpose under which the cells of a wrong row are encrypted. */
export const cellsPurpose = 'import_row.cells'

/** The columns of the reader's lines, in their order. */
export const copyColumns = [
  'import_id',
  'line',
  'state',
  'key',
  'staged',
  'problems',
  'cells_sealed',
  'mask',
  'print',
]
