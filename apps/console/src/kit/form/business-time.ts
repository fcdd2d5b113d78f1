/** The business day's clock (setting `business.timezone`): no summer time there, so one offset holds all year. */
const timeZone = 'Asia/Shanghai'
const offset = '+08:00'
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const day = 86_400_000

/** `2026-03-01 08:30:00`, as the clock of the business read at this instant. */
export const wallClock = (iso: string): string => clock.format(new Date(iso))

/** The instant at which the clock of the business reads `2026-03-01 08:30:00`. */
export const instantAt = (wall: string): string =>
  new Date(`${wall.replace(' ', 'T')}${offset}`).toISOString()

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
