import { createHash, randomUUID } from 'node:crypto'
import { open as openFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartRefusal } from '../base/refusal.ts'
import type { Storage } from '../storage/storage.ts'
import type { Header } from './header.ts'
import type { Data, RecordOf } from './records.ts'
import { columnList, named } from './tables.ts'

export interface Loaded {
  tables: number
  rows: number
  files: number
  /** The ids of files whose bytes are not in the backup. */
  missing: string[]
}

interface Into {
  client: pg.ClientBase
  header: Header
  storage: Storage
  onStep: (what: string) => void
}

/** Takes what follows one beginning, until its end. */
interface Part {
  data(bytes: Buffer): Promise<void>
  end(record: RecordOf): Promise<void>
  /** Removes what is half there, after an error. */
  drop(): Promise<void>
}

/**
 * Copies the records of a backup into the tables and the storage.
 * @throws StartRefusal if they do not fit to each other
 */
export async function loadRecords(records: AsyncIterable<RecordOf | Data>, into: Into): Promise<Loaded> {
  const open: { part: Part | null } = { part: null }
  try {
    return await loadAll(records, into, open)
  } catch (error) {
    await open.part?.drop().catch(() => undefined)
    throw error
  }
}

async function loadAll(
  records: AsyncIterable<RecordOf | Data>,
  into: Into,
  open: { part: Part | null },
): Promise<Loaded> {
  for await (const record of records) {
    switch (record.kind) {
      case 'data':
        await open.part?.data(record.bytes)
        break
      case 'table':
        open.part = startTable(record, into)
        break
      case 'file':
        open.part = await startFile(record, into)
        break
      case 'end':
        return record
      default:
        await open.part?.end(record)
        open.part = null
    }
  }
  throw new StartRefusal('The backup is not whole: its end is missing.')
}

function startTable({ schema, name }: { schema: string; name: string }, into: Into): Part {
  into.onStep(name)
  const columns = into.header.tables.find((table) => table.schema === schema && table.name === name)?.columns
  if (!columns) throw new StartRefusal(`The backup does not say which columns ${name} has.`)
  const stream = into.client.query(
    copyFrom(
      `copy ${named(schema, name)} (${columnList(columns)}) from stdin with (format text, encoding 'UTF8')`,
    ),
  )
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve)
    stream.once('error', reject)
  })
  ended.catch(() => undefined)
  return {
    async data(bytes) {
      if (!stream.write(bytes))
        await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), ended])
    },
    async end(record) {
      stream.end()
      await ended
      if (record.kind !== 'tableEnd' || record.rows !== stream.rowCount)
        throw new StartRefusal(`Of the table ${name} not every row arrived.`)
    },
    drop: async () => void stream.destroy(),
  }
}

async function startFile(file: RecordOf & { kind: 'file' }, { storage, onStep }: Into): Promise<Part> {
  onStep(`file ${file.key}`)
  const path = join(storage.incoming, `restore-${randomUUID()}`)
  const handle = await openFile(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  return {
    async data(bytes) {
      hash.update(bytes)
      size += bytes.length
      await handle.writeFile(bytes)
    },
    async end() {
      await handle.close()
      await storage.put(file.key, path, { size, sha256: hash.digest(), mediaType: file.mediaType })
    },
    async drop() {
      await handle.close().catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}
