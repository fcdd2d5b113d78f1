import type { RawBuilder } from 'kysely'
import type { Db } from '#db/client'
import {
  type Changes,
  type LockStrength,
  lockRows,
  type Stored,
  updateRow,
  type VersionedTable,
} from '#db/row'
import { notFound, stale } from '#http/problem'

interface ChangeOf<T extends VersionedTable, Shown> {
  /** The row as the caller is shown it. @throws Problem where he does not meet it */
  show: () => Promise<Shown>
  /** The row as it has become, where that is not read like before. */
  showChanged?: () => Promise<Shown>
  /** Who changes it. */
  by: string
  /** Asked before the version is compared. @throws Problem where the caller may not change this row */
  guard?: (stored: Stored<T>, shown: Shown) => Promise<void> | void
  /** What to set. What belongs to the row in other tables is written here too. @throws Problem */
  change: (stored: Stored<T>, shown: Shown) => Changes<T> | Promise<Changes<T>>
  /** More conditions on the row, whose table is called `t`: those of the data scope. */
  where?: readonly RawBuilder<unknown>[]
  strength?: LockStrength
}

/**
 * Changes one row: of two who saw the same version, one changes it and the other is told what it is now.
 * @param seen the row and its version as the caller saw it
 * @returns the row as it is shown before and after, for the audit log and the answer
 * @throws Problem 4040 where there is no such row, 4090 with the row as it is where its version is another
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
