import { sql } from 'kysely'
import * as z from 'zod'
import { type CheckKey, phoneHash, readCheckKeys } from '#partners'
import type { Db } from '#platform/db/client'
import { defineJob } from '#platform/jobs/job'

/** How many rows are hashed by one statement. */
const most = 2_000

/**
 * Hashes the phones that lack the hash of a live check key: all of them for a new key, and later those that came by another way than
 * a registration.
 */
export const checkKeyJob = defineJob({
  name: 'check-key-fill',
  title: ['生成手机号查重密文', 'Hash phones for the check'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, vault, signal, progress }) {
    let hashed = 0
    for (const key of await readCheckKeys(db, vault)) {
      for (const table of ['user', 'blacklist'] as const) {
        let last: string | null = null
        do {
          if (signal.aborted) return { hashed }
          last = await fillSome(db, key, table, last)
          if (last !== null) hashed += most
          progress(hashed)
        } while (last !== null)
      }
    }
    return { hashed }
  },
})

/**
 * Hashes the next phones of a table in the order of their ids.
 * @param after the last id that this run has seen; null at its beginning
 * @returns the last id that was seen; null if there is none left
 */
export async function fillSome(
  db: Db,
  { id, slot, value }: CheckKey,
  table: 'user' | 'blacklist',
  after: string | null,
): Promise<string | null> {
  const [of, phone, filled, only] =
    table === 'user'
      ? [sql`"user"`, sql.ref('t.phone'), sql.ref('filled_user_id'), sql`phone is not null`]
      : [sql`blacklist`, sql.ref('t.value'), sql.ref('filled_blacklist_id'), sql`kind = 'phone'`]
  const column = sql.ref(`phone_hash_${slot}`)
  // A row that was added by a long transaction can show up after rows with higher ids, so the last ten minutes are read again.
  const { rows } = await sql<{ id: string; phone: string | null; hash: Buffer | null; isSettled: boolean }>`
    select id, case when ${only} then ${phone} end as phone, ${column} as hash,
      created_at < now() - interval '10 minutes' as "isSettled" from ${of} t
    where id > coalesce(${after}::bigint, (select ${filled} from check_key where id = ${id}))
      and exists (select from check_key where id = ${id}) order by id limit ${most}`.execute(db)
  const last = rows.at(-1)
  if (!last) return null
  const stale = rows.flatMap(({ id: rowId, phone: number, hash }) => {
    if (number === null) return []
    const wanted = phoneHash(value, number)
    return hash?.equals(wanted) ? [] : [{ id: rowId, number, hash: wanted }]
  })
  if (stale.length > 0)
    await sql`
      update ${of} t set ${column} = g.hash from unnest(${stale.map((one) => one.id)}::bigint[],
        ${stale.map(({ number }) => number)}::text[], ${stale.map(({ hash }) => hash)}::bytea[]) g (id, phone, hash)
      where t.id = g.id and ${phone} = g.phone`.execute(db)
  const settled = rows.slice(0, rows.findIndex(({ isSettled }) => !isSettled) >>> 0).at(-1)
  if (settled)
    await sql`update check_key set ${filled} = greatest(${filled}, ${settled.id}::bigint) where id = ${id}`.execute(
      db,
    )
  return last.id
}
