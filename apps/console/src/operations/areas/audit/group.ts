import { type AuditRow, mostGrouped } from '@kabao/contract/operations/audit'

type Group = NonNullable<AuditRow['group']>

/** The number of entries of an act; above the limit of the count, `1000+`. */
export const groupSize = ({ size }: Group): string => (size < mostGrouped ? String(size) : `${mostGrouped}+`)

/** The address of all entries of an act, relative to the page of the log. @param open the entry whose details are open */
export const groupAddress = ({ id }: Group, open?: string): string =>
  `?${new URLSearchParams({ group: id, ...(open !== undefined && { open }) })}`
