import type { Db } from '../db/client.ts'
import { missingPartitionOf } from '../db/partitions.ts'
import { makePartitionsOf } from './keep.ts'

/**
 * Runs a transaction. If it fails because a table has no partition for a row, which a stopped job did not make ahead or a person dropped,
 * the partitions are made and it runs again; once for each such table.
 * @param run begins its transaction anew each time
 */
export async function withPartitions<T>(db: Db, run: () => Promise<T>): Promise<T> {
  const made = new Set<string>()
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const table = missingPartitionOf(error)
      if (table === null || made.has(table)) throw error
      made.add(table)
      await makePartitionsOf(db, table)
    }
  }
}
