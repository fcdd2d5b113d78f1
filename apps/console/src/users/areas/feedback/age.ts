import type { FeedbackRow } from '@kabao/contract/users/feedback'
import type { feedbackWords } from '@kabao/contract/users/feedback.words'
import type { WordsOf } from '#kit'

const minute = 60_000
const hour = 60 * minute

/** How long a feedback has waited so far, or had waited until it was handled. */
export function ageOf(
  { createdAt, handledAt }: Pick<FeedbackRow, 'createdAt' | 'handledAt'>,
  { t }: WordsOf<typeof feedbackWords.tree>,
): string {
  const age = Math.max(0, (handledAt === null ? Date.now() : Date.parse(handledAt)) - Date.parse(createdAt))
  if (age < hour) return t('age.minutes', { count: Math.floor(age / minute) })
  if (age < 24 * hour) return t('age.hours', { count: Math.floor(age / hour) })
  const hours = Math.floor(age / hour)
  return t('age.days', { days: Math.floor(hours / 24), hours: hours % 24 })
}
