import { exactTotal } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'
import { findLeads, type StoredRow } from '../../crm/read.ts'
import { type Sight, seenLeads } from '../../crm/sight.ts'

interface Place {
  at: string
  id: string
}

interface Part {
  where: readonly RawBuilder<unknown>[]
  after: Place | undefined
  size: number
}

/** The next cards of one column, the newest first; the total only with the first ones, because it does not change by scrolling. */
export async function findCards(
  db: Db,
  sight: Sight,
  { where, after, size }: Part,
): Promise<{ cards: StoredRow[]; next: Place | null; total: number | null }> {
  const from = sql`${seenLeads(sight)} t where ${where.length > 0 ? sql.join([...where], sql` and `) : sql`true`}`
  const older = after
    ? sql`and (t.arrived_at, t.id) < (${after.at}::timestamptz, ${after.id}::bigint)`
    : sql``
  const [{ rows }, total] = await Promise.all([
    sql<Place>`select t.id, t.arrived_at as at from ${from} ${older} order by t.arrived_at desc, t.id desc
      limit ${size + 1}`.execute(db.withoutPlugins()),
    after ? null : countOf(db, from),
  ])
  const ids = rows.slice(0, size).map(({ id }) => id)
  const found = new Map((await findLeads(db, sight, ids)).map((card) => [card.id, card]))
  return {
    // A lead that has left the sight between the two statements is left out.
    cards: ids.flatMap((id) => found.get(id) ?? []),
    next: rows.length > size ? (rows[size - 1] as Place) : null,
    total,
  }
}

async function countOf(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${from} limit ${sql.lit(exactTotal + 1)}) counted`.execute(db)
  return rows[0]?.n ?? 0
}
