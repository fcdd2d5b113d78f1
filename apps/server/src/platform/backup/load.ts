import { createHash, randomUUID } from 'node:crypto'
import { open as openFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartRefusal } from '../base/refusal.ts'
import type { Storage } from '../storage/storage.ts'
import type { Header } from './header.ts'
import type { Data, RecordOf } from './records.ts'
import { columnList, named } from './tables.ts'
import type { Team } from './team.ts'

export interface Loaded {
  tables: number
  rows: number
  files: number
  /** The ids of files whose bytes are not in the backup. */
  missing: string[]
}

interface Into {
  /** Each takes a part of the rows. */
  team: Team
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

/** The rows of a table: how many the backup says, once its end was read, and how many arrived. */
interface Filled {
  name: string
  said: number
  arrived: number
}

/** The file that is taken, and the tables so far. */
interface State {
  part: Part | null
  filled: Filled[]
}

/**
 * Copies the records of a backup into the tables and the storage; the rows arrive in any order, and are committed in parts.
 * @throws StartRefusal if they do not fit to each other
 */
export async function loadRecords(records: AsyncIterable<RecordOf | Data>, into: Into): Promise<Loaded> {
  const state: State = { part: null, filled: [] }
  try {
    return await loadAll(records, into, state)
  } catch (error) {
    await state.part?.drop().catch(() => undefined)
    throw error
  }
}

async function loadAll(records: AsyncIterable<RecordOf | Data>, into: Into, state: State): Promise<Loaded> {
  let end: Loaded | null = null
  // Until nothing follows, so that the last chunk is checked.
  for await (const record of records) {
    switch (record.kind) {
      case 'data':
        await state.part?.data(record.bytes)
        break
      case 'table':
        state.part = startTable(record, into, state.filled)
        break
      case 'file':
        state.part = await startFile(record, into)
        break
      case 'end':
        end = record
        break
      default:
        await state.part?.end(record)
        state.part = null
    }
  }
  await into.team.all()
  if (end === null) throw new StartRefusal('The backup is not whole: its end is missing.')
  // A backup of an earlier version may say 0 of any table: it did not wait for the number. Its rows are whole, as every chunk was.
  const short = state.filled.find(({ said, arrived }) => said !== arrived && said !== 0)
  if (short) throw new StartRefusal(`Of the table ${short.name} not every row arrived.`)
  return { ...end, rows: state.filled.reduce((sum, { arrived }) => sum + arrived, 0) }
}

/** How many bytes of rows are copied by one statement: 2 MiB, so that the parts of a team need little memory. */
const partBytes = 2 * 1024 * 1024
const newLine = 10

function startTable(
  { schema, name }: { schema: string; name: string },
  { header, team, onStep }: Into,
  filled: Filled[],
): Part {
  onStep(name)
  const columns = header.tables.find((table) => table.schema === schema && table.name === name)?.columns
  if (!columns) throw new StartRefusal(`The backup does not say which columns ${name} has.`)
  const statement = `copy ${named(schema, name)} (${columnList(columns)}) from stdin with (format text, encoding 'UTF8')`
  const table: Filled = { name, said: Number.NaN, arrived: 0 }
  filled.push(table)
  let waiting: Buffer[] = []
  let size = 0
  const copy = async (rows: Buffer) => {
    waiting = []
    size = 0
    await team.give(async (client) => {
      const arrived = await copyRows(client, statement, rows)
      table.arrived += arrived
    })
  }
  return {
    async data(bytes) {
      waiting.push(bytes)
      size += bytes.length
      // A new line within a value is escaped.
      const end = size < partBytes ? 0 : bytes.lastIndexOf(newLine) + 1
      if (end === 0) return
      const rest = bytes.subarray(end)
      await copy(Buffer.concat([...waiting.slice(0, -1), bytes.subarray(0, end)]))
      if (rest.length > 0) waiting = [rest]
      size = rest.length
    },
    async end(record) {
      if (size > 0) await copy(Buffer.concat(waiting))
      if (record.kind === 'tableEnd') table.said = record.rows
    },
    drop: async () => undefined,
  }
}

/** @returns how many rows were copied */
async function copyRows(client: pg.ClientBase, statement: string, rows: Buffer): Promise<number> {
  const stream = client.query(copyFrom(statement))
  await finished(stream.end(rows))
  return stream.rowCount
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
