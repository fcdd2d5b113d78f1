import type { RawBuilder } from 'kysely'
import type { Db } from '#db/client'

/** How many rows go in one transaction: none is held for long, and a stop need not wait. */
const batch = 5_000

/** Deletes a batch at a time until none is left. @param remove the statement that deletes up to so many rows */
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
