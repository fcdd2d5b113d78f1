import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Storage } from '../storage/storage.ts'
import type { Header } from './header.ts'
import { dataBytes, recordBytes } from './records.ts'
import { columnList, named } from './tables.ts'

/** What was copied so far. */
export interface Counts {
  rows: number
  files: number
  /** The ids of files whose bytes were not there, or not as they had been stored. */
  missing: string[]
}

interface From {
  /** Within the transaction of the snapshot. */
  client: pg.ClientBase
  storage: Storage
  counts: Counts
  /** Called with the table or file that begins. */
  onStep: (what: string) => void
}

/** The records of a backup: every table of the snapshot, then every file that its rows name. */
export async function* contentOf(header: Header, from: From): AsyncGenerator<Buffer> {
  for (const table of header.tables) {
    from.onStep(table.name)
    yield recordBytes({ kind: 'table', schema: table.schema, name: table.name })
    // A partitioned table is read by a query, because COPY reads no table without rows of its own.
    const rows = from.client.query(
      copyTo(`copy (select ${columnList(table.columns)} from ${named(table.schema, table.name)}) to stdout
        with (format text, encoding 'UTF8')`),
    )
    for await (const bytes of rows) yield dataBytes(bytes)
    // The number of rows may come in a packet after the last row; the next statement is answered after both.
    await from.client.query('select')
    from.counts.rows += rows.rowCount
    yield recordBytes({ kind: 'tableEnd', rows: rows.rowCount })
  }
  yield* filesOf(from)
  const { rows, files, missing } = from.counts
  yield recordBytes({ kind: 'end', tables: header.tables.length, rows, files, missing })
}

interface StoredFile {
  id: string
  key: string
  mediaType: string
  size: string
  sha256: Buffer
}

async function* filesOf({ client, storage, counts, onStep }: From): AsyncGenerator<Buffer> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<StoredFile>(
      `select id, key, media_type as "mediaType", size, sha256 from file
        where status = 'stored' and id > $1 order by id limit 500`,
      [after],
    )
    for (const file of rows) {
      onStep(`file ${file.id}`)
      const content = await storage.open(file.key).catch(missingOnly)
      if (content === null) {
        counts.missing.push(file.id)
        continue
      }
      yield recordBytes({
        kind: 'file',
        key: file.key,
        mediaType: file.mediaType,
        sha256: file.sha256.toString('hex'),
        size: Number(file.size),
      })
      const hash = createHash('sha256')
      for await (const bytes of content) {
        hash.update(bytes)
        yield dataBytes(bytes)
      }
      if (hash.digest().equals(file.sha256)) counts.files += 1
      else counts.missing.push(file.id)
      yield recordBytes({ kind: 'fileEnd' })
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** A file may be deleted after the snapshot; any other error of the storage ends the backup. */
function missingOnly(error: unknown): null {
  const { code, name } = error as { code?: string; name?: string }
  if (code === 'ENOENT' || name === 'NoSuchKey') return null
  throw error
}
