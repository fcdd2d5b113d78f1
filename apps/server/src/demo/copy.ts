import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Cell = string | number | boolean | Buffer | null

/** Streams rows into a table by COPY with constant memory. `columns` are written as SQL names them. */
export async function copyRows(
  client: pg.PoolClient,
  table: string,
  columns: string[],
  rows: Iterable<Cell[]>,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunks(rows), { objectMode: false }), target)
}

/** Rows as COPY's text format, in pieces of about 128 KB. */
function* chunks(rows: Iterable<Cell[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(cell).join('\t')}\n`
    if (text.length > 131_072) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

function cell(value: Cell): string {
  if (value === null) return '\\N'
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (char) => escapes[char] as string) : value
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
