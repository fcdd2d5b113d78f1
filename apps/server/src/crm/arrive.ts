import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'
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
 * Adds a lead. The same phone or user is one lead unless that is invalid: who comes again is noted in its history.
 * @returns whether it is a new lead
 * @throws Problem if the user was deleted
 */
export async function arrive(write: Db, given: Arrival): Promise<{ id: string; isNew: boolean }> {
  const { userId = null, phone = null, name = '', cityCode = null, source, channelId = null, by } = given
  if (userId !== null) await refuseDeleted(write, userId)
  for (;;) {
    const mergedId = await noteAtMerged(write, { phone, userId, by })
    if (mergedId !== null) return { id: mergedId, isNew: false }
    const { rows: added } = await sql<{ id: string }>`
      with moved as (
        insert into clue (user_id, phone, name, city_code, source, channel_id, pool_id, score, remark, created_by, updated_by)
        values (${userId}, ${phone}, ${name}, ${cityCode}, ${source}, ${channelId}, ${given.poolId}, ${given.score ?? 0},
          ${given.remark ?? ''}, ${by}, ${by})
        on conflict do nothing returning id, stage, salesman_id
      ), told as (${linesOf({ kind: 'arrived', by, from: sql`m.salesman_id`, to: sql`m.salesman_id` })})
      select id from moved`.execute(write)
    if (added[0]) return { id: added[0].id, isNew: true }
    const { rows: known } = await sql<{ id: string }>`
      with moved as (
        select id, stage, salesman_id from clue where stage <> 'invalid' and (phone = ${phone} or user_id = ${userId})
        order by id limit 1
      ), told as (${linesOf({ kind: 'arrivedAgain', by, from: sql`m.salesman_id`, to: sql`m.salesman_id` })})
      select id from moved`.execute(write)
    // None if it has just become invalid: then there is room for a new one.
    if (known[0]) return { id: known[0].id, isNew: false }
  }
}

/** Locks the user, so that a deletion at this moment comes after the lead and empties it. */
async function refuseDeleted(write: Db, userId: string): Promise<void> {
  const { rows } = await sql<{
    status: string
  }>`select status from "user" where id = ${userId} for share`.execute(write)
  if (!rows[0] || rows[0].status === 'deleted') throw new Problem(codes.conflict, 'userGone')
}
