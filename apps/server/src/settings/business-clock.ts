import type { Settings } from './settings.ts'

/** The day on the calendar of the business zone, `yyyy-mm-dd`. */
export const calendarDay = (settings: Settings, at: Date = new Date()): string =>
  wallClock(settings, at).slice(0, 10)

/** The hour on the clock of the business zone, 0–23. */
export const hourOfDay = (settings: Settings, at: Date): number =>
  Number(wallClock(settings, at).slice(11, 13))

/** The business day that an instant counts towards: before the hour at which it starts, it is still the day before. */
export function businessDay(settings: Settings, at: Date = new Date()): string {
  const clock = wallClock(settings, at)
  const day = clock.slice(0, 10)
  return clock.slice(11) < settings.get('business.dayStartsAt') ? dayBefore(day) : day
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const wallClock = (settings: Settings, at: Date) => clockOf(settings.get('business.timezone')).format(at)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Made once for a zone: it costs more than all that is done with it. The Swedish form is `yyyy-mm-dd hh:mm`. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(timeZone, made)
  return made
}
