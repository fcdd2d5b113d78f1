import { fill, inLanguage, type Language, wordProblem } from '@kabao/contract'
import { importWords } from '@kabao/contract/kernel/import.words'
import type { Vault } from '../keys/vault.ts'
import { columnsOf, titleOf } from './head.ts'
import type { AnyImportRows, SentRow } from './list-import.ts'
import { shownCell } from './masked-cells.ts'
import { cellsPurpose } from './reader-task.ts'
import { readProblems } from './row.ts'
import type { StoredImportRow } from './rows.ts'
import type { StoredReport } from './tasks.ts'

/** The rows that are not added, as the report stores them: masked as in the list. */
export const namedRows = (
  vault: Vault,
  list: AnyImportRows,
  rows: readonly StoredImportRow[],
): StoredReport['rows'] => {
  const { nameSent = cellsOf(list), nameStaged = cellsOf(list) } = list
  return rows.map((row) => ({
    line: row.line,
    state: row.state,
    named: row.staged === null ? nameSent(openCells(vault, row)) : nameStaged(row.staged, vault),
    problems: row.problems,
    wrong: wrongCells(vault, list, row),
    repeats: row.repeats,
  }))
}

/** What a report shows of a row without personal data: its cells or its staged values, as texts. */
const cellsOf = (list: AnyImportRows) => (cells: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(columnsOf(list).map((column) => [column, String(cells[column] ?? '').slice(0, 200)]))

export const openCells = (vault: Vault, { cellsSealed }: StoredImportRow): SentRow =>
  JSON.parse(vault.open(cellsSealed as Buffer, cellsPurpose))

/** The wrong cells of a row by column, masked, without the empty ones. */
function wrongCells(vault: Vault, { columns }: AnyImportRows, row: StoredImportRow): Record<string, string> {
  if (row.problems === null) return {}
  const sent = openCells(vault, row)
  return Object.fromEntries(
    readProblems(row.problems).flatMap(([column]) => {
      const cell = sent[column]
      return cell === undefined ? [] : [[column, shownCell(columns[column], cell, sent)]]
    }),
  )
}

/** The problem of each cell, in the caller's language. */
export const wrongOf = (
  rows: AnyImportRows,
  { problems, wrong }: Pick<StoredReport['rows'][number], 'problems' | 'wrong'>,
  language: Language,
): { title: string; value: string; problem: string }[] =>
  problems === null
    ? []
    : readProblems(problems).map(([column, problem]) => ({
        title: titleOf(rows, column, language),
        value: wrong[column] ?? '',
        problem: wordProblem(problem, language),
      }))

/** The problems of a row, in the caller's language. */
export function reasonOf(
  rows: AnyImportRows,
  { state, problems, repeats }: { state: string; problems: string | null; repeats: number | null },
  language: Language,
): string {
  const there = rows.words.tree.there[state]
  if (there) return inLanguage(there, language)
  if (problems === null) return fill(inLanguage(importWords.tree.repeats, language), { line: repeats ?? 0 })
  return readProblems(problems)
    .map(([column, problem]) =>
      fill(inLanguage(importWords.tree.atColumn, language), {
        column: titleOf(rows, column, language),
        problem: wordProblem(problem, language),
      }),
    )
    .join(inLanguage(importWords.tree.between, language))
}
