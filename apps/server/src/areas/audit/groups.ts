import { type AuditRow, mostGrouped } from '@kabao/contract/audit'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { batchRequest } from '#src/audit/write'

interface Line {
  targetKind: string | null
  targetId: string | null
  requestId: string | null
}
type Group = NonNullable<AuditRow['group']>
type Filter = Omit<Group, 'size'>

/** The filter that finds all entries of the same act: of a batch, an import, or one request. */
function filterOf({ targetKind, targetId, requestId }: Line): Filter | null {
  if (targetKind === 'batch' && targetId !== null) return { requestId: batchRequest(targetId) }
  if (targetKind?.endsWith('Import') && targetId !== null) return { targetKind, targetId }
  return requestId === null ? null : { requestId }
}

const keyOf = ({ requestId, targetKind, targetId }: Filter) => requestId ?? `${targetKind} ${targetId}`

/**
 * Groups these entries by act. The entries of each act are counted over an index and only up to `mostGrouped`, so the cost does
 * not depend on the size of the log.
 * @param seenBy the only administrator whose entries the reader may see; null: all administrators
 * @returns the group of an entry, or null if the act has only this entry
 */
export async function groupsOf(
  db: Db,
  lines: readonly Line[],
  seenBy: string | null,
): Promise<(line: Line) => Group | null> {
  const filters = new Map<string, Filter>()
  for (const line of lines) {
    const filter = filterOf(line)
    if (filter) filters.set(keyOf(filter), filter)
  }
  const asked = [...filters].map(([key, filter]) => ({
    key,
    request: filter.requestId ?? null,
    kind: filter.targetKind ?? null,
    target: filter.targetId ?? null,
  }))
  const own = seenBy === null ? sql`` : sql`and t.admin_id = ${seenBy}`
  const counted = (condition: ReturnType<typeof sql>) => sql`(select count(*)::int from (
    select from audit_log t where ${condition} ${own} limit ${sql.lit(mostGrouped)}) counted)`
  const { rows } =
    asked.length === 0
      ? { rows: [] }
      : await sql<{ key: string; size: number }>`
    select a.key, case when a.request is not null then ${counted(sql`t.request_id = a.request`)}
      else ${counted(sql`t.target_kind = a.kind and t.target_id = a.target`)} end as size
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(key text, request text, kind text, target text)`.execute(
          db.withoutPlugins(),
        )
  const sizes = new Map(rows.map(({ key, size }) => [key, size]))
  return (line) => {
    const filter = filterOf(line)
    const size = filter ? (sizes.get(keyOf(filter)) ?? 0) : 0
    return filter && size > 1 ? { ...filter, size } : null
  }
}
