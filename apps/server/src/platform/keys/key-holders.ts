import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { keyCheckOf } from './key-ring.ts'
import type { DataKeys } from './key-state.ts'

/** How long an instance counts after it said that it runs, in seconds. */
const aliveSeconds = 60

/** Which states of the keys an instance follows, and which keys it has. */
export interface Holder {
  id: string
  keys: DataKeys
  follows: string
  servesOpen: boolean
}

/** Says that an instance runs, and forgets those that have not for long. */
export const writeHolder = (db: Db, { id, keys, follows, servesOpen }: Holder) =>
  sql`
    with own as (
      insert into key_holder (id, key_checks, follows, serves_open)
      values (${id}, ${checksOf(keys)}::text[], ${follows}, ${servesOpen})
      on conflict (id) do update set key_checks = excluded.key_checks, follows = excluded.follows, seen_at = now()
    )
    delete from key_holder where id <> ${id} and seen_at < now() - interval '1 day'`.execute(db)

export const removeHolder = (db: Db, id: string) => sql`delete from key_holder where id = ${id}`.execute(db)

const checksOf = ({ key, old }: DataKeys) => [key, ...(old === null ? [] : [old])].map(keyCheckOf)

/** How many running instances lack one of these keys. */
export async function countLacking(db: Db, { key, old }: DataKeys): Promise<number> {
  const { rows } = await sql<{ lacking: number }>`select count(*)::int as lacking from key_holder
    where ${isAlive} and not key_checks @> ${checksOf({ key, old })}::text[]`.execute(db)
  return rows[0]?.lacking ?? 0
}

/** How many running instances do not follow these states of the keys yet. */
export async function countBehind(db: Db, states: string): Promise<number> {
  const { rows } = await sql<{ behind: number }>`select count(*)::int as behind from key_holder
    where ${isAlive} and follows <> ${states}`.execute(db)
  return rows[0]?.behind ?? 0
}

/** How many instances of the partner API run that keep no keys here: those of a version before this table. */
export async function countUnknown(db: Db): Promise<number> {
  const { rows } = await sql<{ unknown: number }>`
    select (select count(*) from open_instance where seen_at > now() - interval '15 seconds')::int
      - (select count(*) from key_holder where serves_open and ${isAlive})::int as unknown`.execute(db)
  return Math.max(0, rows[0]?.unknown ?? 0)
}

const isAlive = sql`seen_at > now() - make_interval(secs => ${sql.lit(aliveSeconds)})`
