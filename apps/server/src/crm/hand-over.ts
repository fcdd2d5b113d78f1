import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'
import { release } from './give-back.ts'
import { transfer } from './take.ts'

export interface HandOver {
  fromId: string
  /** Null: to their pools. */
  toId: string | null
  reason: string
  by: string | null
}

/**
 * Begins to give all leads of a salesman to another one, or to their pools. The job `crm-hand-over` moves them.
 * @throws Problem if one is under way already, or the other one is not on duty
 */
export async function beginHandOver(write: Db, { fromId, toId, reason, by }: HandOver): Promise<void> {
  if (toId !== null) {
    const { rows } = await sql<{ name: string; status: string }>`
      select name, status from salesman where id = ${toId} for key share`.execute(write)
    if (rows[0]?.status !== 'onDuty')
      throw new Problem(codes.conflict, 'notOnDuty', { values: { name: rows[0]?.name ?? '' } })
  }
  const { rows } = await sql`
    insert into clue_hand_over (from_id, to_id, reason, created_by) values (${fromId}, ${toId}, ${reason}, ${by})
    on conflict (from_id) where ended_at is null do nothing returning id`.execute(write)
  if (rows.length === 0) throw new Problem(codes.conflict, 'handingOver')
}

interface Open {
  id: string
  fromId: string
  toId: string | null
  reason: string
  createdBy: string | null
}

/** The hand-overs that are under way, the oldest first. */
export async function openHandOvers(db: Db): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select id::text, from_id::text, to_id::text, reason, created_by::text from clue_hand_over where ended_at is null
    order by clue_hand_over.id`.execute(db)
  return rows
}

/**
 * Moves the leads of one hand-over, each in a transaction of its own, so a killed run loses none and does none twice. What the other
 * one has no place for goes to its pool.
 * @returns how many were moved
 */
export async function runHandOver(
  db: Db,
  open: Open,
  { day, signal }: { day: string; signal?: AbortSignal },
): Promise<{ moved: number; toPool: number }> {
  const sums = { moved: 0, toPool: 0 }
  for (let after = '0'; ; ) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ id: string }>`
      select id::text from clue where salesman_id = ${open.fromId} and closed_at is null and not is_forgotten and id > ${after}
      order by clue.id limit 200`.execute(db)
    const last = rows.at(-1)
    if (!last) break
    for (const { id } of rows) {
      signal?.throwIfAborted()
      const where = await moveOne(db, open, id, day)
      if (where !== null) sums[where]++
    }
    after = last.id
  }
  await sql`update clue_hand_over set ended_at = now() where id = ${open.id} and ended_at is null`.execute(db)
  return sums
}

type Where = 'moved' | 'toPool'

/** @returns where the lead went; null if he does not hold it any more */
async function moveOne(db: Db, open: Open, clueId: string, day: string): Promise<Where | null> {
  const act = { clueId, by: open.createdBy, day, reason: open.reason }
  const done = (write: Db, where: Where) =>
    sql`update clue_hand_over set ${sql.id(where === 'moved' ? 'moved' : 'to_pool')} =
      ${sql.id(where === 'moved' ? 'moved' : 'to_pool')} + 1 where id = ${open.id}`.execute(write)
  const { toId } = open
  if (toId !== null) {
    const went = await attempt(
      db.transaction().execute(async (write) => {
        await transfer(write, { ...act, fromId: open.fromId, salesmanId: toId })
        await done(write, 'moved')
      }),
    )
    if (went === true) return 'moved'
    if (gone.has(went)) return null
  }
  const back = await attempt(
    db.transaction().execute(async (write) => {
      await release(write, { ...act, salesmanId: open.fromId })
      await done(write, 'toPool')
    }),
  )
  return back === true ? 'toPool' : null
}

/** Refusals that say that the lead is not his any more, or has no person. */
const gone = new Set<string | true>(['leadMoved', 'leadClosed', 'userGone'])

/** @returns true, or the sentence of the refusal; any other error is thrown */
const attempt = (act: Promise<void>): Promise<string | true> =>
  act.then(
    () => true as const,
    (error) => {
      if (error instanceof Problem) return error.words
      throw error
    },
  )
