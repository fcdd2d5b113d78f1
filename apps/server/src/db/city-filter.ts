import { type RawBuilder, sql } from 'kysely'

/** The SQL condition that a list of city codes has this city, the city of this district, or a city of this province. */
export const hasCityOf = (cities: RawBuilder<unknown>, region: string): RawBuilder<unknown> =>
  region.endsWith('0000')
    ? sql`exists (select from unnest(${cities}) city where starts_with(city, ${region.slice(0, 2)}))`
    : sql`${cities} @> array[${`${region.slice(0, 4)}00`}::text]`
