import { instantOfClock } from '@kabao/contract/kernel/business-clock'

/** `2027-12-31`, `2027/12/31 18:00`, `2027年12月31日 18:00:00`, or an instant as the service writes it. */
const local =
  /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*日)?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/

/**
 * The end of a validity that a cell contains, in UTC; null if the cell is not a date. A day without a time ends with its last second in
 * the business time zone, so that lists show the day that the file names.
 */
export function readEnd(cell: string, timeZone: string): string | null {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(cell)) {
    const instant = Date.parse(cell)
    return Number.isNaN(instant) ? null : new Date(instant).toISOString()
  }
  // The instant of a cell depends on the time zone, which a setting can change.
  const key = `${timeZone} ${cell}`
  const known = ends.get(key)
  if (known !== undefined) return known
  const end = readLocal(cell, timeZone)
  // Most files repeat a few days.
  if (ends.size < 10_000) ends.set(key, end)
  return end
}

const ends = new Map<string, string | null>()

function readLocal(cell: string, timeZone: string): string | null {
  const match = local.exec(cell)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const isDay = match[4] === undefined
  const clock = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    clock.getUTCMonth() === month - 1 && clock.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal || year < 1970) return null
  if (isDay) clock.setUTCHours(23, 59, 59)
  const end = new Date(instantOfClock(clock.getTime(), timeZone))
  return end.getUTCFullYear() > 9999 ? null : end.toISOString()
}
