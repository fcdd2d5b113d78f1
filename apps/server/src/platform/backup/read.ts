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

interface Options {
  /** As the owner of the tables of the empty database. */
  pool: pg.Pool
  storage: Storage
  /** BACKUP_KEY. */
  secret: string
  /** The bytes of the backup. */
  source: AsyncIterable<Buffer>
  dataKeys: readonly string[]
  /** Every job of the service; each has a queue. */
  jobs: readonly AnyJob[]
  onStep?: (step: string, size: number) => void
}

export interface Restored extends Loaded {
  /** When the snapshot was taken, ISO 8601. */
  takenAt: string
}

/**
 * Restores a backup into an empty database, in one transaction: after a failure the database is empty as before. Files that were
 * stored until then stay, and the next try stores them again.
 * @throws StartRefusal in one sentence
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const client = await options.pool.connect()
  try {
    await refuseFilled(client)
    let size = 0
    const take = takeFrom(counted(options.source, (bytes) => (size += bytes)))
    const { header, key } = await readHeader(options.secret, take)
    refuseOtherKeys(header, options.dataKeys)
    // The queue's own statements end transactions, so its empty tables are made before ours begins.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await ensureQueues(createDb(options.pool), options.jobs)
    await client.query(`begin; set local maintenance_work_mem = '256MB'`)
    const plain = Readable.from(openChunks(key, take), { objectMode: false })
    const unpacked = createGunzip()
    plain.on('error', (error) => unpacked.destroy(error))
    // A damaged chunk may be found before the tables are made and the first record is asked for, which then fails.
    unpacked.on('error', () => undefined)
    const records = readRecords(takeFrom(plain.pipe(unpacked)))
    const onStep = (step: string) => options.onStep?.(step, size)
    const loaded = await within(client, header, () =>
      loadRecords(records, { client, header, storage: options.storage, onStep }),
    )
    await client.query('commit')
    onStep('statistics of the planner')
    await client.query('analyze')
    return { ...loaded, takenAt: header.takenAt }
  } catch (error) {
    throw failureOf(error)
  } finally {
    // An open transaction ends with its connection.
    client.release(true)
  }
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

/** Makes the tables as they were, has them filled, and puts everything back that guards them. */
async function within(client: pg.PoolClient, header: Header, fill: () => Promise<Loaded>): Promise<Loaded> {
  await migrateUpTo(dbOver(client), header.migration)
  // Rows of the migrations may wait for a check, and a table with such a row cannot be changed.
  await client.query('set constraints all immediate; set constraints all deferred')
  await switchTriggers(client, 'disable')
  const aside = await takeAside(client)
  await emptyTables(client, header)
  await makePartitions(client, header)
  await switchTriggers(client, 'disable')
  const db = dbOver(client)
  for (const { name, policy } of header.queues)
    await createBoss(db).createQueue(name, { name, policy: policy as 'standard' })
  const loaded = await fill()
  await client.query('set constraints all immediate')
  for (const statement of aside.back) await client.query(statement)
  await switchTriggers(client, 'enable')
  await client.query('delete from service_fact where key = any($1)', [ofThePlace])
  for (const { schema, name, value, isCalled } of header.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [named(schema, name), value, isCalled])
  return loaded
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
