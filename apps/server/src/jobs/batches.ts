import type { Db } from '#db/client'

/** How many rows go in one transaction: none is held for long, and a stop need not wait. */
const batch = 5_000

/** Deletes a batch at a time until none is left. @param remove deletes up to so many rows and says how many it were */
export async function removeInBatches(
  { db, signal, progress }: { db: Db; signal: AbortSignal; progress: (done: number) => void },
  remove: (db: Db, most: number) => Promise<number>,
): Promise<number> {
  let removed = 0
  for (;;) {
    signal.throwIfAborted()
    const count = await remove(db, batch)
    removed += count
    if (count < batch) return removed
    progress(removed)
  }
}
