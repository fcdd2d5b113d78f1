import { fill, isProblem, type Language, type Problem, wordProblem } from '@kabao/contract'
import { type ImportTask, importHours } from '@kabao/contract/kernel/import'
import { titleOf } from './head.ts'
import type { AnyImportRows, AnyListImport } from './list-import.ts'
import { reasonOf, wrongOf } from './report.ts'
import type { StoredImport, StoredReport } from './tasks.ts'

/** An import as its sender sees it, with the reasons in the sender's language. */
export function showImport({ rows }: AnyListImport, stored: StoredImport, language: Language): ImportTask {
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
    problem: problemOf(rows, stored, language),
    report: report && showReport(rows, report, language),
    expiresAt:
      status === 'checked' && checkedAt !== null
        ? new Date(Date.parse(checkedAt) + importHours * 3_600_000).toISOString()
        : null,
  }
}

/** A count for each state that the list counts. */
function showReport(list: AnyImportRows, { counts, rows }: StoredReport, language: Language) {
  const none = Object.keys(list.words.tree.there).map((state) => [state, 0])
  return {
    new: 0,
    ...Object.fromEntries(none),
    repeated: 0,
    wrong: 0,
    ...counts,
    rows: rows.map((row) => ({
      line: row.line,
      state: row.state === 'wrong' || row.state === 'repeated' ? row.state : ('there' as const),
      ...row.named,
      reason: reasonOf(list, row, language),
      wrong: wrongOf(list, row, language),
    })),
  }
}

function problemOf(
  rows: AnyImportRows,
  { problem, problemValues }: StoredImport,
  language: Language,
): string | null {
  return problem !== null && isProblem(problem)
    ? sentenceOf(rows, { problem, values: problemValues ?? {} }, language)
    : null
}

/** Why an import has failed, in the caller's language. */
export function sentenceOf(
  rows: AnyImportRows,
  { problem, values: given }: { problem: Problem; values: Record<string, string | number> },
  language: Language,
): string {
  const values = { ...given }
  if (typeof values.columns === 'string')
    values.columns = values.columns
      .split(',')
      .map((column) => titleOf(rows, column, language))
      .join(language === 'zh-CN' ? '、' : ', ')
  return fill(wordProblem(problem, language), values)
}
