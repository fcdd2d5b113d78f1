import { type AuditRow, mostGrouped } from '@kabao/contract/operations/audit'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

type Group = NonNullable<AuditRow['group']>

/**
 * The groups of these entries. Each is counted over an index and only up to `mostGrouped`, so the cost does not depend on the size
 * of the log.
 * @param seenBy the only administrator whose entries the reader may see; null: all administrators
 * @returns the group by its name; null for none, or if the reader may see only one entry of it
 */
export async function groupsOf(
  db: Db,
  lines: readonly { actGroup: string | null }[],
  seenBy: string | null,
): Promise<(name: string | null) => Group | null> {
  const names = [...new Set(lines.flatMap(({ actGroup }) => actGroup ?? []))]
  const own = seenBy === null ? sql`` : sql`and t.admin_id = ${seenBy}`
  const { rows } =
    names.length === 0
      ? { rows: [] }
      : await sql<Group>`
    select g.id, (select count(*)::int from (
      select from audit_log t where t.act_group = g.id ${own} order by t.id limit ${sql.lit(mostGrouped)}) counted) as size
    from unnest(${names}::text[]) as g(id)`.execute(db.withoutPlugins())
  const groups = new Map(rows.map((group) => [group.id, group]))
  return (name) => {
    const group = name === null ? undefined : groups.get(name)
    return group && group.size > 1 ? group : null
  }
}
