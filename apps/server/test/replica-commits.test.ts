import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@kabao/contract'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '#platform/db/client'
import type { Listener } from '#platform/db/listen'
import { createLongReads } from '#platform/db/long-reads'
import { insertedPlace } from '#platform/db/lsn'
import { createReplica, placeOf, replayedPlace } from '#platform/db/replica'
import { createReads, type Reader } from '#platform/http/reads'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { hangLimit } from './process.ts'
import { startStandby } from './standby.ts'

/** How often each thing is tried, because the log may be written by chance. */
const tries = 5
const page = 8_192n
const report = (error: unknown) => expect.unreachable(String(error))

let folder: string
let postgres: Postgres
let standby: Postgres
let primary: pg.Pool
let replica: pg.Pool
let db: Db
let there: Db

beforeAll(async () => {
  folder = await memoryFolder('kabao-replica-commits-')
  await chmod(folder, 0o755)
  postgres = await startPostgres({
    dataDir: join(folder, 'primary'),
    // Commits do not wait for the log.
    durable: false,
    settings: { autovacuum: 'off' },
  })
  primary = createPool({ ...postgres.connection, max: 3 })
  await writeLogEach('10s')
  await primary.query('create table noted (id bigint generated always as identity)')
  await primary.query('create table session (id text, wrote_lsn pg_lsn)')
  await primary.query(`insert into session values ('1')`)
  standby = await startStandby({
    from: join(folder, 'primary'),
    primary: postgres.connection,
    dataDir: join(folder, 'standby'),
  })
  replica = createPool({ ...standby.connection, max: 3, onIdleError: () => undefined })
  ;[db, there] = [createDb(primary), createDb(replica)]
}, hangLimit)

afterAll(async () => {
  await Promise.all([primary?.end(), replica?.end()])
  await standby?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}, hangLimit)

/** How often PostgreSQL writes the log by itself. */
async function writeLogEach(time: string): Promise<void> {
  await primary.query(`alter system set wal_writer_delay = '${time}'`)
  await primary.query('select pg_reload_conf()')
}
/** Writes all that is in the log, so that the replica gets it. */
async function writeLog(): Promise<void> {
  await primary.query(`begin; set local synchronous_commit = on; insert into noted default values; commit`)
  const place = await placeOf(db, insertedPlace)
  await expect.poll(async () => (await placeOf(there, replayedPlace)) >= place).toBe(true)
}
/** Commits a row that is acknowledged before it is in the written log. */
async function note(): Promise<void> {
  await writeLog()
  // A writer that sleeps for long is woken by the first such commit.
  await primary.query('insert into noted default values')
  await writeLog()
  await primary.query('insert into noted default values')
}
const rowsIn = async (from: Db) =>
  Number((await sql<{ n: string }>`select count(*) as n from noted`.execute(from)).rows[0]?.n)

test('a commit that does not wait for the log is in each file that is begun after it', {
  timeout: 60_000,
}, async () => {
  const longReads = createLongReads({ replica, lagSeconds: 0.3, report })
  for (let nth = 0; nth < tries; nth++) {
    await note()
    const read = await longReads.run({ db, pool: primary }, ({ db: from }) => rowsIn(from))
    expect(read).toBe(await rowsIn(db))
  }
})

/** What the replica lacks each time that it counts as fresh, while nothing is written to the log. */
async function lackingWhileFresh(isFresh: () => boolean): Promise<number[]> {
  const lacking: number[] = []
  for (const end = performance.now() + 1_200; performance.now() < end; await sleep(50))
    if (isFresh()) lacking.push((await rowsIn(db)) - (await rowsIn(there)))
  return lacking.filter((rows) => rows > 0)
}

test('an announced commit that does not wait for the log is seen by the next read', {
  timeout: 60_000,
}, async () => {
  const watched = createReplica({ primary: db, replica: there, lagSeconds: 60, report })
  try {
    for (let nth = 0; nth < tries; nth++) {
      await note()
      watched.announce()
      expect(await lackingWhileFresh(() => watched.isFresh(null))).toEqual([])
      await writeLog()
      await expect.poll(() => watched.isFresh(null)).toBe(true)
    }
  } finally {
    await watched.stop()
  }
})

test('a caller sees the own commit that does not wait for the log', { timeout: 60_000 }, async () => {
  const reads = await createReads({
    db,
    read: { pool: replica, lagSeconds: 60 },
    listener: { follow: async () => () => undefined } as unknown as Listener,
    logger: { warn: (details: unknown) => report(details) } as unknown as FastifyBaseLogger,
  })
  const list = { name: 'blacklist.page', kind: 'read', access: 'blacklist:page' } as unknown as Endpoint
  const readBy = (reader: Reader) => reads.run(list, reader, rowsIn)
  const other: Reader = { sessionId: '2', wroteLsn: null }
  /** The others read the replica, so it is not the lag that leads a caller to the primary. */
  const doOthersLack = async () => {
    for (const end = performance.now() + 5_000; performance.now() < end; await sleep(50))
      if ((await readBy(other)) < (await rowsIn(db))) return true
    return false
  }
  let shown = 0
  try {
    for (let nth = 0; nth < 2 * tries && shown < tries; nth++) {
      await note()
      await reads.wrote({ sessionId: '1', wroteLsn: null })
      const { rows } = await primary.query(`select wrote_lsn::text as "wroteLsn" from session where id = '1'`)
      const own: Reader = { sessionId: '1', wroteLsn: rows[0].wroteLsn }
      // PostgreSQL may write its log by itself at any time; such a turn shows nothing.
      if (!(await doOthersLack())) continue
      shown++
      for (const end = performance.now() + 1_200; performance.now() < end; await sleep(100))
        expect(await readBy(own)).toBe(await rowsIn(db))
    }
    expect(shown).toBe(tries)
  } finally {
    await reads.stop()
  }
})

/** Adds a record of about this size to the log, which belongs to no transaction. @returns where the next one will begin */
async function addRecord(size: number): Promise<bigint> {
  await primary.query(`select pg_logical_emit_message(false, '', repeat('x', $1))`, [size])
  return rawPlace()
}
const rawPlace = () => placeOf(db, sql`pg_current_wal_insert_lsn()`)

/** Fills the log up to the end of a page. */
async function fillPage(): Promise<void> {
  // Content of up to 255 bytes has a shorter head.
  const least = 300
  for (;;) {
    const from = await rawPlace()
    const added = Number((await addRecord(least)) - from)
    const left = Number(page - ((from + BigInt(added)) % page))
    // A record that goes over a page has a header in it.
    if (added < 500 && left > added && (await addRecord(left - added + least)) % page === 24n) return
  }
}

test.each([
  ['a page', fillPage],
  ['a file', () => primary.query('select pg_switch_wal()')],
])(
  'at the end of %s the replica has what was committed before, and is used at once',
  { timeout: 60_000 },
  async (_of, fill) => {
    await writeLogEach('10ms')
    await writeLog()
    await primary.query('begin; set local synchronous_commit = on; insert into noted default values; commit')
    await fill()
    const place = await placeOf(db, insertedPlace)
    expect([place % page, [24n, 40n].includes((await rawPlace()) - place)]).toEqual([0n, true])
    const longReads = createLongReads({ replica, lagSeconds: 15, report })
    expect(await longReads.run({ db, pool: primary }, async ({ pool }) => pool === replica)).toBe(true)
    expect(await placeOf(there, replayedPlace)).toBe(place)
  },
)
