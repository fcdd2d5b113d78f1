import type { RegionLevel } from '@kabao/contract/statistics/report/report'
import { regionCodes, regionPath } from '@kabao/region'
import { type RawBuilder, sql } from 'kysely'

/** SQL of the region of a level that `city_code` lies in; 0 if it is none. A region that has none of that level is itself. */
export function regionOfLevel(level: RegionLevel): RawBuilder<number> {
  switch (level) {
    case 'province':
      return sql`(city_code / 10000 * 10000)`
    case 'city':
      return cityOfCode()
    case 'district':
      return sql`city_code`
  }
}

let city: RawBuilder<number> | undefined

/** Most codes say their city; those of a region that was moved are listed. Literals, so that it is the same text wherever it stands. */
function cityOfCode() {
  if (!city) {
    const moved = regionCodes().flatMap((code) => {
      const now = cityIn(code)
      return now === `${code.slice(0, 4)}00` ? [] : [[code, now] as const]
    })
    const [from, to] = [0, 1].map((side) => sql.lit(`{${moved.map((pair) => pair[side]).join()}}`))
    city = sql`(case when city_code = any(${from}::integer[])
      then (${to}::integer[])[array_position(${from}::integer[], city_code)] else city_code / 100 * 100 end)`
  }
  return city
}

/** The city that a region lies in today, or the last region above it that there is. */
function cityIn(code: string): string {
  const path = regionPath(code).map(({ id }) => id)
  return path.find((id) => id.endsWith('00') && !id.endsWith('0000')) ?? path.at(-1) ?? code
}
