import { instantOf } from '@kabao/contract/kernel/business-clock'
import { readDay } from '@kabao/contract/kernel/typed/day'
import { narrow } from '@kabao/contract/kernel/typed/marks'

/**
 * The end of a validity that a cell contains, in UTC; null if the cell is not a date. A day without a time ends with its last second in
 * the business time zone, so that lists show the day that the file names.
 */
export const readEnd = (cell: string, timeZone: string): string | null => readTime(cell, timeZone, endOfDay)

/** The time that a cell contains, in UTC; null if the cell is not a date. A day without a time is its beginning. */
export const readBegin = (cell: string, timeZone: string): string | null =>
  readTime(cell, timeZone, '00:00:00')

function readTime(cell: string, timeZone: string, timeOfDay: string): string | null {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(cell)) {
    const instant = Date.parse(cell)
    return Number.isNaN(instant) ? null : new Date(instant).toISOString()
  }
  // The instant of a cell depends on the time zone, which a setting can change.
  const key = `${timeZone} ${timeOfDay} ${cell}`
  const known = ends.get(key)
  if (known !== undefined) return known
  const end = readLocal(cell, timeZone, timeOfDay)
  // Most files repeat a few days.
  if (ends.size < 10_000) ends.set(key, end)
  return end
}

const ends = new Map<string, string | null>()

/** `18:00`, `18:00:00`, and `24:00`, the end of the day. */
const time = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/
const endOfDay = '24:00:00'

function readLocal(cell: string, timeZone: string, timeOfDay: string): string | null {
  const read = readDay(cell.replace(/(?<=^\d{4}-\d\d-\d\d)T/, ' '))
  if (!read || read.day < '1970') return null
  const [, hour = '', minute = '', second = '00'] = time.exec(read.rest || timeOfDay) ?? []
  const clock = `${hour.padStart(2, '0')}:${minute}:${second}`
  // A day without a time, and one that ends at 24:00, end with their last second.
  const end = instantOf(`${read.day} ${clock === endOfDay ? '23:59:59' : clock}`, timeZone)
  return Number.isNaN(end) || new Date(end).getUTCFullYear() > 9999 ? null : new Date(end).toISOString()
}

/** Words for a validity without an end. */
const noEnd = /^(?:永久|永久有效|永不过期|长期|长期有效|无期限|无限期|never|no ?end|forever|permanent)$/i

/** Whether a cell says that a validity has no end. */
export const isEndless = (cell: string): boolean => noEnd.test(narrow(cell))
