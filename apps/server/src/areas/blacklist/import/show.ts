import { fill, isProblem, type Language, type Problem, wordProblem } from '@kabao/contract'
import { type ImportColumn, type ImportRow, importHours } from '@kabao/contract/blacklist-import'
import { titleOf } from './columns.ts'
import type { StoredImport } from './queries.ts'
import { reasonOf } from './report.ts'

/** An import as its sender sees it, its reasons in his language. */
export function showImport(stored: StoredImport, language: Language): ImportRow {
  const { id, fileName, status, percent, rowsRead, report, result, createdAt, endedAt, checkedAt } = stored
  return {
    id,
    fileName,
    status,
    percent,
    rowsRead,
    result,
    createdAt,
    endedAt,
    problem: problemOf(stored, language),
    report: report && {
      ...report,
      rows: report.rows.map((row) => ({
        line: row.line,
        state: row.state,
        kind: row.kind,
        value: row.value,
        reason: reasonOf(row, language),
      })),
    },
    expiresAt:
      status === 'checked' && checkedAt !== null
        ? new Date(Date.parse(checkedAt) + importHours * 3_600_000).toISOString()
        : null,
  }
}

function problemOf({ problem, problemValues }: StoredImport, language: Language): string | null {
  return problem !== null && isProblem(problem) ? sentenceOf(problem, problemValues ?? {}, language) : null
}

/** Why an import has failed, in the reader's words. */
export function sentenceOf(
  problem: Problem,
  given: Record<string, string | number>,
  language: Language,
): string {
  const values = { ...given }
  if (typeof values.columns === 'string')
    values.columns = values.columns
      .split(',')
      .map((column) => titleOf(column as ImportColumn, language))
      .join(language === 'zh-CN' ? '、' : ', ')
  return fill(wordProblem(problem, language), values)
}
