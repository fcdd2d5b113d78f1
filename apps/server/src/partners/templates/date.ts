import { wallClockAt } from '@kabao/contract/kernel/business-clock'
import { TemplateFailure } from './failure.ts'

/** Partners in mainland China expect the clock of the mainland, whatever the business time zone is. */
const timeZone = 'Asia/Shanghai'

const parts = /%([A-Za-z%])/g
/** `%s` and `%Q` are the seconds and milliseconds since 1970; only an instant has those and a time of day. */
const ofDay = new Set(['Y', 'm', 'd', '%'])
const ofInstant = new Set([...ofDay, 'H', 'M', 'S', 'L', 's', 'Q'])

/** Whether a format has only parts that exist: `%Y-%m-%d %H:%M:%S`, `%L` (milliseconds), `%s`, `%Q`. */
export const isDateFormat = (format: string): boolean =>
  format.length <= 64 &&
  !format.replace(parts, (part, letter) => (ofInstant.has(letter) ? '' : part)).includes('%')

/**
 * Formats an instant (ISO 8601 with a zone) by the clock of the mainland, or a day (`yyyy-mm-dd`). An empty value stays empty.
 * @throws TemplateFailure `dateFormat`, or `notDate`
 */
export function formatDate(value: string, format: string): string {
  if (!isDateFormat(format)) throw new TemplateFailure('dateFormat')
  if (value === '') return ''
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const instant = isDay ? Number.NaN : Date.parse(value)
  if (!isDay && (Number.isNaN(instant) || !/^\d{4}-\d{2}-\d{2}T/.test(value)))
    throw new TemplateFailure('notDate')
  const wall = isDay ? value : wallClockAt(instant, timeZone)
  return format.replace(parts, (_, letter: string) => {
    if (isDay && !ofDay.has(letter)) throw new TemplateFailure('dateFormat')
    switch (letter) {
      case 'Y':
        return wall.slice(0, 4)
      case 'm':
        return wall.slice(5, 7)
      case 'd':
        return wall.slice(8, 10)
      case 'H':
        return wall.slice(11, 13)
      case 'M':
        return wall.slice(14, 16)
      case 'S':
        return wall.slice(17, 19)
      case 'L':
        return String(instant % 1000).padStart(3, '0')
      case 's':
        return String(Math.floor(instant / 1000))
      case 'Q':
        return String(instant)
      default:
        return '%'
    }
  })
}
