import { codes } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'
import { linesOf } from './history.ts'

/** A person who may become a customer. */
export interface Arrival {
  /** The user, or the person's own phone. */
  userId?: string | null
  phone?: string | null
  name?: string
  cityCode?: string | null
  source: 'unaccepted' | 'returned' | 'import' | 'manual' | 'open'
  channelId?: string | null
  poolId: string
  /** 0–100; the higher, the better. */
  score?: number
  by: string | null
}

/**
 * Adds a lead. The same phone or user is one lead unless that is invalid: who comes again is noted in its history. What a user’s lead
 * does not say about the person is that of the user.
 * @returns whether it is a new lead
 * @throws Problem if the user was deleted
 */
export async function arrive(write: Db, given: Arrival): Promise<{ id: string; isNew: boolean }> {
  const { userId = null, source, by } = given
  const user = userId === null ? null : await livingUser(write, userId)
  const phone = given.phone ?? user?.phone ?? null
  const name = given.name || (user?.name ?? '')
  const cityCode = given.cityCode ?? user?.cityCode ?? null
  const channelId = given.channelId ?? user?.channelId ?? null
  const again = (id: RawBuilder<unknown>) => sql<{ id: string }>`
    with moved as (${id}), told as (${linesOf({ kind: 'arrivedAgain', by, from: sql`m.salesman_id`, to: sql`m.salesman_id` })})
    select id from moved`
  for (;;) {
    const merged = await findMerged(write, phone, userId)
    if (merged !== null) {
      const { rows } = await again(sql`select id, stage, salesman_id from clue where id = ${merged}`).execute(
        write,
      )
      return { id: (rows[0] as { id: string }).id, isNew: false }
    }
    const { rows: added } = await sql<{ id: string }>`
      with moved as (
        insert into clue (user_id, phone, name, city_code, source, channel_id, pool_id, score, created_by, updated_by)
        values (${userId}, ${phone}, ${name}, ${cityCode}, ${source}, ${channelId}, ${given.poolId}, ${given.score ?? 0}, ${by}, ${by})
        on conflict do nothing returning id, stage, salesman_id
      ), told as (${linesOf({ kind: 'arrived', by, from: sql`m.salesman_id`, to: sql`m.salesman_id` })})
      select id from moved`.execute(write)
    if (added[0]) return { id: added[0].id, isNew: true }
    const { rows: known } = await again(sql`
      update clue set user_id = coalesce(user_id, ${userId}::bigint), updated_at = now() where id = (
        select id from clue where stage <> 'invalid' and (phone = ${phone} or user_id = ${userId}::bigint)
        order by user_id = ${userId}::bigint desc nulls last, id limit 1
      ) and stage <> 'invalid' returning id, stage, salesman_id`).execute(write)
    // None if it has just become invalid: then there is room for a new one.
    if (known[0]) return { id: known[0].id, isNew: false }
  }
}

/**
 * The lead that this person's lead was merged into, if no lead of its own has come since. It is locked until the transaction has ended,
 * so that an undoing of the merge comes before or after.
 */
async function findMerged(write: Db, phone: string | null, userId: string | null): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive own as (
      select id, stage, merged_into_id from clue where phone = ${phone}
      union select id, stage, merged_into_id from clue where user_id = ${userId}
    ), up as (
      select merged_into_id as id from own where merged_into_id is not null
      union select c.merged_into_id from up join clue c on c.id = up.id where c.merged_into_id is not null
    )
    select c.id from up join clue c on c.id = up.id
    where c.stage <> 'invalid' and not exists (select from own where stage <> 'invalid')
    order by c.id limit 1`.execute(write)
  if (!rows[0]) return null
  const { rows: locked } = await sql<{ id: string }>`
    select id from clue where id = ${rows[0].id} and stage <> 'invalid' for no key update`.execute(write)
  return locked[0]?.id ?? null
}

/** Locks the user, so that a deletion at this moment comes after the lead and empties it. */
async function livingUser(write: Db, userId: string): Promise<User> {
  const { rows } = await sql<User & { status: string }>`
    select status, phone, name, city_code, channel_id::text from "user" where id = ${userId} for share`.execute(
    write,
  )
  const [user] = rows
  if (!user || user.status === 'deleted') throw new Problem(codes.conflict, 'userGone')
  return user
}

interface User {
  phone: string | null
  name: string | null
  cityCode: string | null
  channelId: string | null
}
