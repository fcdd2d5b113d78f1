import { intakePrefix } from '@kabao/contract/intake/kernel'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How long the address with the id is still taken once a notice has arrived at the other one, in days: longer than providers repeat. */
const overlapDays = 7

/** The path at which callbacks of a collection channel arrive. */
export const callbackPath = (token: string): string => `${intakePrefix}/pay/callback/${token}`

/** The collection channel at an address for callbacks. */
export interface CallbackPlace {
  collectionId: string
  /** Whether it is the address that a provider was given before addresses were random. */
  isById: boolean
}

/** @param last the last part of the path @returns null if no collection channel takes callbacks there */
export async function findCallbackPlace(db: Db, last: string): Promise<CallbackPlace | null> {
  const isById = /^[1-9]\d{0,17}$/.test(last)
  if (!isById && !/^[0-9a-f]{32}$/.test(last)) return null
  const { rows } = await sql<{ id: string }>`select id from collection
    where ${isById ? sql`id = ${last} and by_id_until > now()` : sql`callback_token = ${last}`}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ? { collectionId: rows[0].id, isById } : null
}

/** Lets the address with the id end, because the provider uses the other one. */
export const endAddressById = (db: Db, collectionId: string) =>
  sql`update collection set by_id_until = now() + make_interval(days => ${overlapDays})
    where id = ${collectionId} and by_id_until = 'infinity'`.execute(db)

/** Where callbacks of a collection channel arrive, and whether the address with its id is taken too; null if there is none. */
export async function callbackAddressOf(
  db: Db,
  collectionId: string,
): Promise<{ path: string; isTakenById: boolean } | null> {
  const { rows } = await sql<{ token: string; isTakenById: boolean }>`
    select callback_token as token, coalesce(by_id_until > now(), false) as "isTakenById"
    from collection where id = ${collectionId}`.execute(db.withoutPlugins())
  const [row] = rows
  return row ? { path: callbackPath(row.token), isTakenById: row.isTakenById } : null
}
