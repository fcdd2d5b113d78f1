import { runtimeConfig } from '../call/config.ts'

const day = 86_400_000

/** `2026-03-01 08:30:00`, as the clock of the business (setting `business.timezone`) read at this instant. */
export const wallClock = (iso: string): string => clock().format(new Date(iso))

let made: { timeZone: string; format: Intl.DateTimeFormat } | undefined

function clock(): Intl.DateTimeFormat {
  const timeZone = runtimeConfig().timezone
  if (made?.timeZone !== timeZone)
    made = {
      timeZone,
      format: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    }
  return made.format
}

/** The instant at which the clock of the business reads `2026-03-01 08:30:00`; of a time that it skips, the one after. */
export function instantAt(wall: string): string {
  const wanted = readAsUtc(wall)
  // The offset at the first guess may be the one before a change of the clock: the second guess knows.
  const guess = wanted - offsetAt(wanted)
  return new Date(wanted - offsetAt(guess)).toISOString()
}

const readAsUtc = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`)

/** How far the clock of the business is ahead of UTC at an instant, in milliseconds. */
const offsetAt = (at: number) =>
  readAsUtc(wallClock(new Date(at).toISOString())) - Math.floor(at / 1000) * 1000

export const dayStart = (date: string): string => instantAt(`${date} 00:00:00`)
export const dayEnd = (date: string): string => dayStart(daysAfter(date, 1))

export const today = (): string => wallClock(new Date().toISOString()).slice(0, 10)

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** From the first instant of a range to the first one after it. */
export type Range = readonly [from: string | undefined, to: string | undefined]

/** The days of a range, first and last. */
export const daysOf = ([from, to]: Range): [string | null, string | null] => [
  from === undefined ? null : wallClock(from).slice(0, 10),
  to === undefined ? null : wallClock(new Date(Date.parse(to) - 1).toISOString()).slice(0, 10),
]

export const rangeOf = (first: string, last: string): Range => [dayStart(first), dayEnd(last)]

export const presets = {
  today: () => rangeOf(today(), today()),
  days7: () => rangeOf(daysAfter(today(), -6), today()),
  days30: () => rangeOf(daysAfter(today(), -29), today()),
  month: () => rangeOf(`${today().slice(0, 7)}-01`, today()),
} as const
export type Preset = keyof typeof presets
