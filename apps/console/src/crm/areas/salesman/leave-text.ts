import type { SalesmanLeave } from '@kabao/contract/crm/salesman'
import type { salesmanWords } from '@kabao/contract/crm/salesman.words'
import type { WordsOf } from '#kit'

/** The days of a leave as a text. */
export function leaveText(
  { firstOn, lastOn, hasBegun }: SalesmanLeave,
  { t }: WordsOf<(typeof salesmanWords)['tree']>,
): string {
  if (lastOn === null) return t('leaveDays.open', { first: firstOn })
  return t(hasBegun ? 'leaveDays.onLeave' : 'leaveDays.planned', { first: firstOn, last: lastOn })
}
