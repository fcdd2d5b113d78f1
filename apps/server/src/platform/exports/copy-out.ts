import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** The output of a running COPY. */
export interface Copied {
  pieces: AsyncIterable<Buffer>
  /** How many rows were read so far; a line break within a CSV cell counts as a row too. */
  soFar(): number
  /** The number of rows, once all pieces were read. */
  total(): number
}

/**
 * Runs `copy (…) to stdout` on a connection of its own while `use` reads it; the rows are never all in memory. If `use` ends early,
 * the COPY is ended on the server too.
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
  // The reader gets the error from the stream; without this listener it would end the process.
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
    // A connection in the middle of a COPY cannot be reused.
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
