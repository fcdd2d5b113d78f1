import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  startOfDay,
} from '../../kernel/business-clock.ts'

export const presets = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
] as const
export type Preset = (typeof presets)[number]
/** How long a period of a report is; the hour is for a range of one day. */
export const grains = ['hour', 'day', 'week', 'month'] as const
export type Grain = (typeof grains)[number]
/** What a range is compared with: as many days before it, or the same days a week, a month or a year earlier. */
export const comparisons = ['none', 'previous', 'week', 'month', 'year'] as const
export type Comparison = (typeof comparisons)[number]
/** The most business days of a range. */
export const mostReportDays = 400
/** For how many days the figures of hours are kept. */
export const hoursKeptDays = 40

/** Business days, both included. */
export interface Days {
  from: string
  to: string
}

/** The days of a preset. Weeks begin on Monday. */
export function daysOfPreset(preset: Preset, today: string): Days {
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: daysAfter(today, -1), to: daysAfter(today, -1) }
    case 'last7':
      return { from: daysAfter(today, -6), to: today }
    case 'last30':
      return { from: daysAfter(today, -29), to: today }
    case 'thisWeek':
      return { from: firstOf('week', today), to: today }
    case 'lastWeek': {
      const to = daysAfter(firstOf('week', today), -1)
      return { from: daysAfter(to, -6), to }
    }
    case 'thisMonth':
      return { from: firstOf('month', today), to: today }
    case 'lastMonth': {
      const to = daysAfter(firstOf('month', today), -1)
      return { from: firstOf('month', to), to }
    }
  }
}

/** The first day of the period that a day belongs to. */
export function firstOf(grain: Exclude<Grain, 'hour'>, day: string): string {
  if (grain === 'day') return day
  if (grain === 'month') return `${day.slice(0, 7)}-01`
  return daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** How many days a range has. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** Every day of a range, in order. */
export const eachDay = (days: Days): string[] =>
  Array.from({ length: lengthOf(days) }, (_, index) => daysAfter(days.from, index))

/** The days that a range, or one of its periods, is compared with; null for `none`. @param whole the whole range */
export function daysBefore(days: Days, whole: Days, compare: Comparison): Days | null {
  switch (compare) {
    case 'none':
      return null
    case 'previous':
      return moved(days, -lengthOf(whole))
    case 'week':
      return moved(days, -7)
    case 'month':
      return inMonth(days, -1)
    case 'year':
      return inMonth(days, -12)
  }
}

const moved = ({ from, to }: Days, count: number): Days => ({
  from: daysAfter(from, count),
  to: daysAfter(to, count),
})

/** The same days of another month; what ends with its month ends with the other one too, unless it is a single day. */
function inMonth({ from, to }: Days, months: number): Days {
  const endsWithMonth = from !== to && daysAfter(to, 1).endsWith('-01')
  return {
    from: dayInMonth(from, months),
    to: endsWithMonth ? lastDay(dayInMonth(firstOf('month', to), months)) : dayInMonth(to, months),
  }
}

function dayInMonth(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  const last = Number(lastDay(first).slice(8))
  return `${first.slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`
}

const lastDay = (first: string): string => {
  const [year = 0, month = 0] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The instants at which the hours of a business day begin: 23, 24 or 25 of them. */
export function hoursOf(day: string, clock: BusinessClock): string[] {
  const hours: string[] = []
  const end = endOfDay(day, clock)
  for (let at = startOfDay(day, clock); at < end; at += 3_600_000) hours.push(new Date(at).toISOString())
  return hours
}

/** Today, as business days go. */
export const todayOf = (clock: BusinessClock, now: number = Date.now()): string => businessDayAt(now, clock)
