import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Cell = string | number | boolean | Buffer | null

/** Streams rows into a table by COPY with constant memory. `columns` are written as SQL names them. */
export const copyRows = (
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> => copyPieces(client, table, columns, pieces(rows))

/** As `copyRows`, of rows that are text already, in pieces of any length. */
export async function copyPieces(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  texts: Iterable<string | Buffer>,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(texts, { objectMode: false }), target)
}

/** The length of a piece of text, in characters. */
export const pieceLength = 131_072

/** Rows as COPY's text format, in pieces. */
function* pieces(rows: Iterable<readonly Cell[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += lineOf(row)
    if (text.length > pieceLength) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

/** A row in COPY's text format. */
export function lineOf(row: readonly Cell[]): string {
  let line = ''
  for (let at = 0; at < row.length; at++) line += (at === 0 ? '' : '\t') + cell(row[at] as Cell)
  return `${line}\n`
}

function cell(value: Cell): string {
  if (value === null) return '\\N'
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (char) => escapes[char] as string) : value
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
