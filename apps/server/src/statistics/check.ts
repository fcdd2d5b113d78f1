import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type DayRange, visitsFrom } from './days.ts'
import { differentCells, type Way } from './figures.ts'
import { recounted } from './recount.ts'

const ways: readonly Way[] = ['day', 'came']

/**
 * Counts business days anew and compares them with the figures. What still waits in the queue is in neither.
 * @returns how many cells differ
 */
export async function differences(db: Db, days: DayRange): Promise<number> {
  const from = await visitsFrom(db)
  let different = 0
  for (const way of ways) {
    const { rows } = await sql<{ different: number }>`
      with ${recounted(way, { days, visitsFrom: from })}
      ${differentCells('cells', sql`way = ${sql.lit(way)} and day between ${days.first} and ${days.last}`)}`.execute(
      db.withoutPlugins(),
    )
    different += rows[0]?.different ?? 0
  }
  return different
}
