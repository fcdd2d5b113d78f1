import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { formatInstant } from '#kit/format.ts'
import { useWords, type WordsOf } from '#kit/words/words.ts'
import classes from './clock.module.css'
import { useNow } from './now.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** A duration: `12:05` below an hour, then in hours, then in days. */
export function durationText(seconds: number, { t }: WordsOf<typeof leadPageWords.tree>): string {
  if (seconds < hour)
    return `${Math.floor(seconds / minute)}:${String(Math.floor(seconds % minute)).padStart(2, '0')}`
  if (seconds < day)
    return t('clock.hours', {
      hours: Math.floor(seconds / hour),
      minutes: Math.floor((seconds % hour) / minute),
    })
  return t('clock.days', { days: Math.floor(seconds / day), hours: Math.floor((seconds % day) / hour) })
}

/** Counts down to an instant, and up in red after it. Not read out, because it would be each second. */
export function Clock({ until }: { until: string }) {
  const words = useWords(leadPageWords)
  const left = Math.round((Date.parse(until) - useNow()) / 1_000)
  const isLate = left < 0
  return (
    <time
      className={classes.clock}
      dateTime={until}
      title={formatInstant(until, words.language)}
      data-late={isLate || undefined}
      data-soon={(!isLate && left < 5 * minute) || undefined}
    >
      {words.t(isLate ? 'clock.late' : 'clock.left', { time: durationText(Math.abs(left), words) })}
    </time>
  )
}
