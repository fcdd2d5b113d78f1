import type { Problem } from '@kabao/contract'

/** What the thread is told. */
export interface ThreadTask {
  path: string
  format: 'csv' | 'xlsx'
  importId: string
  timeZone: string
  key: string
}

/** What the thread says. */
export type FromThread =
  | { kind: 'piece'; bytes: Uint8Array; rows: number; share: number }
  | { kind: 'end'; rows: number }
  | { kind: 'problem'; problem: Problem; values: Record<string, string | number> }

/** Where the cells of a wrong row are sealed for. */
export const cellsPlace = 'blacklist_import_row.cells'

/** The columns that the thread's lines have, in their order. */
export const copyColumns = [
  'import_id',
  'line',
  'state',
  'kind',
  'value',
  'value_sealed',
  'reason',
  'expires_at',
  'remark',
  'problems',
  'cells_sealed',
]
