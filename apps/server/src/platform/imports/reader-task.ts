import type { Problem } from '@kabao/contract'

/** The message that starts the reader's work. */
export interface ReaderTask {
  path: string
  format: 'csv' | 'xlsx'
  importId: string
  timeZone: string
  /** By the database's clock, in milliseconds. */
  now: number
  key: string
}

/** The messages of the reader. */
export type FromReader =
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
