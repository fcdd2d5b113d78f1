import type { ImportTask } from '@kabao/contract/kernel/import'
import { importWords } from '@kabao/contract/kernel/import.words'
import { inLanguage, type Language, type Words } from '@kabao/contract/kernel/language'
import type { ImportInto } from './into.ts'

export type ImportReport = NonNullable<ImportTask['report']>

/** The number of rows in each state after a dry run, with the label of the state, in the order of the report. */
export function countsOf(
  { words }: ImportInto,
  report: ImportReport,
  language: Language,
): { state: string; name: string; count: number }[] {
  const { new: fresh, repeated, wrong } = importWords.tree.count
  const states: [string, Words][] = [
    ['new', fresh],
    ...Object.entries(words.tree.there),
    ['repeated', repeated],
    ['wrong', wrong],
  ]
  // The list defines the states of rows that it already has.
  const counts = report as unknown as Record<string, number>
  return states.map(([state, name]) => ({
    state,
    name: inLanguage(name, language),
    count: counts[state] ?? 0,
  }))
}
