import type { AuditRow } from '@kabao/contract/audit'

/**
 * The lines of a page with one line for each act of several: its newest, which opens to the others. It looks at this page alone,
 * so the list is found and paged as without it.
 */
export function folded(rows: readonly AuditRow[]): AuditRow[] {
  const seen = new Set<string>()
  return rows.filter(({ group }) => {
    if (group === null) return true
    const act = group.requestId ?? `${group.targetKind} ${group.targetId}`
    return seen.size < seen.add(act).size
  })
}

/** The lines each by itself, for a list that asks for the lines of one act or of one target. */
export const unfolded = (rows: readonly AuditRow[]): AuditRow[] =>
  rows.map((row) => ({ ...row, group: null }))

/** The address of all lines of an act, below the page of the log. */
export function actAddress({ size: _, ...filter }: NonNullable<AuditRow['group']>, open?: string): string {
  return `?${new URLSearchParams({ ...filter, ...(open !== undefined && { open }) })}`
}
