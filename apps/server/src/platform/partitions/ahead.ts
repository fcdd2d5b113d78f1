import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** A partitioned table and how far ahead it can be written. */
export interface Ahead {
  table: string
  /** Of one partition: `hour`, `day` or `month`. */
  unit: string
  /** From now to the end of the last partition that follows the one of now without a gap; 0: the one of now is missing. */
  seconds: number
}

/** How far ahead every partitioned table has partitions, by its name. */
export async function readAhead(db: Db): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    with recursive bound as (
      select t.name, p.from_at, p.to_at from partitioned_table t cross join lateral partitions_of(t.name) p
    ), reached (name, to_at) as (
      select name, to_at from bound where from_at <= now() and now() < to_at
      union all select b.name, b.to_at from reached r join bound b on b.name = r.name and b.from_at = r.to_at
    )
    select t.name as table, t.unit,
      coalesce((select floor(extract(epoch from max(r.to_at) - now())) from reached r where r.name = t.name), 0)::float8 as seconds
    from partitioned_table t order by t.name`.execute(db.withoutPlugins())
  return rows
}

/** The shortest time ahead, in seconds, that leaves a person time to act. A table of hours has few of them ahead. */
const enough: Record<string, number> = { hour: 3_600, day: 2 * 86_400, month: 7 * 86_400 }

/** Whether the partitions of a table will soon be used up. */
export const isShort = ({ unit, seconds }: Ahead): boolean => seconds < (enough[unit] ?? 0)
