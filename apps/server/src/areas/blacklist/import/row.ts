import type { Problem } from '@kabao/contract'
import { isProblem, text } from '@kabao/contract'
import { type BlacklistKind, blacklistValue } from '@kabao/contract/blacklist'
import type { ImportColumn } from '@kabao/contract/blacklist-import'
import { armed } from '../../../sheet/formula.ts'
import { type Places, readKind } from './columns.ts'
import { readEnd } from './expiry.ts'

/** One row as it will be added. */
export interface GoodRow {
  kind: BlacklistKind
  /** In its normal form. */
  value: string
  reason: string
  expiresAt: string | null
  remark: string
}

/** The cells of a row by their columns, as they were sent. */
export type SentRow = Partial<Record<ImportColumn, string>>
export type RowProblems = Partial<Record<ImportColumn, Problem>>

export function sentRow(cells: readonly string[], places: Places): SentRow {
  const sent: SentRow = {}
  for (const [column, at] of places) {
    const cell = cells[at]
    if (cell) sent[column] = armed(cell)
  }
  return sent
}

const texts = { reason: text(200), remark: text(500) }

/** Checks a row as the form checks an entry, by the same rules. @param now what lies before it has passed, in milliseconds */
export function readRow(
  sent: SentRow,
  timeZone: string,
  now: number,
): { row: GoodRow } | { problems: RowProblems } {
  const problems: RowProblems = {}
  const kind = sent.kind === undefined ? undefined : readKind(sent.kind)
  if (kind === undefined) problems.kind = sent.kind === undefined ? 'required' : 'choice'
  let value = ''
  if (sent.value === undefined) problems.value = 'required'
  else if (isDamagedNumber(sent.value)) problems.value = 'lostDigits'
  else if (kind !== undefined) {
    const read = blacklistValue[kind].safeParse(sent.value)
    if (read.success) value = read.data
    else problems.value = problemOf(read.error.issues[0]?.message)
  }
  const row = { kind: kind as BlacklistKind, value, reason: '', expiresAt: null as string | null, remark: '' }
  for (const column of ['reason', 'remark'] as const) {
    const cell = sent[column]
    if (cell === undefined) continue
    const read = texts[column].safeParse(cell)
    if (read.success) row[column] = read.data
    else problems[column] = problemOf(read.error.issues[0]?.message)
  }
  if (sent.expiresAt !== undefined) {
    const end = readEnd(sent.expiresAt, timeZone)
    if (end === null) problems.expiresAt = 'instant'
    else if (Date.parse(end) <= now) problems.expiresAt = 'past'
    else row.expiresAt = end
  }
  return Object.keys(problems).length > 0 ? { problems } : { row }
}

/** `1.10105E+17`: what a program shows of a number that is too long for it. */
const isDamagedNumber = (cell: string) => /^\d(\.\d+)?E\+?\d{2}$/i.test(cell)

const problemOf = (message: string | undefined): Problem =>
  message !== undefined && isProblem(message) ? message : 'type'

/** How the problems of a row are stored: `value.phone,expiresAt.past`. */
export const storedProblems = (problems: RowProblems): string =>
  Object.entries(problems)
    .map(([column, problem]) => `${column}.${problem}`)
    .join()

export const readProblems = (stored: string): [ImportColumn, Problem][] =>
  stored.split(',').map((each) => each.split('.') as [ImportColumn, Problem])
