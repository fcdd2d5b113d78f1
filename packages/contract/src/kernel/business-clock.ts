/**
 * The business clock and business days, for server and console: what the clock shows at an instant, when a business day begins and
 * ends, and to which day an instant belongs. Instants are milliseconds since 1970 in UTC; a clock time is `yyyy-mm-dd hh:mm:ss`, a
 * day is `yyyy-mm-dd`. Zones are those of the IANA database. Valid for the years 1900 to 2200.
 */
export interface BusinessClock {
  /** Setting `business.timezone`. */
  timeZone: string
  /** Setting `business.dayStartsAt`, `hh:mm`: an earlier instant belongs to the day before. */
  dayStartsAt: string
}

const dayMs = 86_400_000

/** The clock time of a zone at an instant. */
export const wallClockAt = (instant: number, timeZone: string): string =>
  formatOf(timeZone).format(new Date(instant))

/**
 * The first instant at which the clock of a zone shows this time or a later one. For a time that occurs twice it is the first; for
 * a time that the clock skips, it is the instant of the skip.
 * @param wall `yyyy-mm-dd hh:mm:ss`; NaN for anything else
 */
export function instantOf(wall: string, timeZone: string): number {
  const asUtc = readAsUtc(wall)
  return Number.isNaN(asUtc) ? Number.NaN : instantOfClock(asUtc, timeZone)
}

/**
 * Like `instantOf`, for a time that is already a number.
 * @param asUtc the instant at which a UTC clock would show it, in whole seconds
 */
export function instantOfClock(asUtc: number, timeZone: string): number {
  // No zone is more than 14 hours from UTC, so these are on either side of the instant; the clock changes at most once in between.
  const before = offsetAt(asUtc - dayMs, timeZone)
  const after = offsetAt(asUtc + dayMs, timeZone)
  const candidates = [...new Set([asUtc - before, asUtc - after])].sort((a, b) => a - b)
  const real = candidates.find((instant) => instant + offsetAt(instant, timeZone) === asUtc)
  return real ?? endOfGap(asUtc, Math.min(...candidates), Math.max(...candidates), timeZone)
}

/** The first second after `from`, up to `to`, at which the clock has passed `asUtc`; between the two it is put forward once. */
function endOfGap(asUtc: number, from: number, to: number, timeZone: string): number {
  let [early, late] = [from, to]
  while (late - early > 1_000) {
    const middle = early + Math.floor((late - early) / 2_000) * 1_000
    if (middle + offsetAt(middle, timeZone) >= asUtc) late = middle
    else early = middle
  }
  return late
}

/** The day that is this many days after another, or before it if the number is negative. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** The first instant of a business day. */
export const startOfDay = (day: string, { timeZone, dayStartsAt }: BusinessClock): number =>
  instantOf(`${day} ${dayStartsAt}:00`, timeZone)

/** The first instant after a business day, when the next one begins: 23, 24 or 25 hours later, depending on clock changes. */
export const endOfDay = (day: string, clock: BusinessClock): number => startOfDay(daysAfter(day, 1), clock)

/**
 * The business day that an instant belongs to: the one that has begun and not ended. A day that has begun does not end when the
 * clock is put back to before its beginning.
 */
export function businessDayAt(instant: number, clock: BusinessClock): string {
  const key = `${clock.timeZone} ${clock.dayStartsAt}`
  const last = lastDays.get(key)
  if (last && instant >= last.start && instant < last.end) return last.day
  const found = findDay(instant, clock)
  lastDays.set(key, found)
  return found.day
}

/** The day that was found last by each clock: most questions are about the same one, and the clock of a zone takes long to read. */
const lastDays = new Map<string, ReturnType<typeof findDay>>()

/** The day with its first instant and the first one after it. */
function findDay(instant: number, clock: BusinessClock) {
  const wall = wallClockAt(instant, clock.timeZone)
  const date = wall.slice(0, 10)
  let day = wall.slice(11, 16) < clock.dayStartsAt ? daysAfter(date, -1) : date
  let start = startOfDay(day, clock)
  let end = endOfDay(day, clock)
  while (instant >= end) {
    day = daysAfter(day, 1)
    start = end
    end = endOfDay(day, clock)
  }
  while (instant < start) {
    day = daysAfter(day, -1)
    end = start
    start = startOfDay(day, clock)
  }
  return { day, start, end }
}

const readAsUtc = (wall: string) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wall) ? Date.parse(`${wall.replace(' ', 'T')}Z`) : Number.NaN

/** How far the clock of a zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  // Calculated with numbers, because a date such as 9999-12-31 for “always” may lead to a year of five digits.
  const [year = 0, month = 0, ...rest] = wallClockAt(instant, timeZone).split(/[- :]/).map(Number)
  return Date.UTC(year, month - 1, ...rest) - Math.floor(instant / 1_000) * 1_000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone, because making it costs more than using it. The Swedish form is `yyyy-mm-dd hh:mm:ss`. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, made)
  return made
}
