import { daysAfter, instantOf, wallClockAt } from '@kabao/contract/kernel/business-clock'
import type { ScheduleRhythm } from '@kabao/contract/statistics/report-schedule'

/** When a report is sent. */
export interface Rhythm {
  rhythm: ScheduleRhythm
  /** 1 is Monday. */
  weekday: number | null
  /** A shorter month has it on its last day. */
  monthDay: number | null
  hour: number
}

/** Every month has one of so many days in a row. */
const farthest = 62

/** The first time after an instant, in milliseconds. A time that the clock skips is when it is put forward, one that occurs twice the first. */
export const nextTime = (rhythm: Rhythm, timeZone: string, after: number): number =>
  search(rhythm, timeZone, after, 1, (at) => at > after)

/** The last time up to an instant, in milliseconds. */
export const lastTime = (rhythm: Rhythm, timeZone: string, now: number): number =>
  search(rhythm, timeZone, now, -1, (at) => at <= now)

function search(
  rhythm: Rhythm,
  timeZone: string,
  from: number,
  step: 1 | -1,
  fits: (at: number) => boolean,
): number {
  const today = wallClockAt(from, timeZone).slice(0, 10)
  for (let away = -1; away <= farthest; away++) {
    const day = daysAfter(today, away * step)
    if (!isOn(rhythm, day)) continue
    const at = instantOf(`${day} ${String(rhythm.hour).padStart(2, '0')}:00:00`, timeZone)
    if (fits(at)) return at
  }
  throw new Error('A rhythm without a day')
}

/** Whether a calendar day is one of the rhythm. */
function isOn({ rhythm, weekday, monthDay }: Rhythm, day: string): boolean {
  if (rhythm === 'day') return true
  if (rhythm === 'week') return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1 === weekday
  const date = Number(day.slice(8))
  const isLast = daysAfter(day, 1).endsWith('-01')
  return date === monthDay || (isLast && (monthDay ?? 0) > date)
}
