import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** Whoever changes the figures holds this until the end of the transaction. */
const key = sql`hashtext('kabao statistics')`

/** @returns whether nobody else changes the figures at this moment */
export async function tryToHold(write: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${key}) as held`.execute(
    write,
  )
  return rows[0]?.held ?? false
}

/** Waits until nobody else changes the figures. */
export const hold = (write: Db) => sql`select pg_advisory_xact_lock(${key})`.execute(write)
