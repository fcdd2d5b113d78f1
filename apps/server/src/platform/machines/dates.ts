/** An instant as ISO 8601, or none. */
type Instant = string | null

interface Before {
  dates: readonly Instant[]
  actsAt: Instant
}

/**
 * When the dates of a row act next: the first of them that is yet to come. A date in the past never acts, except one that is due
 * already, because it passed since the job last ran.
 * @param before the row before a change of its dates
 */
export function nextDate(dates: readonly Instant[], now: number, before?: Before): Instant {
  const due = before?.actsAt ?? null
  const isAhead = (date: string, at: number) =>
    Date.parse(date) > now ||
    (due !== null && date === before?.dates[at] && Date.parse(date) >= Date.parse(due))
  const ahead = dates.filter((date, at): date is string => date !== null && isAhead(date, at))
  return ahead.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null
}
