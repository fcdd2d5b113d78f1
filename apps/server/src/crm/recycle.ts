import { crmNoticeWords } from '@kabao/contract/crm/crm-notice.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { freePlaces } from './held-counters.ts'
import { linesOf, nobody } from './history.ts'
import { ending } from './lead.ts'
import { makeWait } from './release.ts'
import { countsOf, tellSalesmen } from './salesman-messages.ts'

/** How many leads one transaction returns; and about how many one run gives notice at most. */
const batch = 2_000
const mostNotices = 20_000

interface Held {
  id: string
  salesmanId: string
  poolId: string
}

/**
 * Returns the leads whose time is over to their pools. A lead that somebody works on at this moment is left for the next run, and one
 * that was given more time meanwhile stays.
 * @returns how many returned
 */
export async function recycleLeads(
  db: Db,
  { signal, progress }: { signal?: AbortSignal; progress?: (done: number) => void } = {},
): Promise<number> {
  let done = 0
  for (let after: { at: string; id: string } | null = null; ; ) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ id: string; at: string }>`
      select id::text, recycle_at as at from lead where recycle_at <= now()
        ${after ? sql`and (recycle_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
      order by lead.recycle_at, lead.id limit ${batch}`.execute(db)
    const last = rows.at(-1)
    if (!last) return done
    done += await db.transaction().execute((write) =>
      recycleSome(
        write,
        rows.map(({ id }) => id),
      ),
    )
    progress?.(done)
    after = last
  }
}

async function recycleSome(write: Db, ids: readonly string[]): Promise<number> {
  const { rows: due } = await sql<Held>`
    select id::text, salesman_id::text, pool_id::text from lead
    where id = any(${ids}::bigint[]) and recycle_at <= now() and not is_forgotten
    order by lead.id for no key update skip locked`.execute(write)
  if (due.length === 0) return 0
  await returnToPool(write, due)
  return due.length
}

interface Return {
  kind: 'recycled' | 'released'
  /** The administrator; null: the service. */
  by: string | null
  reason: string
}

/** Returns leads, which are locked, to their pools: as giving one back does. */
export async function returnToPool(
  write: Db,
  held: readonly Held[],
  { kind = 'recycled', by = null, reason = '' }: Partial<Return> = {},
): Promise<void> {
  const set = Object.entries(ending).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  await sql`
    with moved as (
      update lead c set version = c.version + 1, updated_at = now(), updated_by = ${by}, ${sql.join(set)}
      from lead_pool p, unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ salesmanId }) => salesmanId)}::bigint[])
        h (id, salesman_id)
      where p.id = c.pool_id and c.id = h.id returning c.id, c.stage, h.salesman_id as from_id
    ) ${linesOf({ kind, by, from: sql`m.from_id`, to: nobody, reason })}`.execute(write)
  await makeWait(
    write,
    held.map(({ id, salesmanId }) => ({ leadId: id, salesmanId })),
  )
  await freePlaces(write, held)
}

/**
 * Tells salesmen of the leads that return within a day, once for each holding; a follow-up makes it be told anew.
 * @returns of how many leads
 */
export const giveNotice = (db: Db): Promise<number> =>
  db.transaction().execute(async (write) => {
    const { rows } = await sql<{ salesmanId: string }>`
      with due as (
        select id from lead where recycle_at > now() and recycle_at <= now() + interval '24 hours' and notice_at is null
        order by recycle_at, id limit ${mostNotices}
      ), locked as (
        select c.id from lead c where c.id in (select id from due) and c.recycle_at <= now() + interval '24 hours'
          and c.notice_at is null order by c.id for no key update skip locked
      )
      update lead c set notice_at = now() from locked l where c.id = l.id returning c.salesman_id::text`.execute(
      write,
    )
    const counts = countsOf(rows.map(({ salesmanId }) => salesmanId))
    await tellSalesmen(
      write,
      [...counts].map(([salesmanId, count]) => ({
        salesmanId,
        ...crmNoticeWords.tree.returning,
        values: { count },
        query: { salesmanId, place: 'held' },
      })),
    )
    return rows.length
  })

/** Closes open leads whose user was deleted; until then they take a place of their holders. @returns how many */
export async function closeForgotten(db: Db, signal?: AbortSignal): Promise<number> {
  for (let done = 0; ; ) {
    signal?.throwIfAborted()
    const closed = await db.transaction().execute(async (write) => {
      const { rows } = await sql<{ id: string; salesmanId: string | null; poolId: string }>`
        with due as (select id from lead where is_forgotten and closed_at is null order by id limit ${batch})
        select c.id::text, c.salesman_id::text, c.pool_id::text from lead c join due on due.id = c.id
        where c.closed_at is null order by c.id for no key update of c skip locked`.execute(write)
      const ids = rows.map(({ id }) => id)
      await sql`
        with moved as (
          update lead c set stage = 'invalid', closed_at = now(), first_contact_due_at = null, next_follow_at = null,
            recycle_at = null, protected_until = null, notice_at = null, version = c.version + 1, updated_at = now(), updated_by = null
          from lead old where c.id = any(${ids}::bigint[]) and old.id = c.id returning c.id, c.salesman_id, c.stage, old.stage as old_stage
        ) ${linesOf({
          kind: 'invalidated',
          by: null,
          from: sql`m.salesman_id`,
          to: sql`m.salesman_id`,
          fromStage: sql`m.old_stage`,
        })}`.execute(write)
      const held = rows.flatMap((row) =>
        row.salesmanId === null ? [] : [{ ...row, salesmanId: row.salesmanId }],
      )
      await freePlaces(write, held)
      return rows.length
    })
    if (closed === 0) return done
    done += closed
  }
}

/** Empties what is kept of merges that can no longer be undone. */
export const emptyOldMerges = async (db: Db, days: number): Promise<void> => {
  await sql`update lead_merge set keep_before = null, keep_after = null, other_before = null
    where other_before is not null and created_at < now() - make_interval(days => ${days})`.execute(db)
}
