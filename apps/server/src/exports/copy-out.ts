import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** What a running copy gives. */
export interface Copied {
  pieces: AsyncIterable<Buffer>
  /** How many rows were read so far; a line within a CSV cell counts as one too. */
  soFar(): number
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
  const client = await pool.connect()
  const stream = client.query(
    copyTo(`copy (${statement}) to stdout with (format ${format}, encoding 'UTF8')`),
  )
  let isRead = false
  let rows = 0
  stream.on('end', () => {
    isRead = true
  })
  // Whoever reads it hears of it; without an ear it would end the process.
  stream.on('error', () => undefined)
  try {
    return await use({
      pieces: counted(stream, (lines) => {
        rows += lines
      }),
      soFar: () => rows,
      total: () => stream.rowCount,
    })
  } finally {
    // In the middle of a copy a connection is good for nothing else.
    client.release(!isRead)
  }
}

async function* counted(pieces: AsyncIterable<Buffer>, add: (lines: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    let lines = 0
    for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, at + 1)) lines++
    add(lines)
    yield piece
  }
}

const lineFeed = 0x0a
