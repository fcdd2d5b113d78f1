import { citiesAround, codesWithin } from '@kabao/region'
import { type RawBuilder, sql } from 'kysely'

/** The SQL condition that a list of city codes has the city of this region, or a city in it. */
export const hasCityOf = (cities: RawBuilder<unknown>, region: string): RawBuilder<unknown> =>
  sql`${cities} && ${citiesAround(region)}::text[]`

/**
 * SQL conditions that a row `t` with a `city_code` is from a region; a region includes the regions within it, and those that became
 * part of it.
 * @param region a province, city or district
 */
export function isOfRegion(region: string): RawBuilder<unknown>[] {
  const codes = codesWithin(region)
  const isOne = sql`t.city_code = any(${codes}::text[])`
  // What the indexes of places begin with.
  const [start, ...others] = new Set(codes.map((code) => code.slice(0, 4)))
  const isNear =
    others.length === 0
      ? sql`left(t.city_code, 4) = ${start ?? ''}`
      : sql`left(t.city_code, 4) = any(${[start, ...others]}::text[])`
  // Most rows that begin alike are from the city or province. PostgreSQL would take the two conditions for independent and expect far
  // fewer rows, so it gets one that it does not estimate.
  return [isNear, region.endsWith('00') ? sql`coalesce(${isOne}, false)` : isOne]
}
