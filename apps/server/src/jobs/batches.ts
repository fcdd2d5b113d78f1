import type { RawBuilder } from 'kysely'
import type { Db } from '#db/client'

/** How many rows are deleted in one transaction, so that no lock is held for long and the service can stop in between. */
const batch = 5_000

/** Deletes rows batch by batch until none is left. @param remove the statement that deletes up to the given number of rows */
export async function removeInBatches(
  { db, signal, progress }: { db: Db; signal: AbortSignal; progress: (done: number) => void },
  remove: (most: number) => RawBuilder<unknown>,
): Promise<number> {
  let removed = 0
  for (;;) {
    signal.throwIfAborted()
    const count = Number((await remove(batch).execute(db)).numAffectedRows ?? 0n)
    removed += count
    if (count < batch) return removed
    progress(removed)
  }
}
