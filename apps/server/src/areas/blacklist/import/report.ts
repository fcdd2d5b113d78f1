import { fill, inLanguage, type Language, wordProblem } from '@kabao/contract'
import type { BlacklistKind } from '@kabao/contract/blacklist'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { maskIdNumber, maskPhone } from '@kabao/contract/personal'
import type { Vault } from '../../../vault.ts'
import { whole } from '../entry.ts'
import { readKind, titleOf } from './columns.ts'
import type { StoredImportRow, StoredReport } from './queries.ts'
import { cellsPlace } from './reader-task.ts'
import { readProblems, type SentRow } from './row.ts'

/** Rows that are not added, as a report keeps them: masked as the list masks them. */
export const reportOf = (vault: Vault, rows: readonly StoredImportRow[]): StoredReport['rows'] =>
  rows.map((row) => {
    const { line, state, problems, repeats } = row
    const { kind, value } = row.state === 'wrong' ? sentOf(vault, row) : goodOf(vault, row)
    return { line, state, kind, value, problems, repeats }
  })

export const openCells = (vault: Vault, { cellsSealed }: StoredImportRow): SentRow =>
  JSON.parse(vault.open(cellsSealed as Buffer, cellsPlace))

function sentOf(vault: Vault, row: StoredImportRow) {
  const sent = openCells(vault, row)
  const kind = (sent.kind && readKind(sent.kind)) || null
  const value = sent.value ?? ''
  // What has no kind may be meant to be a person's.
  return { kind, value: kind === 'device' || kind === 'ip' ? value.slice(0, 200) : maskUnknown(value) }
}

function goodOf(vault: Vault, row: StoredImportRow) {
  const kind = row.kind as BlacklistKind
  const value = whole(vault, { value: row.value as string, valueSealed: row.valueSealed })
  const mask = { phone: maskPhone, idNumber: maskIdNumber, device: String, ip: String }[kind]
  return { kind, value: mask(value) }
}

/** `138****567`: of a number that is none no more is shown than of one that is. */
export const maskUnknown = (value: string): string => {
  const signs = [...value.replace(/\s/g, '')]
  if (signs.length === 0) return ''
  const end = Math.max(0, Math.min(4, signs.length - 7))
  return `${signs.slice(0, 3).join('')}****${end > 0 ? signs.slice(-end).join('') : ''}`
}

/** What is wrong with a row, in the reader's words. */
export function reasonOf(
  { problems, repeats }: { problems: string | null; repeats: number | null },
  language: Language,
): string {
  if (problems === null)
    return fill(inLanguage(blacklistImportWords.tree.repeats, language), { line: repeats ?? 0 })
  return readProblems(problems)
    .map(([column, problem]) =>
      fill(inLanguage(blacklistImportWords.tree.atColumn, language), {
        column: titleOf(column, language),
        problem: wordProblem(problem, language),
      }),
    )
    .join(inLanguage(blacklistImportWords.tree.between, language))
}
