import type { Problem } from '@kabao/contract'
import type { Places } from './head.ts'
import type { AnyImportRows, ImportColumn, Reading, SentRow } from './list-import.ts'

/** The problems of a row, by column. */
export type RowProblems = Readonly<Record<string, Problem>>

/** The cells of a row by column, as they were sent. */
export function sentRow(cells: readonly string[], places: Places): SentRow {
  const sent: Record<string, string> = {}
  for (const [column, at] of places) {
    const cell = cells[at]
    if (cell) sent[column] = cell
  }
  return sent
}

/** Checks a row by the same rules as the form. */
export function readRow(
  { columns, check }: AnyImportRows,
  sent: SentRow,
  given: Omit<Reading, 'row'>,
): { row: Record<string, unknown> } | { problems: RowProblems } {
  const problems: Record<string, Problem> = {}
  const row: Record<string, unknown> = {}
  const reading = { ...given, row }
  for (const name in columns) {
    const column = columns[name] as ImportColumn
    const cell = sent[name]
    if (cell === undefined) {
      if (column.isRequired) problems[name] = 'required'
      else row[name] = column.empty ?? null
      continue
    }
    const read = column.read(cell, reading)
    if (read === null) continue
    if ('value' in read) row[name] = read.value
    else problems[name] = read.problem
  }
  if (!hasAny(problems) && check) Object.assign(problems, check(row, reading))
  return hasAny(problems) ? { problems } : { row }
}

function hasAny(problems: RowProblems): boolean {
  for (const _ in problems) return true
  return false
}

/** The stored form of a row's problems: `value.phone,expiresAt.past`. */
export const storedProblems = (problems: RowProblems): string =>
  Object.entries(problems)
    .map(([column, problem]) => `${column}.${problem}`)
    .join()

export const readProblems = (stored: string): [string, Problem][] =>
  stored.split(',').map((each) => each.split('.') as [string, Problem])
