import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** What a running copy gives. */
export interface Copied {
  pieces: AsyncIterable<Buffer>
  /** How many rows PostgreSQL has given so far. */
  countRows(): Promise<number>
  /** How many it were, once all pieces were read. */
  total(): number
}

/**
 * Runs `copy (…) to stdout` on a connection of its own while `use` reads it; the rows never come together in memory. What is
 * not read to its end is ended at the server too.
 */
export async function copyOut<T>(
  pool: pg.Pool,
  { statement, format }: { statement: string; format: 'csv' | 'text' },
  use: (copied: Copied) => Promise<T>,
): Promise<T> {
  const client = (await pool.connect()) as pg.PoolClient & { processID: number }
  const stream = client.query(
    copyTo(`copy (${statement}) to stdout with (format ${format}, encoding 'UTF8')`),
  )
  let isRead = false
  stream.on('end', () => {
    isRead = true
  })
  // Whoever reads it hears of it; without an ear it would end the process.
  stream.on('error', () => undefined)
  try {
    return await use({
      pieces: stream,
      async countRows() {
        const { rows } = await pool.query<{ count: number }>(
          'select tuples_processed::float8 as count from pg_stat_progress_copy where pid = $1',
          [client.processID],
        )
        return rows[0]?.count ?? 0
      },
      total: () => stream.rowCount,
    })
  } finally {
    // In the middle of a copy a connection is good for nothing else.
    client.release(!isRead)
  }
}
