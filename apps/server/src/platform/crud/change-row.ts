import type { RawBuilder } from 'kysely'
import { notFound, stale } from '../base/problem.ts'
import type { Db } from '../db/client.ts'
import {
  type Changes,
  type LockStrength,
  lockRows,
  type Stored,
  updateRow,
  type VersionedTable,
} from '../db/row.ts'

interface ChangeOf<T extends VersionedTable, Shown> {
  /** The row as the caller may see it. @throws Problem if it is outside the caller's data scope */
  show: () => Promise<Shown>
  /** Reads the changed row, if it is read differently from before. */
  showChanged?: () => Promise<Shown>
  /** The id of the administrator who changes it. */
  by: string
  /** Runs before the version is compared. @throws Problem if the caller may not change this row */
  guard?: (stored: Stored<T>, shown: Shown) => Promise<void> | void
  /** Returns the columns to set, and writes the data of the row in other tables. @throws Problem */
  change: (stored: Stored<T>, shown: Shown) => Changes<T> | Promise<Changes<T>>
  /** The conditions of the data scope on the row, whose table has the alias `t`. */
  where?: readonly RawBuilder<unknown>[]
  strength?: LockStrength
}

/**
 * Changes one row. Of two callers who saw the same version, one changes it, and the other is refused with the current row.
 * @param seen the id of the row and the version that the caller saw
 * @returns the row as shown before and after, for the audit log and the response
 * @throws Problem 4040 if the row does not exist, 4090 with the current row if its version is different
 */
export async function changeRow<T extends VersionedTable, Shown>(
  db: Db,
  table: T,
  seen: { id: string; version: number },
  { show, showChanged = show, by, guard, change, ...locking }: ChangeOf<T, Shown>,
): Promise<{ before: Shown; after: Shown }> {
  const [stored] = await lockRows(db, table, [seen.id], locking)
  if (!stored) throw notFound()
  const before = await show()
  await guard?.(stored, before)
  if ((stored as { version: number }).version !== seen.version) throw stale(before)
  await updateRow(db, table, seen.id, { ...(await change(stored, before)), updatedBy: by })
  return { before, after: await showChanged() }
}
