import { sql } from 'kysely'
import { demoUsername } from '#access'
import type { Db } from '#platform/db/client'
import { bookkeeperName } from './staff.ts'

/** Who files in the demo, and who may review it. */
export interface Bookkeeping {
  /** The colleague who does the finances. */
  bookkeeper: string
  /** The demo's own administrator. */
  reviewer: string
}

/** The bookkeeper, so that the demo's administrator has something to review. @returns null if there is no administrator */
export async function findBookkeeper(db: Db): Promise<Bookkeeping | null> {
  const { rows } = await sql<Bookkeeping>`
    select b.id as bookkeeper, a.id as reviewer from admin a join admin b on b.username = ${bookkeeperName}
    where a.username = ${demoUsername}`.execute(db.withoutPlugins())
  return rows[0] ?? null
}
