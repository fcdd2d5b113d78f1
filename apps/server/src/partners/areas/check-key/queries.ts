import { type CheckKeyRow, mostUnhashed } from '@kabao/contract/partners/check-key'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'

/**
 * The rows of a table that the job has not yet hashed with the key `k`. It settles a row ten minutes after its creation and runs
 * each minute, so younger rows are not counted: what registers is hashed at once.
 */
const left = (table: 'user' | 'blacklist', filled: RawBuilder<unknown>) => sql<number>`(
  select count(*) from (select t.created_at from ${sql.table(table)} t where t.id > ${filled} order by t.id limit ${sql.lit(mostUnhashed)}) r
  where r.created_at < now() - interval '15 minutes')::int`

/** The live check keys in the order of their slots. @param id only this one */
export async function findKeys(db: Db, id: string | null = null): Promise<CheckKeyRow[]> {
  const { rows } = await sql<CheckKeyRow>`
    select k.id, k.slot, k.created_at as "createdAt", a.name as "createdBy",
      ${left('user', sql`k.filled_user_id`)} as "usersLeft",
      ${left('blacklist', sql`k.filled_blacklist_id`)} as "blacklistLeft"
    from check_key k left join admin a on a.id = k.created_by
    ${id === null ? sql`` : sql`where k.id = ${id}`} order by k.slot`.execute(db.withoutPlugins())
  return rows
}
