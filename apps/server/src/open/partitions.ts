import { sql } from 'kysely'
import type { Db } from '#db/client'

/** The partitioned tables that the open door writes before it answers. */
const tables = ['open_nonce', 'open_answer'] as const

/**
 * Runs a transaction. If it fails because a partition is missing, which a stopped job did not make ahead, the partitions are made
 * and it runs once more.
 */
export async function withPartitions<T>(db: Db, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isPartitionMissing(error)) throw error
    for (const table of tables)
      await sql`select make_partitions(${table}, now() - interval '1 hour')`.execute(db)
    return run()
  }
}

/** PostgreSQL reports it as a broken check, without the name of a constraint. */
const isPartitionMissing = (error: unknown): boolean => {
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  return (
    code === '23514' &&
    constraint === undefined &&
    (tables as readonly (string | undefined)[]).includes(table)
  )
}
