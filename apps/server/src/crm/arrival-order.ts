import { exactTotal } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { partsOfSight, type Sight } from './lead-visibility.ts'

/** A lead in the order of arrival. */
export interface Place {
  at: string
  id: string
}

interface Asked {
  /** The conditions on a lead `t` of the sight. */
  where: readonly RawBuilder<unknown>[]
  isDescending: boolean
  limit: number
  offset?: number
  /** Only leads after this one. */
  after?: Place | undefined
}

/**
 * The leads of a sight that match, in the order of arrival. Each part of the sight is read over its own index, and only as far as it
 * can be needed, so the time does not grow with the number of leads.
 */
export async function findPlaces(
  db: Db,
  sight: Sight,
  { where, isDescending, limit, offset = 0, after }: Asked,
): Promise<Place[]> {
  const [direction, follows] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const later = after
    ? [sql`(t.arrived_at, t.id) ${follows} (${after.at}::timestamptz, ${after.id}::bigint)`]
    : []
  const parts = partsOfSight(sight).map(
    (part) => sql`(select t.id, t.arrived_at as at from ${part} t where ${all([...where, ...later])}
      order by t.arrived_at ${direction}, t.id ${direction} limit ${offset + limit})`,
  )
  const { rows } = await sql<Place>`
    select p.id, p.at from (${sql.join(parts, sql` union all `)}) p order by p.at ${direction}, p.id ${direction}
    limit ${limit} offset ${offset}`.execute(db.withoutPlugins())
  return rows
}

/** How many leads of a sight match, counted to one more than `exactTotal`. */
export async function countPlaces(
  db: Db,
  sight: Sight,
  where: readonly RawBuilder<unknown>[],
): Promise<number> {
  const most = sql.lit(exactTotal + 1)
  const parts = partsOfSight(sight).map(
    (part) => sql`(select from ${part} t where ${all(where)} limit ${most})`,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from (${sql.join(parts, sql` union all `)}) part limit ${most}) counted`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

const all = (where: readonly RawBuilder<unknown>[]) =>
  where.length === 0 ? sql`true` : sql.join([...where], sql` and `)
