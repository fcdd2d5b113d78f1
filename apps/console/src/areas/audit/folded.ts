import type { AuditRow } from '@kabao/contract/audit'

/**
 * The entries of a page, with the newest entry of each act that has several; it expands to the others. Only this page is
 * folded, so queries and paging of the list are not affected.
 */
export function folded(rows: readonly AuditRow[]): AuditRow[] {
  const seen = new Set<string>()
  return rows.filter(({ group }) => {
    if (group === null) return true
    const act = group.requestId ?? `${group.targetKind} ${group.targetId}`
    return seen.size < seen.add(act).size
  })
}

/** Every entry by itself, for a list that is filtered by one act or one target. */
export const unfolded = (rows: readonly AuditRow[]): AuditRow[] =>
  rows.map((row) => ({ ...row, group: null }))

/** The address of all entries of an act, relative to the page of the log. */
export function actAddress({ size: _, ...filter }: NonNullable<AuditRow['group']>, open?: string): string {
  return `?${new URLSearchParams({ ...filter, ...(open !== undefined && { open }) })}`
}
