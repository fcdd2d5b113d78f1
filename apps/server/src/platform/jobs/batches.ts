import type { RawBuilder } from 'kysely'
import type { Db } from '../db/client.ts'
import { refuseWrongClock } from '../db/now.ts'

/** How many rows are deleted in one transaction, so that no lock is held for long and the service can stop in between. */
const batch = 5_000

/**
 * Deletes old rows batch by batch until none is left.
 * @param remove the statement that deletes up to the given number of rows
 * @throws if the clocks of this machine and of the database differ, because young rows would look old
 */
export async function removeInBatches(
  { db, signal, progress }: { db: Db; signal: AbortSignal; progress: (done: number) => void },
  remove: (most: number) => RawBuilder<unknown>,
): Promise<number> {
  await refuseWrongClock(db)
  let removed = 0
  for (;;) {
    signal.throwIfAborted()
    const count = Number((await remove(batch).execute(db)).numAffectedRows ?? 0n)
    removed += count
    if (count < batch) return removed
    progress(removed)
  }
}
