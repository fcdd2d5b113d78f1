import type { Problem } from '@kabao/contract'

/** What the reader is told. */
export interface ReaderTask {
  path: string
  format: 'csv' | 'xlsx'
  importId: string
  timeZone: string
  key: string
}

/** What the reader says. */
export type FromReader =
  | { kind: 'piece'; bytes: Uint8Array; rows: number; share: number }
  | { kind: 'end'; rows: number }
  | { kind: 'problem'; problem: Problem; values: Record<string, string | number> }
  /** What it did not expect. */
  | { kind: 'failure'; error: Error }

/** Where the cells of a wrong row are sealed for. */
export const cellsPlace = 'import_row.cells'

/** The columns that the reader's lines have, in their order. */
export const copyColumns = ['import_id', 'line', 'state', 'key', 'staged', 'problems', 'cells_sealed']
