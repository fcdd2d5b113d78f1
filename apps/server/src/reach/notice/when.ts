import { type BusinessClock, daysAfter, instantOf, wallClockAt } from '@kabao/contract/kernel/business-clock'
import type { NoticeDigest } from '@kabao/contract/reach/notice'
import type { NoticeTarget } from './target.ts'

/** How many minutes lie between two digests, and the minute of the day at which the first one is. */
const digests: Readonly<Record<Exclude<NoticeDigest, 'none'>, { every: number; from: number }>> = {
  quarter: { every: 15, from: 0 },
  hour: { every: 60, from: 0 },
  day: { every: 1_440, from: 540 },
}

/**
 * When a notice may go to a target: at the next digest after it came, and in no quiet hours.
 * @param madeAt and the answer: in milliseconds since 1970; an instant that is over is at once
 */
export function timeOf(
  { digest, quietFrom, quietTo }: Pick<NoticeTarget, 'digest' | 'quietFrom' | 'quietTo'>,
  madeAt: number,
  now: number,
  { timeZone }: Pick<BusinessClock, 'timeZone'>,
): number {
  const due = digest === 'none' ? madeAt : nextDigest(digests[digest], madeAt, timeZone)
  if (due > now || quietFrom === null || quietTo === null) return due
  const [day, time] = wallOf(now, timeZone)
  const isQuiet =
    quietFrom < quietTo ? quietFrom <= time && time < quietTo : quietFrom <= time || time < quietTo
  return isQuiet ? instantOf(`${time < quietTo ? day : daysAfter(day, 1)} ${quietTo}:00`, timeZone) : due
}

function nextDigest({ every, from }: { every: number; from: number }, at: number, timeZone: string): number {
  const [day, time] = wallOf(at, timeZone)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const next = from + (Math.floor((hours * 60 + minutes - from) / every) + 1) * every
  const two = (value: number) => String(value).padStart(2, '0')
  const minute = next % 1_440
  return instantOf(
    `${next < 1_440 ? day : daysAfter(day, 1)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`,
    timeZone,
  )
}

/** The day and the time, `hh:mm`. */
function wallOf(at: number, timeZone: string): [string, string] {
  const wall = wallClockAt(at, timeZone)
  return [wall.slice(0, 10), wall.slice(11, 16)]
}
