import { fill, inLanguage, isProblem, type Language, wordProblem } from '@kabao/contract'
import { paymentProviderWords } from '@kabao/contract/payment/payment-provider.words'
import type { ReconcileChecked, ReconcileDetail, ReconcileRow } from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { reconcileBillWords } from '@kabao/contract/reconcile/reconcile-bill.words'
import { reconcileListWords } from '@kabao/contract/reconcile/reconcile-list.words'
import type { StoredCheck, StoredRow } from './queries.ts'

const { bill: billProblems, unknown: unknownReasons } = paymentProviderWords.tree
const downloadProblems = reconcileWords.tree.download
const listProblems = reconcileWords.tree.list
const columnWords: Record<string, readonly [string, string]> = {
  ...reconcileBillWords.tree.column,
  ...reconcileListWords.tree.column,
}

/** A comparison as lists show it, its problem in the reader's language. */
export function showRow(row: StoredRow, language: Language): ReconcileRow {
  const { problem, problemValues, wrongRows: _wrongRows, ...rest } = row
  const { missingHere, missingThere, amountDiffers, statusDiffers, ...shown } = rest
  return {
    ...shown,
    problem: problem === null ? null : sentenceOf(problem, problemValues, language),
    gaps: { missingHere, missingThere, amount: amountDiffers, status: statusDiffers },
  }
}

export const showDetail = (row: StoredRow, language: Language): ReconcileDetail => ({
  ...showRow(row, language),
  wrongRows: row.wrongRows.map(({ line, problems }) => ({ line, reason: reasonOf(problems, language) })),
})

export function showChecked(row: StoredCheck, language: Language): ReconcileChecked {
  const {
    problem,
    problemValues,
    wrongRows,
    missingHere,
    missingThere,
    amountDiffers,
    statusDiffers,
    ...shown
  } = row
  return {
    ...shown,
    problem: problem === null ? null : sentenceOf(problem, problemValues, language),
    gaps: { missingHere, missingThere, amount: amountDiffers, status: statusDiffers },
    wrongRows: wrongRows.map(({ line, problems }) => ({ line, reason: reasonOf(problems, language) })),
  }
}

function sentenceOf(problem: string, given: StoredRow['problemValues'], language: Language): string {
  const values = { ...given }
  if (typeof values.columns === 'string')
    values.columns = values.columns
      .split(',')
      .map((column) => titleOf(column, language))
      .join(language === 'zh-CN' ? '、' : ', ')
  const ofBill = problem.startsWith('bill.') && problem.slice('bill.'.length)
  if (ofBill && Object.hasOwn(billProblems, ofBill))
    return fill(inLanguage(billProblems[ofBill as keyof typeof billProblems], language), values)
  const ofDownload = problem.startsWith('download.') && problem.slice('download.'.length)
  if (ofDownload && Object.hasOwn(downloadProblems, ofDownload))
    return downloadSentence(ofDownload as keyof typeof downloadProblems, values, language)
  const ofList = problem.startsWith('list.') && problem.slice('list.'.length)
  if (ofList && Object.hasOwn(listProblems, ofList))
    return fill(inLanguage(listProblems[ofList as keyof typeof listProblems], language), values)
  return isProblem(problem) ? fill(wordProblem(problem, language), values) : problem
}

/** Why a bill was not downloaded, with what the provider said. */
function downloadSentence(
  problem: keyof typeof downloadProblems,
  { why = '', message = '', code = '' }: Record<string, string | number>,
  language: Language,
): string {
  const reason = Object.hasOwn(unknownReasons, why)
    ? inLanguage(unknownReasons[why as keyof typeof unknownReasons], language)
    : String(code)
  const said = [reason, message].filter((part) => part !== '').join(language === 'zh-CN' ? '：' : ': ')
  return fill(inLanguage(downloadProblems[problem], language), { reason: said })
}

/** Why a row is wrong; its problems are stored like those of an import: `value.phone,amount.money`. */
function reasonOf(problems: string, language: Language): string {
  const reasons = problems.split(',').map((each) => {
    const [column = '', problem = ''] = each.split('.')
    if (problem === 'repeated') return inLanguage(reconcileWords.tree.repeated, language)
    return `${titleOf(column, language)}: ${isProblem(problem) ? wordProblem(problem, language) : problem}`
  })
  return reasons.join('; ')
}

function titleOf(column: string, language: Language): string {
  const words = columnWords[column]
  return words ? inLanguage(words, language) : column
}
