import { daysAfter } from '@kabao/contract/kernel/business-clock'
import type { Grain } from '@kabao/contract/statistics/report/range'
import { wallClock } from '#kit/form/business-time.ts'
import { shortDay } from '#kit/short-day.ts'

/** Two days as `2026-03-02 ~ 03-08`; the second one has its year if that is another. */
export const daysText = (from: string, to: string): string =>
  `${from} ~ ${from.slice(0, 4) === to.slice(0, 4) ? to.slice(5) : to}`

/** A period in a table: `2026-03-01`, `2026-03-02 ~ 03-08`, `2026-03`, `08:00`. */
export function periodText(period: string | null, grain: Grain): string {
  if (period === null) return ''
  switch (grain) {
    case 'hour':
      return wallClock(period).slice(11, 16)
    case 'week':
      return daysText(period, daysAfter(period, 6))
    case 'month':
      return period.slice(0, 7)
    case 'day':
      return period
  }
}

/** A period below a chart: `03-01`, `2026-03`, `08:00`. */
export const shortPeriodText = (period: string, grain: Grain): string =>
  grain === 'day' || grain === 'week' ? shortDay(period) : periodText(period, grain)
