import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { databaseNow } from '../db/now.ts'
import type { Settings } from '../settings/settings.ts'
import { keptDaysOf } from './keep.ts'

/** How far back a partitioned table goes. */
export interface Kept {
  table: string
  partitions: number
  /** The beginning of the oldest partition, ISO 8601; null without any, and if it has no beginning. */
  oldestAt: string | null
  /** How many days its rows are kept; null: for good. */
  keptDays: number | null
  /** The oldest partition should have been dropped a day ago. */
  isOverdue: boolean
}

interface Found {
  table: string
  keepDaysMin: number | null
  partitions: number
  oldestAt: string | null
  endsAt: string | null
}

/** How far back every partitioned table goes, by its name. */
export async function readKept(db: Db, settings: Settings): Promise<Kept[]> {
  const { rows } = await sql<Found>`
    select t.name as table, t.keep_days_min as "keepDaysMin", count(p.name)::int as partitions,
      nullif(min(p.from_at), '-infinity')::timestamptz(3) as "oldestAt", min(p.to_at)::timestamptz(3) as "endsAt"
    from partitioned_table t left join lateral partitions_of(t.name) p on true
    group by t.name, t.keep_days_min order by t.name`.execute(db.withoutPlugins())
  return rows.map(({ keepDaysMin, endsAt, ...row }) => {
    const keptDays = keptDaysOf(row.table, keepDaysMin, settings)
    // The job that drops partitions runs every hour.
    const isOverdue =
      keptDays !== null && endsAt !== null && Date.parse(endsAt) < databaseNow() - (keptDays + 1) * dayMs
    return { ...row, keptDays, isOverdue }
  })
}

const dayMs = 86_400_000
