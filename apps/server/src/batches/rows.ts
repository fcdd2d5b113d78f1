import type { BatchCount } from '@kabao/contract/batch-body'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/client'
import type { RowsQuery } from '#db/page'
import type { AnyBatchAct } from './act.ts'

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** How many an act would change, exactly. @param upTo the newest row that counts; null: all there are */
export async function countRows(
  db: Db,
  { able }: AnyBatchAct,
  { table, where }: RowsQuery,
  upTo: string | null,
): Promise<BatchCount> {
  const limits = upTo === null ? [sql`true`] : [sql`t.id <= ${upTo}::bigint`]
  const { rows } = await sql<{ count: number; others: number; upTo: string | null }>`
    select count(*) filter (where ${able})::int as count, count(*) filter (where not (${able}))::int as others,
      max(t.id)::text as "upTo"
    from ${table} t where ${all([...where, ...limits])}`.execute(db.withoutPlugins())
  const { count, others, upTo: newest } = rows[0] as { count: number; others: number; upTo: string | null }
  return { count, others, ...(newest !== null && { upTo: newest }) }
}

/**
 * The next rows that match and are able, locked until this write ends. Who waited for somebody else's change of a row
 * looks at it again: what does not match any more is passed over.
 */
export async function lockRows(
  db: Db,
  { able }: AnyBatchAct,
  { table, where }: RowsQuery,
  { after, upTo, most }: { after: string; upTo: string; most: number },
): Promise<string[]> {
  const within = [sql`t.id > ${after}::bigint`, sql`t.id <= ${upTo}::bigint`, sql`(${able})`]
  const { rows } = await sql<{ id: string }>`
    select t.id from ${table} t where ${all([...where, ...within])}
    order by t.id limit ${most} for no key update of t`.execute(db.withoutPlugins())
  return rows.map(({ id }) => id)
}
