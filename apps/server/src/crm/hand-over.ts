import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { transfer } from './claim-and-assign.ts'
import { isOnDuty } from './held-counters.ts'
import { release } from './release.ts'
import { tellHandOver } from './tell-hand-over.ts'

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
    const { rows } = await sql<{ name: string; isOnDuty: boolean }>`
      select s.name, ${isOnDuty} as is_on_duty from salesman s where s.id = ${toId} for key share`.execute(
      write,
    )
    if (!rows[0]?.isOnDuty)
      throw new Problem(codes.conflict, 'notOnDuty', { values: { name: rows[0]?.name ?? '' } })
  }
  const { rows } = await sql`
    insert into lead_hand_over (from_id, to_id, reason, created_by) values (${fromId}, ${toId}, ${reason}, ${by})
    on conflict (from_id) where ended_at is null do nothing returning id`.execute(write)
  if (rows.length === 0) throw new Problem(codes.conflict, 'handingOver')
}

/** Stops the hand-over of a salesman, if one is under way. What was moved stays where it is. */
export async function stopHandOver(write: Db, fromId: string): Promise<void> {
  await sql`update lead_hand_over set ended_at = now() where from_id = ${fromId} and ended_at is null`.execute(
    write,
  )
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
    select id::text, from_id::text, to_id::text, reason, created_by::text from lead_hand_over where ended_at is null
    order by lead_hand_over.id`.execute(db)
  return rows
}

/**
 * Moves the leads of one hand-over, each in a transaction of its own, so a killed run loses none and does none twice. What the other
 * one has no place for goes to its pool. At the end both salesmen are told, once.
 * @param options.onMoved called after each lead with how many went where so far
 * @returns how many were moved by this run
 */
export async function runHandOver(
  db: Db,
  open: Open,
  { day, signal, onMoved }: { day: string; signal?: AbortSignal; onMoved?: (sums: Sums) => void },
): Promise<Sums> {
  const sums = { moved: 0, toPool: 0 }
  for (let after = '0'; ; ) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ id: string }>`
      select id::text from lead where salesman_id = ${open.fromId} and closed_at is null and not is_forgotten and id > ${after}
      order by lead.id limit 200`.execute(db)
    const last = rows.at(-1)
    if (!last) break
    for (const { id } of rows) {
      signal?.throwIfAborted()
      const where = await moveOne(db, open, id, day)
      if (where === 'stopped') return sums
      if (where !== null) sums[where]++
      onMoved?.(sums)
    }
    after = last.id
  }
  await db.transaction().execute((write) => endHandOver(write, open.id))
  return sums
}

/** Whoever ends it tells, so that a run that was killed after the end tells nobody again. */
async function endHandOver(write: Db, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update lead_hand_over set ended_at = now() where id = ${id} and ended_at is null returning id::text`.execute(
    write,
  )
  if (rows[0]) await tellHandOver(write, rows[0].id)
}

/** How many leads went to the other salesman, and how many to their pools. */
interface Sums {
  moved: number
  toPool: number
}
type Where = keyof Sums

/** The hand-over was stopped meanwhile; the move of the lead is rolled back. */
class Stopped extends Error {}

/** @returns where the lead went; null if he does not hold it any more; `stopped` if the hand-over was stopped */
async function moveOne(db: Db, open: Open, leadId: string, day: string): Promise<Where | 'stopped' | null> {
  return moveLeadOf(db, open, leadId, day).catch((error) => {
    if (error instanceof Stopped) return 'stopped' as const
    throw error
  })
}

async function moveLeadOf(db: Db, open: Open, leadId: string, day: string): Promise<Where | null> {
  const act = { leadId, by: open.createdBy, day, reason: open.reason }
  const done = async (write: Db, where: Where) => {
    const count = sql.id(where === 'moved' ? 'moved' : 'to_pool')
    const { numAffectedRows } = await sql`update lead_hand_over set ${count} = ${count} + 1
      where id = ${open.id} and ended_at is null`.execute(write)
    if (numAffectedRows === 0n) throw new Stopped()
  }
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
