import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { StartRefusal } from '../base/refusal.ts'
import { createDb, dbOver } from '../db/client.ts'
import { formerIn, readKeys } from '../keys/key-state.ts'
import type { Storage } from '../storage/storage.ts'
import { sealChunks } from './chunks.ts'
import { type Counts, contentOf } from './content.ts'
import { failureOf } from './failure.ts'
import { writeHeader } from './header.ts'
import { noteBegin, noteDone, noteFailure } from './run-record.ts'
import type { Sink } from './sink.ts'
import { describe } from './tables.ts'

interface Options {
  /** As the owner of the tables; two connections. */
  pool: pg.Pool
  storage: Storage
  /** BACKUP_KEY. */
  secret: string
  createSink: () => Promise<Sink>
  /** Where it goes, for the record: the file, or the place in the bucket. */
  place?: string
  onProgress?: (progress: Progress) => void
  /** Called once the snapshot is taken, with its name; others may read the same snapshot until the backup ends. */
  onSnapshot?: (snapshot: string) => Promise<void>
}

export interface Progress {
  /** The table or file that is copied. */
  step: string
  /** Bytes written. */
  size: number
  /** About how many rows all tables have; 0 if the database does not know. */
  about: number
}

/** What a whole backup holds. */
export interface Written extends Counts {
  /** Bytes. */
  size: number
  tables: number
}

/**
 * Backs up one snapshot of the database and the files that its rows name. Memory stays flat: everything is a stream.
 * @throws StartRefusal in one sentence; what was written is removed then
 */
export async function writeBackup(options: Options): Promise<Written> {
  const client = await options.pool.connect()
  const db = createDb(options.pool)
  let runId: string | null = null
  try {
    await lockBackups(client)
    runId = await noteBegin(db, options.place ?? null)
    const written = await copyAll(client, options)
    await noteDone(db, runId, written)
    return written
  } catch (error) {
    const failure = failureOf(error)
    await noteFailure(db, runId, failure.message).catch(() => undefined)
    throw failure
  } finally {
    // The connection has a setting, a lock and perhaps an open COPY.
    client.release(true)
  }
}

/** The connection of a backup that has just failed may hold the lock a moment longer, so it is waited for. */
async function lockBackups(client: pg.PoolClient): Promise<void> {
  await client.query(`set lock_timeout = '3s'`)
  await client.query(`select pg_advisory_lock(hashtext('kabao backup'))`).catch((error: unknown) => {
    const isHeld = (error as { code?: string }).code === lockNotAvailable
    throw isHeld ? new StartRefusal('Another backup of this database is running.') : error
  })
  await client.query('set lock_timeout = 0')
}

/** PostgreSQL's code of a lock that was not to be had in time. */
const lockNotAvailable = '55P03'

async function copyAll(client: pg.PoolClient, options: Options): Promise<Written> {
  const { storage, secret, onProgress, onSnapshot } = options
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await client.query('begin transaction isolation level repeatable read read only')
  const { rows } = await client.query('select pg_export_snapshot() as name, now() as at')
  await onSnapshot?.(rows[0].name)
  const header = {
    takenAt: rows[0].at as string,
    ...(await keyChecksIn(client)),
    ...(await describe(client)),
  }
  const about = header.tables.reduce((sum, table) => sum + table.about, 0)
  const counts: Counts = { rows: 0, files: 0, missing: [] }
  const sink = await options.createSink()
  let size = 0
  const write = async (bytes: Buffer) => {
    await sink.write(bytes)
    size += bytes.length
  }
  try {
    const { bytes, key } = await writeHeader(secret, header)
    await write(bytes)
    const onStep = (step: string) => onProgress?.({ step, size, about })
    const content = Readable.from(contentOf(header, { client, storage, counts, onStep }), {
      objectMode: false,
    })
    // Level 1 is three times as fast as the default and makes a tenth more.
    const packed = createGzip({ level: 1 })
    content.on('error', (error) => packed.destroy(error))
    for await (const chunk of sealChunks(key, content.pipe(packed))) await write(chunk)
    await client.query('commit')
    await sink.finish()
  } catch (error) {
    await sink.abandon().catch(() => undefined)
    throw error
  }
  return { ...counts, size, tables: header.tables.length }
}

/** The check values of the data keys. The table is younger than the fact, and a backup changes no database. */
async function keyChecksIn(client: pg.PoolClient) {
  const db = dbOver(client)
  const fact = await db
    .selectFrom('serviceFact')
    .select('value')
    .where('key', '=', 'dataKeyCheck')
    .executeTakeFirst()
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('data_key') is not null as "isThere"`,
  )
  const former = rows[0]?.isThere ? formerIn(await readKeys(db)) : undefined
  return { dataKeyCheck: fact?.value ?? null, formerKeyCheck: former?.check ?? null }
}
