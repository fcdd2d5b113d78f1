import type pg from 'pg'

/** The business day and the hour of instants, as PostgreSQL's own functions give them. */
export interface Days {
  /** When the transaction began, in milliseconds since 1970; what is later counts as then. */
  now: number
  /** @param at milliseconds since 1970, within the range that was read @returns the business day, `yyyy-mm-dd` */
  dayOf(at: number): string
  /** @returns the beginning of the hour, ISO 8601; null: it is too long ago for figures by the hour */
  hourOf(at: number): string | null
  /** As `hourOf`, however long ago it is. */
  anyHourOf(at: number): string
}

/** Business days and hours begin on a quarter of an hour almost everywhere. */
const slotMs = 900_000

interface Slot {
  day: string
  hour: string
  isOne: boolean
  hasFigures: boolean
}

/**
 * Reads the days and hours of a range of time, a quarter of an hour at a time.
 * @param from @param to milliseconds since 1970
 * @returns null if a day or an hour of the range begins within a quarter of an hour
 */
export async function readDays(
  client: pg.PoolClient,
  { from, to }: { from: number; to: number },
): Promise<Days | null> {
  const first = Math.floor(from / slotMs)
  const last = Math.floor(to / slotMs)
  const { rows } = await client.query<Slot>(
    `select b.day::text as day, to_json(b.hour) #>> '{}' as hour, (b.day, b.hour) = (e.day, e.hour) as "isOne",
       b.at >= hours_from() as "hasFigures"
     from generate_series($1::bigint, $2::bigint) n
       cross join lateral (${clockOf(`to_timestamp(n * ${slotMs / 1000})`)}) b
       cross join lateral (${clockOf(`to_timestamp((n + 1) * ${slotMs / 1000}) - interval '1 millisecond'`)}) e
     order by n`,
    [first, last],
  )
  const { rows: started } = await client.query<{ now: number }>(
    `select floor(extract(epoch from now()) * 1000)::float8 as now`,
  )
  if (!rows.every(({ isOne }) => isOne)) return null
  const slotOf = (at: number) => {
    const slot = rows[Math.floor(at / slotMs) - first]
    if (!slot) throw new Error(`the days of ${new Date(at).toISOString()} were not read`)
    return slot
  }
  return {
    now: (started[0] as { now: number }).now,
    dayOf: (at) => slotOf(at).day,
    hourOf(at) {
      const { hour, hasFigures } = slotOf(at)
      return hasFigures ? hour : null
    },
    anyHourOf: (at) => slotOf(at).hour,
  }
}

/** The day and the hour of an instant by the clock that held then. @param at an expression */
const clockOf = (at: string) =>
  `select i.at, business_day(i.at, c.time_zone, c.day_starts_at) as day, date_trunc('hour', i.at, c.time_zone) as hour
   from (select ${at} as at) i cross join business_clock c where c.from_at <= i.at order by c.from_at desc limit 1`
