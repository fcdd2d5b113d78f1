import { fill, inLanguage, type Language, wordProblem } from '@kabao/contract'
import { importWords } from '@kabao/contract/kernel/import.words'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { Vault } from '../keys/vault.ts'
import { columnsOf, titleOf } from './head.ts'
import type { AnyImportRows, SentRow } from './list-import.ts'
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
      const mask = columns[column]?.mask ?? maskLongNumbers
      return cell === undefined ? [] : [[column, mask(cell, sent).slice(0, mostShown)]]
    }),
  )
}

/** The most characters shown of a wrong cell. */
const mostShown = 60
/** Seven digits or more, grouped in any way; dates and times do not match, because other characters separate their groups. */
const longNumber = /\d(?:[\s().-]?\d){6,}[Xx]?/g
const day = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T\s]+\d{1,2}:\d{2}(?::\d{2})?)?$/

const maskLongNumbers = (cell: string): string =>
  day.test(cell) ? cell : maskText(cell).replace(longNumber, maskUnknown)

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

/** `138****567`: a malformed number shows no more digits than a valid one. */
export const maskUnknown = (value: string): string => {
  const signs = [...value.replace(/\s/g, '')]
  if (signs.length === 0) return ''
  const end = Math.max(0, Math.min(4, signs.length - 7))
  return `${signs.slice(0, 3).join('')}****${end > 0 ? signs.slice(-end).join('') : ''}`
}

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
