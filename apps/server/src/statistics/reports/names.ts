import type { Dimension } from '@kabao/contract/statistics/report/report'
import { regionName } from '@kabao/region'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How a record is called. */
export interface Name {
  name: string | null
  code: string | null
}

const tables = { channel: 'channel', org: 'org', product: 'product' } as const

/** The names of records by their ids; what no longer exists has none. */
export async function findNames(
  db: Db,
  dimension: Dimension,
  ids: readonly string[],
): Promise<(id: string) => Name> {
  const none = { name: null, code: null }
  if (dimension === 'none' || ids.length === 0) return () => none
  if (dimension === 'city') return (id) => (id === '0' ? none : { name: regionName(id) ?? null, code: id })
  const code = dimension === 'product' ? sql`null` : sql`code`
  const { rows } = await sql<Name & { id: string }>`
    select id, name, ${code} as code from ${sql.table(tables[dimension])} where id = any(${ids}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  const found = new Map(rows.map(({ id, ...name }) => [id, name]))
  return (id) => found.get(id) ?? none
}
