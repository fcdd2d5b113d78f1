import { sql } from 'kysely'
import type { Db } from './client.ts'

/**
 * Runs statements of the open transaction without nested loops, for many rows that the planner has no statistics of. What triggers do
 * meanwhile is planned in the same way, and a connection keeps their plans, so they are planned anew afterwards. The connection of a
 * transaction that fails meanwhile must be closed.
 */
export async function withoutNestedLoops<T>(db: Db, run: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db)
  const result = await run()
  await sql`set local enable_nestloop to default`.execute(db)
  await sql`discard plans`.execute(db)
  return result
}
