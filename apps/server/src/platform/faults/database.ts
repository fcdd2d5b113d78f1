import type pg from 'pg'
import type { Db } from '../db/client.ts'
import { missingPartitionOf } from '../db/partitions.ts'
import { isDatabaseFull } from '../db/passing.ts'
import { makePartitionsOf } from '../partitions/keep.ts'
import type { Faults } from './faults.ts'

/** How long after a try the partitions of the same table are not made again, in milliseconds. */
const againMs = 2_000

/**
 * Notes what the database refuses for a reason of its own: a full disk, or a missing partition, which is made at once. Whatever
 * was refused is tried again by its caller, by the queue, or when its lease ends.
 * @param db not the watched connection, whose transaction is broken
 * @returns ends it
 */
export function watchDatabase(db: Db, faults: Faults, pools: Iterable<pg.Pool>): () => void {
  const triedAt = new Map<string, number>()
  const make = (table: string) => {
    const now = performance.now()
    if (now - (triedAt.get(table) ?? Number.NEGATIVE_INFINITY) < againMs) return
    triedAt.set(table, now)
    // It is tried again at the next row that has no partition.
    makePartitionsOf(db, table).catch(() => undefined)
  }
  const meet = (error: unknown) => {
    if (isDatabaseFull(error))
      faults.meet('databaseFull', 'the disk of the database is full: it refuses what is written')
    const table = missingPartitionOf(error)
    if (table === null) return
    faults.meet('partition', `the table ${table} had no partition for a row; it is being made`)
    make(table)
  }
  const watched = new Set(pools)
  for (const pool of watched) pool.on('fault' as 'error', meet)
  return () => {
    for (const pool of watched) pool.off('fault' as 'error', meet)
  }
}
