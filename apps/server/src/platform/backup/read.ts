import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { StartRefusal } from '../base/refusal.ts'
import { bossSchema } from '../db/boss-schema.ts'
import { createDb, dbOver } from '../db/client.ts'
import { migrateUpTo } from '../db/migrate.ts'
import { createBoss, ensureQueues } from '../jobs/boss.ts'
import type { AnyJob } from '../jobs/job.ts'
import { refuseOtherKeys } from '../keys/data-key.ts'
import type { Storage } from '../storage/storage.ts'
import { switchTriggers, takeAside } from './aside.ts'
import { openChunks } from './chunks.ts'
import { failureOf } from './failure.ts'
import { type Header, readHeader } from './header.ts'
import { type Loaded, loadRecords } from './load.ts'
import { readRecords } from './records.ts'
import { named } from './tables.ts'
import { takeFrom } from './take.ts'
import { runApart, type TableStatement, type Team, teamOf } from './team.ts'
import { clearUnfinished, hideMigrations, lockRestores, mark, prepare, unmark } from './unfinished.ts'

interface Options {
  /** As the owner of the tables of the empty database. */
  pool: pg.Pool
  storage: Storage
  /** BACKUP_KEY. */
  secret: string
  /** The bytes of the backup. */
  source: AsyncIterable<Buffer>
  dataKeys: readonly string[]
  /** How many connections take rows and build indexes at the same time, 1 by default. The pool has one more. */
  connections?: number
  /** Every job of the service; each has a queue. */
  jobs: readonly AnyJob[]
  onStep?: (step: string, size: number) => void
}

export interface Restored extends Loaded {
  /** When the snapshot was taken, ISO 8601. */
  takenAt: string
}

/**
 * Restores a backup into an empty database over several connections. Until the last transaction the database is marked as unfinished,
 * and no service starts on it; after a failure it is emptied again. Files that were stored until then stay, and the next try stores
 * them again. What a restore left that was killed is removed first.
 * @throws StartRefusal in one sentence
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { pool, connections = 1 } = options
  const clients: pg.PoolClient[] = []
  const connect = async () => {
    const client = await pool.connect()
    clients.push(client)
    return client
  }
  /** Their settings, locks and open transactions end with them. */
  const disconnect = () => {
    for (const client of clients.splice(0)) client.release(true)
  }
  let isBegun = false
  try {
    const first = await connect()
    await lockRestores(first)
    await prepare(first, connections)
    isBegun = true
    await clearUnfinished(first)
    await refuseFilled(first)
    while (clients.length < connections) await prepare(await connect(), connections)
    return await restore(options, first, teamOf(clients))
  } catch (error) {
    disconnect()
    // If the database is gone, the mark stays, and the next restore does it.
    if (isBegun) await clear(connect).catch(() => undefined)
    throw failureOf(error)
  } finally {
    disconnect()
  }
}

/** What broke the restore may have broken idle connections of the pool too, so it is tried on another one. */
async function clear(connect: () => Promise<pg.PoolClient>, tries = 3): Promise<void> {
  try {
    const client = await connect()
    await lockRestores(client)
    await prepare(client, 1)
    await clearUnfinished(client)
  } catch (error) {
    if (tries === 1) throw error
    await clear(connect, tries - 1)
  }
}

async function restore(options: Options, client: pg.PoolClient, team: Team): Promise<Restored> {
  let size = 0
  const take = takeFrom(counted(options.source, (bytes) => (size += bytes)))
  const { header, key } = await readHeader(options.secret, take)
  refuseOtherKeys(header, options.dataKeys)
  const chunks = await begun(openChunks(key, take))
  await mark(client)
  // The queue's own statements end transactions, so its empty tables are made before ours begins.
  await ensureQueues(createDb(options.pool), options.jobs)
  const plain = Readable.from(chunks, { objectMode: false })
  const unpacked = createGunzip()
  plain.on('error', (error) => unpacked.destroy(error))
  // A damaged chunk may be found before the tables are made and the first record is asked for, which then fails.
  unpacked.on('error', () => undefined)
  const records = readRecords(takeFrom(plain.pipe(unpacked)))
  const onStep = (step: string) => options.onStep?.(step, size)
  const back = await makeTables(client, header)
  const loaded = await loadRecords(records, { team, header, storage: options.storage, onStep })
  onStep('indexes and references')
  await runApart(team, back)
  await finish(client, header)
  return { ...loaded, takenAt: header.takenAt }
}

/** Waits for the first piece, so that a header that was changed, which fits to no chunk, is refused before anything is made. */
async function begun(pieces: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  const first = await pieces.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* pieces
  })()
}

async function* counted(pieces: AsyncIterable<Buffer>, add: (bytes: number) => void) {
  for await (const piece of pieces) {
    add(piece.length)
    yield piece
  }
}

async function refuseFilled(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isFilled: boolean; name: string }>(
    `select current_database() as name, exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'part') and c.relkind in ('r', 'p')) as "isFilled"`,
  )
  if (rows[0]?.isFilled)
    throw new StartRefusal(
      `The database ${rows[0].name} is not empty: a backup is restored into an empty one. Name it in DATABASE_OWNER_URL if that is set, else in DATABASE_URL, or a new folder in DATA_DIR.`,
    )
}

/** Makes the tables as they were, without what guards their rows. @returns the statements that put the guards back */
async function makeTables(client: pg.PoolClient, header: Header): Promise<TableStatement[]> {
  await client.query('begin')
  await migrateUpTo(dbOver(client), header.migration)
  // Rows of the migrations may wait for a check, and a table with such a row cannot be changed.
  await client.query('set constraints all immediate; set constraints all deferred')
  await switchTriggers(client, 'disable')
  const back = await takeAside(client, header)
  await emptyTables(client, header)
  await makePartitions(client, header)
  await switchTriggers(client, 'disable')
  const db = dbOver(client)
  for (const { name, policy } of header.queues)
    await createBoss(db).createQueue(name, { name, policy: policy as 'standard' })
  await hideMigrations(client)
  await client.query('commit')
  return back
}

/** Once all rows and indexes are there. */
async function finish(client: pg.PoolClient, { sequences }: Header): Promise<void> {
  await client.query('begin; set local synchronous_commit = on')
  await switchTriggers(client, 'enable')
  await client.query('delete from service_fact where key = any($1)', [ofThePlace])
  for (const { schema, name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [named(schema, name), value, isCalled])
  await unmark(client)
  await client.query('commit')
}

/** Facts about where the database was: its folder of files, and that queues and rights were prepared there. */
const ofThePlace = ['filesFolder', 'preparedTo']

/** The migrations leave some rows, which are in the backup as well. */
async function emptyTables(client: pg.ClientBase, { tables }: Header): Promise<void> {
  const { rows } = await client.query<{ name: string; isBoss: boolean }>(
    `select n.nspname || '.' || c.relname as name, n.nspname = $1 as "isBoss"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', $1) and c.relkind in ('r', 'p') and not c.relispartition`,
    [bossSchema],
  )
  const known = new Set(rows.map(({ name }) => name))
  const unknown = tables.find(({ schema, name }) => !known.has(`${schema}.${name}`))
  if (unknown)
    throw new StartRefusal(`The backup has the table ${unknown.name}, which its migrations do not make.`)
  await client.query(`truncate ${tables.map(({ schema, name }) => named(schema, name)).join(', ')}`)
}

async function makePartitions(client: pg.ClientBase, { partitions }: Header): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'part'::regnamespace and c.relkind = 'r'`,
  )
  for (const { name } of rows) await client.query(`drop table ${name}`)
  for (const { schema, name, parent, bounds } of partitions)
    await client.query(
      `create table ${named(schema, name)} partition of ${named('public', parent)} ${bounds}`,
    )
}
