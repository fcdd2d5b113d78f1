import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { linesOf } from './history.ts'
import { noteAtMerged } from './merged-lead.ts'

/** A person who may become a customer. */
export interface Arrival {
  /** The user, or the person's own phone. */
  userId?: string | null
  phone?: string | null
  name?: string
  cityCode?: string | null
  source: 'unaccepted' | 'returned' | 'import' | 'manual' | 'open'
  channelId?: string | null
  remark?: string
  poolId: string
  /** 0–100; the higher, the better. */
  score?: number
  by: string | null
}

/**
 * Adds a lead. The same phone or user is one lead unless that is invalid: who comes again is noted in its history. What a user’s lead
 * does not say about the person is that of the user.
 * @returns whether it is a new lead, and of a known one the channel that it came from
 * @throws Problem if the user was deleted
 */
export async function arrive(write: Db, given: Arrival): Promise<Arrived> {
  const { userId = null, source, by } = given
  const user = userId === null ? null : await livingUser(write, userId)
  const phone = given.phone ?? user?.phone ?? null
  const name = given.name || (user?.name ?? '')
  const cityCode = given.cityCode ?? user?.cityCode ?? null
  const channelId = given.channelId ?? user?.channelId ?? null
  for (;;) {
    const mergedId = await noteAtMerged(write, { phone, userId, by })
    if (mergedId !== null) return { id: mergedId, isNew: false, channelId: await channelOf(write, mergedId) }
    const { rows: added } = await sql<{ id: string }>`
      with moved as (
        insert into lead (user_id, phone, name, city_code, source, channel_id, pool_id, score, remark, created_by, updated_by)
        values (${userId}, ${phone}, ${name}, ${cityCode}, ${source}, ${channelId}, ${given.poolId}, ${given.score ?? 0},
          ${given.remark ?? ''}, ${by}, ${by})
        on conflict do nothing returning id, stage, salesman_id
      ), told as (${linesOf({ kind: 'arrived', by, from: sql`m.salesman_id`, to: sql`m.salesman_id` })})
      select id from moved`.execute(write)
    if (added[0]) return { id: added[0].id, isNew: true }
    const { rows: known } = await sql<{ id: string; channelId: string | null }>`
      with moved as (
        update lead set user_id = coalesce(user_id, ${userId}::bigint), updated_at = now() where id = (
          select id from lead where stage <> 'invalid' and (phone = ${phone} or user_id = ${userId}::bigint)
          order by user_id = ${userId}::bigint desc nulls last, id limit 1
        ) and stage <> 'invalid' returning id, stage, salesman_id, channel_id
      ), told as (${linesOf({ kind: 'arrivedAgain', by, from: sql`m.salesman_id`, to: sql`m.salesman_id` })})
      select id, channel_id as "channelId" from moved`.execute(write)
    // None if it has just become invalid: then there is room for a new one.
    if (known[0]) return { ...known[0], isNew: false }
  }
}

/** What became of a person who came. */
export type Arrived = { id: string; isNew: true } | { id: string; isNew: false; channelId: string | null }

async function channelOf(db: Db, leadId: string): Promise<string | null> {
  const { rows } = await sql<{ channelId: string | null }>`
    select channel_id as "channelId" from lead where id = ${leadId}`.execute(db)
  return rows[0]?.channelId ?? null
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
