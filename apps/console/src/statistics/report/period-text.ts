import { daysAfter } from '@kabao/contract/kernel/business-clock'
import type { Grain } from '@kabao/contract/statistics/report/range'
import { wallClock } from '#kit/form/business-time.ts'

/** A period in a table: `2026-03-01`, `2026-03-02 ~ 03-08`, `2026-03`, `08:00`. */
export function periodText(period: string | null, grain: Grain): string {
  if (period === null) return ''
  switch (grain) {
    case 'hour':
      return wallClock(period).slice(11, 16)
    case 'week':
      return `${period} ~ ${daysAfter(period, 6).slice(5)}`
    case 'month':
      return period.slice(0, 7)
    case 'day':
      return period
  }
}

/** A period below a chart: `03-01`, `2026-03`, `08:00`. */
export function shortPeriodText(period: string, grain: Grain): string {
  const text = periodText(period, grain)
  return grain === 'day' || grain === 'week' ? text.slice(5, 10) : text
}
