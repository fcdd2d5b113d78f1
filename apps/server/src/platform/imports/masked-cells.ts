import { maskText } from '@kabao/contract/kernel/personal-text'
import type { ImportColumn, SentRow } from './list-import.ts'

/** The most characters shown of a cell. */
const mostShown = 60
/** Seven digits or more, grouped in any way; dates and times do not match, because other characters separate their groups. */
const longNumber = /\d(?:[\s().-]?\d){6,}[Xx]?/g
const day = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T\s]+\d{1,2}:\d{2}(?::\d{2})?)?$/

export const maskLongNumbers = (cell: string): string =>
  day.test(cell) ? cell : maskText(cell).replace(longNumber, maskUnknown)

/** `138****567`: a malformed number shows no more digits than a valid one. */
export const maskUnknown = (value: string): string => {
  const signs = [...value.replace(/\s/g, '')]
  if (signs.length === 0) return ''
  const end = Math.max(0, Math.min(4, signs.length - 7))
  return `${signs.slice(0, 3).join('')}****${end > 0 ? signs.slice(-end).join('') : ''}`
}

/** A cell as a report shows it. @param column undefined: one that is not ours */
export const shownCell = (column: ImportColumn | undefined, cell: string, sent: SentRow): string =>
  (column?.mask ?? maskLongNumbers)(cell, sent).slice(0, mostShown)
