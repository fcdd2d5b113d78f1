import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/**
 * `order`: ask how the payment stands, close it in the end. `refund`: have it paid back. `notice`: the channel is to be told, by an older instance. `ask`: ask how the
 * payment stands because a person wants to know.
 */
export type DueKind = 'order' | 'refund' | 'notice' | 'ask'

/** What is due, claimed by this instance until its lease ends. */
export interface Due {
  kind: DueKind
  refId: string
  /** The number of the claim; with another number the step belongs to somebody else. */
  claims: number
  /** How often it was done. */
  done: number
}

/** The pauses between the looks at an order, counted from its creation, in milliseconds; the last is when it is closed. */
export const queryTimes = [10_000, 30_000, 60_000, 300_000, 1_800_000] as const
/** The pauses before a refund is asked again, in milliseconds; the last one repeats. */
export const refundPauses = [10_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000] as const

/** Adds a step, in the caller's transaction. If it is there already, it comes due as soon as wanted. */
export async function addDue(write: Db, kind: DueKind, refId: string, inMs: number): Promise<void> {
  await sql`
    insert into payment_due as d (kind, ref_id, due_at)
    values (${kind}, ${refId}, now() + ${inMs}::float8 * interval '1 millisecond')
    on conflict (kind, ref_id) do update set due_at = least(d.due_at, excluded.due_at)`.execute(write)
}

/**
 * Adds many steps one after another, behind those that already wait in turn, in the caller's transaction. So they keep no other step
 * waiting, and whoever is called gets at most so many calls in a second. A step that is there already stays as it is.
 * @returns the ids of those that were not there
 */
export async function addDueInTurn(
  write: Db,
  kind: DueKind,
  refIds: readonly string[],
  perSecond: number,
): Promise<string[]> {
  // Two acts at once would both begin at the same end of the queue.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment_due.${kind}`}, 0))`.execute(write)
  const { rows } = await sql<{ refId: string }>`
    insert into payment_due (kind, ref_id, due_at, in_turn)
    select ${kind}, ref_id, greatest(now(), (select max(due_at) from payment_due
        where kind = ${kind} and in_turn and claims = 0)) + nth * (interval '1 second' / ${sql.lit(perSecond)}), true
    from unnest(${refIds}::bigint[]) with ordinality as asked (ref_id, nth)
    on conflict do nothing returning ref_id as "refId"`.execute(write.withoutPlugins())
  return rows.map(({ refId }) => refId)
}

/** Claims steps that are due, the longest due first. @param leaseMs after which they come due again */
export async function claimDue(db: Db, { most, leaseMs }: { most: number; leaseMs: number }): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select kind, ref_id from payment_due where due_at <= now() order by due_at limit ${most} for update skip locked
    )
    update payment_due d set due_at = now() + ${leaseMs}::float8 * interval '1 millisecond', claims = d.claims + 1
    from due where d.kind = due.kind and d.ref_id = due.ref_id
    returning d.kind, d.ref_id as "refId", d.claims, d.done`.execute(db.withoutPlugins())
  return rows
}

/** Makes a claimed step due again. @param isDone whether this counts as one more time */
export async function againIn(db: Db, due: Due, inMs: number, isDone = true): Promise<void> {
  await sql`
    update payment_due set due_at = now() + ${Math.max(0, inMs)}::float8 * interval '1 millisecond', done = done + ${isDone ? 1 : 0}
    where kind = ${due.kind} and ref_id = ${due.refId} and claims = ${due.claims}`.execute(db)
}

/** Ends a step, whoever has claimed it. */
export async function endDue(write: Db, kind: DueKind, refId: string): Promise<void> {
  await sql`delete from payment_due where kind = ${kind} and ref_id = ${refId}`.execute(write)
}
