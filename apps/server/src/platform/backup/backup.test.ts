import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { buildApp } from '#boot/app'
import { jobs } from '#boot/registry'
import { fillDemo } from '#demo/fill'
import { verifyLedger } from '#ledger/verify'
import { runAdmin, startAdmin } from '#test/admin-process'
import { administer } from '#test/global-setup'
import { secret, startApp } from '#test/harness'
import { addOrg } from '#test/ledger'
import { startS3 } from '#test/s3-server'
import { upload } from '#test/upload'
import { createDb, createPool } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { ringIn } from '../keys/key-follower.ts'
import { createVault } from '../keys/vault.ts'
import { diskStorage } from '../storage/disk.ts'
import { intakeClient } from '../storage/s3.ts'
import { bucketSink, placeOf, readObject, sendFile } from './bucket.ts'
import { openChunks, sealChunks } from './chunks.ts'
import { contentOf } from './content.ts'
import { readHeader } from './header.ts'
import { restoreBackup } from './read.ts'
import { type Data, dataBytes, type RecordOf, readRecords, recordBytes } from './records.ts'
import { lastBackup } from './run-record.ts'
import { fileSink } from './sink.ts'
import { notCopied } from './tables.ts'
import { takeFrom } from './take.ts'
import { writeBackup } from './write.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const app = startApp()
const cluster = inject('cluster')
const backupKey = secret('a passphrase of the backups 1')
const password = secret('a right password 7')
let folder: string
const at = (name: string) => join(folder, name)
const databases: string[] = []
const pools: pg.Pool[] = []
let dataKey: string
let adminToken: string

/** The checksum of every row of every table, of whatever order, at one snapshot. */
async function checksums(pool: pg.Pool, snapshot?: string): Promise<Record<string, string>> {
  const client = await pool.connect()
  try {
    await client.query('begin transaction isolation level repeatable read')
    if (snapshot) await client.query(`set transaction snapshot '${snapshot}'`)
    await client.query('set local statement_timeout = 0')
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss') order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of rows.filter((row) => !notCopied.includes(row.name))) {
      const { rows: sums } = await client.query(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${name} t`,
      )
      found[name] = sums[0].sum
    }
    return found
  } finally {
    client.release(true)
  }
}

/** What guards the rows, as SQL. */
async function guards(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
        where connamespace = 'public'::regnamespace and conparentid = 0
      union all select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(t.oid) || ' ' || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
        where not tgisinternal and c.relnamespace in ('public'::regnamespace, 'part'::regnamespace)
      union all select c.relname || ' ' || pg_get_expr(relpartbound, c.oid) from pg_class c
        where relnamespace = 'part'::regnamespace and relkind = 'r'
      order by 1`,
  )
  return rows.map(({ line }) => line)
}

async function emptyDatabase(): Promise<{ name: string; pool: pg.Pool; env: Record<string, string> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  databases.push(name)
  await administer(cluster, `create database ${name}`)
  const pool = createPool({ ...cluster, database: name, max: 4, silenceMs: 60_000 })
  pools.push(pool)
  return { name, pool, env: envOf(name, at(`files-${name}`)) }
}

const envOf = (database: string, files: string) => ({
  DATABASE_URL: `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
  DATA_KEY: dataKey,
  BACKUP_KEY: backupKey,
  FILES_DIR: files,
})

/** Schemas, tables and functions that an empty database does not have. */
const leftIn = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema|public$)'
      union all select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace
      union all select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name }) => name)
}

const tablesIn = async (pool: pg.Pool) => {
  const { rows } = await pool.query(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return rows[0].n as number
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabao-backup-'))
  dataKey = secret(app.vault.keyForReader())
  await ringIn(app.db, { key: dataKey, old: null })
  await app.createAdmin({ username: 'keeper', password })
  await fillDemo(app.pool, app.vault, 1_500, { storage: app.storage, say: () => undefined })
  const { token } = await app.as('*')
  adminToken = token
  for (const name of ['one.png', 'two.png']) {
    const image = await (await import('sharp'))
      .default({
        create: { width: 30, height: 30, channels: 3, background: name === 'one.png' ? 'red' : 'blue' },
      })
      .png()
      .toBuffer()
    expect((await upload(app.app, token, 'avatar', [{ name, content: image }])).code).toBe('0000')
  }
})

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  for (const name of databases) await administer(cluster, `drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

const databaseName = () => (app.pool.options as { database: string }).database

const backUp = (path: string, onSnapshot: (snapshot: string) => Promise<void> = async () => undefined) =>
  writeBackup({
    pool: app.pool,
    storage: app.storage,
    secret: backupKey,
    createSink: () => fileSink(path),
    onSnapshot,
  })

/** The records of a backup, as a restore reads them. */
async function* recordsIn(source: AsyncIterable<Buffer>) {
  const take = takeFrom(source)
  const { key } = await readHeader(backupKey, take)
  const plain = Readable.from(openChunks(key, take), { objectMode: false })
  yield* readRecords(takeFrom(pipeline(plain, createGunzip(), () => undefined)))
}

describe('a backup while others write', () => {
  let before: Record<string, string>

  test('holds one snapshot of all tables and files, and its record says so', async () => {
    const { rows: doomed } = await app.pool.query(
      `select id, key from file where status = 'stored' order by id`,
    )
    expect(doomed.length).toBeGreaterThanOrEqual(2)
    let isDone = false
    const writers: Promise<void>[] = []
    const write = async () => {
      while (!isDone) {
        await addOrg(app, 700)
        await app.pool.query(`insert into setting (key, value) values ($1, '1')`, [`made.up.${randomUUID()}`])
      }
    }
    const done = await writeBackup({
      pool: app.pool,
      storage: app.storage,
      secret: backupKey,
      createSink: () => fileSink(at('whole')),
      onSnapshot: async (snapshot) => {
        before = await checksums(app.pool, snapshot)
        // A file that is deleted after the snapshot.
        await app.pool.query(
          `update file set status = 'removing', owner_kind = null, owner_id = null, unclaimed_since = now() where id = $1`,
          [doomed[0].id],
        )
        await app.storage.remove([doomed[0].key])
        writers.push(write(), write())
      },
    }).finally(() => {
      isDone = true
    })
    await Promise.all(writers)
    expect(done.missing).toEqual([doomed[0].id])
    expect(done.files).toBe(doomed.length - 1)
    expect(done.tables).toBe(Object.keys(before).length)
    expect(await lastBackup(app.db)).toMatchObject({
      state: 'done',
      sizeBytes: done.size,
      rows: done.rows,
      missingFiles: 1,
    })
    const metrics = await app.app.inject({ url: '/metrics' })
    expect(metrics.body).toContain(`backup_last_size_bytes ${done.size}`)
    expect(metrics.body).toContain('backup_last_failed 0')
    // The writers wrote indeed.
    expect(await checksums(app.pool)).not.toEqual(before)
    const bytes = await readFile(at('whole'))
    for (const hidden of [dataKey, password, 'keeper']) expect(bytes.includes(hidden)).toBe(false)
  })

  test('is restored by the command: every row, every guard, the ledger, the sign-in, a file', async () => {
    const { name, pool, env } = await emptyDatabase()
    const { code, out, err } = await runAdmin(['restore', at('whole'), '--jobs', '3'], env)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^The backup of .* is restored: [\d,]+ rows of \d+ tables and \d+ files\. Of 1 files the bytes were not/,
    )
    expect(await checksums(pool)).toEqual(before)
    expect(await guards(pool)).toEqual(await guards(app.pool))
    const faults = await verifyLedger(createDb(pool))
    expect(faults).toMatchObject({ faults: [] })
    expect(faults.transfers).toBeGreaterThan(0)

    const storage = await diskStorage(env.FILES_DIR ?? '')
    const service = await buildApp({
      pool,
      sidePool: pool,
      storage,
      vault: createVault(dataKey),
      logger: app.app.log as never,
      takesSandbox: true,
    })
    try {
      const signIn = await service.inject({
        method: 'POST',
        url: '/api/admin/login',
        payload: { username: 'keeper', password },
      })
      expect(signIn.json().code).toBe('0000')
      const { rows } = await pool.query(
        `select id, key from file where status = 'stored' order by id desc limit 1`,
      )
      const image = await service.inject({
        url: `/api/file/${rows[0].id}`,
        headers: { token: adminToken },
      })
      expect(image.statusCode).toBe(200)
      expect(image.rawPayload).toEqual(await buffer(await app.storage.open(rows[0].key)))
    } finally {
      await service.close()
    }
    // What is written next takes numbers that nobody has, and the triggers chain and count again.
    await addOrg({ ...app, pool, db: createDb(pool) }, 900)
    expect(await verifyLedger(createDb(pool))).toMatchObject({ transfers: faults.transfers + 1, faults: [] })
    await expect(pool.query('delete from transfer')).rejects.toThrow()

    const again = await runAdmin(['restore', at('whole')], envOf(name, at('again')))
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.err).toContain(`The database ${name} is not empty`)
  })
})

test('rows are counted whose number comes in a packet after the last of them', async () => {
  const client = await app.pool.connect()
  try {
    const { rows } = await client.query('select count(*)::int as n from fact')
    expect(rows[0].n).toBeGreaterThan(1_000)
    delayAfterRows(client)
    const counts = { rows: 0, files: 0, missing: [] }
    const header = { tables: [{ schema: 'public', name: 'fact', columns: ['day'], about: 0 }] } as never
    const content = contentOf(header, { client, storage: app.storage, counts, onStep: () => undefined })
    for await (const bytes of content) expect(bytes.length).toBeGreaterThan(0)
    expect(counts.rows).toBe(rows[0].n)
  } finally {
    client.release(true)
  }
})

/** What the server sends after the last row of a COPY arrives a moment later. */
function delayAfterRows(client: pg.PoolClient): void {
  const copyDone = Buffer.from('c\0\0\0\x04', 'latin1')
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const read = stream.read.bind(stream)
  stream.read = (size) => {
    const bytes = read(size) as Buffer | null
    const end = (bytes?.indexOf(copyDone) ?? -1) + copyDone.length
    if (bytes === null || end < copyDone.length || end === bytes.length) return bytes
    setImmediate(() => stream.unshift(bytes.subarray(end)))
    return bytes.subarray(0, end)
  }
}

describe('a backup that cannot be trusted is refused in one sentence, and nothing of it stays', () => {
  let whole: Buffer
  let target: Awaited<ReturnType<typeof emptyDatabase>>
  let sums: Record<string, string>
  beforeAll(async () => {
    await backUp(at('plain'), async (snapshot) => {
      sums = await checksums(app.pool, snapshot)
    })
    whole = await readFile(at('plain'))
    target = await emptyDatabase()
  })
  const restore = async (
    bytes: Buffer,
    change: { secret?: string; dataKeys?: string[]; jobs?: typeof jobs } = {},
  ) => {
    await writeFile(at('changed'), bytes)
    return restoreBackup({
      jobs,
      connections: 3,
      pool: target.pool,
      storage: await diskStorage(at('refused')),
      secret: backupKey,
      source: createReadStream(at('changed')),
      dataKeys: [dataKey],
      ...change,
    })
  }
  /** Where the header ends, and where each chunk begins. */
  const places = () => {
    const starts: number[] = []
    let next = 12 + whole.readUInt32BE(8)
    while (next < whole.length) {
      starts.push(next)
      next += 4 + (whole.readUInt32BE(next) & 0x7fffffff) + 16
    }
    return starts
  }
  const flipped = (place: number) => {
    const bytes = Buffer.from(whole)
    bytes[place] = (bytes[place] as number) ^ 1
    return bytes
  }

  /** The same backup with other records. @param change of a record, and the table that it is of */
  const rewritten = async (change: (record: RecordOf | Data, table: string) => RecordOf | Data | null) => {
    const { key } = await readHeader(backupKey, takeFrom(Readable.from([whole])))
    async function* changed() {
      let table = ''
      for await (const record of recordsIn(Readable.from([whole]))) {
        if (record.kind === 'table') table = record.name
        const now = change(record, table)
        if (now) yield now.kind === 'data' ? dataBytes(now.bytes) : recordBytes(now)
      }
    }
    const packed = Readable.from(changed(), { objectMode: false }).pipe(createGzip())
    return Buffer.concat([whole.subarray(0, places()[0]), await buffer(sealChunks(key, packed))])
  }
  const recounted = (count: (rows: number) => number) =>
    rewritten((record, table) =>
      table === 'org' && record.kind === 'tableEnd' ? { ...record, rows: count(record.rows) } : record,
    )
  const withoutOrgs = () =>
    rewritten((record, table) =>
      table !== 'org' || record.kind === 'table' || record.kind === 'file'
        ? record
        : record.kind === 'tableEnd'
          ? { ...record, rows: 0 }
          : null,
    )

  test.each<[string, () => Promise<unknown>, string]>([
    ['another key', () => restore(whole, { secret: 'another passphrase 123' }), 'BACKUP_KEY is not the key'],
    [
      'another data key',
      () => restore(whole, { dataKeys: [Buffer.alloc(32, 9).toString('base64')] }),
      'DATA_KEY is not the key',
    ],
    ['no backup', () => restore(Buffer.from('something else entirely')), 'This is not a backup of Kabao'],
    ['nothing', () => restore(Buffer.alloc(0)), 'This is not a backup of Kabao'],
    [
      // Its queues could not be made, so nothing was made before.
      'a changed header',
      () => restore(flipped(whole.indexOf('takenAt') + 12), { jobs: [undefined] as never }),
      'The backup is damaged: chunk 1',
    ],
    // The second chunk is read while the tables are made, the end once all rows are there; `chunks.test.ts` has all ways to damage one.
    [
      'a changed chunk',
      () => restore(flipped((places()[1] as number) + 40)),
      'chunk 2 was changed or is not in its place',
    ],
    [
      'something behind the end',
      () => restore(Buffer.concat([whole, Buffer.of(1)])),
      'something follows its end',
    ],
    [
      'a row that is counted and not there',
      async () => restore(await recounted((rows) => rows + 1)),
      'Of the table org not every row arrived.',
    ],
    ['a reference to no row', async () => restore(await withoutOrgs()), 'It failed in the middle.'],
  ])('%s', async (_, run, sentence) => {
    await expect(run()).rejects.toThrow(sentence)
    expect(await leftIn(target.pool)).toEqual([])
  })

  test('then the whole one is restored into the same database', async () => {
    // Versions before sometimes wrote 0 for a table, because they did not wait for its number.
    const done = await restore(await recounted(() => 0))
    expect(done.missing).toEqual([])
    expect(sums['public.org']).toMatch(/^[1-9]/)
    expect(await checksums(target.pool)).toEqual(sums)
  })
})

describe('an interruption', () => {
  test('on a restore that is under way or was killed no service starts, and the next one begins anew', async () => {
    const { name, pool, env } = await emptyDatabase()
    const child = startAdmin(['restore', at('plain'), '--jobs', '2'], env)
    const copying = async () =>
      (
        await app.pool.query(`select 1 from pg_stat_activity where datname = $1 and query like 'copy%'`, [
          name,
        ])
      ).rowCount
    await expect.poll(copying, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
    const second = restoreBackup({
      jobs,
      pool,
      storage: await diskStorage(at('second')),
      secret: backupKey,
      source: createReadStream(at('plain')),
      dataKeys: [dataKey],
    })
    child.kill('SIGSTOP')
    await expect(second).rejects.toThrow('Another restore into this database is under way.')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await tablesIn(pool)).toBeGreaterThan(50)
    await expect(migrate(createDb(pool))).rejects.toThrow('A backup is being restored into the database')
    expect((await runAdmin(['restore', at('plain')], env)).code).toBe(0)
    expect((await migrate(createDb(pool))).missing).toEqual([])
  })

  test('a database that goes away ends backup and restore in a sentence', async () => {
    const { name, pool } = await emptyDatabase()
    // The copy into a locked table waits, so that one is surely under way when all connections end.
    const holder = new pg.Client({ ...cluster, database: name })
    holder.on('error', () => undefined)
    await holder.connect()
    let begin: () => void = () => undefined
    const isBegun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const source = (async function* () {
      const bytes = await readFile(at('plain'))
      const half = bytes.length >> 1
      yield bytes.subarray(0, half)
      await isBegun
      await holder.query('begin; lock table visit in share mode')
      yield bytes.subarray(half)
    })()
    const restoring = restoreBackup({
      jobs,
      connections: 2,
      pool,
      storage: await diskStorage(at('cut')),
      secret: backupKey,
      source,
      dataKeys: [dataKey],
      // The tables are there now.
      onStep: () => begin(),
    })
    const restored = expect(restoring).rejects.toThrow(
      'The connection to the database was lost in the middle',
    )
    const cut = async () => {
      const { rowCount } = await app.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and exists (
          select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like 'copy%"visit"%')`,
        [name],
      )
      return rowCount
    }
    await expect.poll(cut, { timeout: 60_000 }).toBeGreaterThan(0)
    await restored
    // The connections of the pool are cut too.
    await expect.poll(() => leftIn(pool).catch(() => null)).toEqual([])

    let ended = 0
    const backing = writeBackup({
      pool: app.pool,
      storage: app.storage,
      secret: backupKey,
      createSink: async () => {
        const sink = await fileSink(at('lost'))
        let nth = 0
        return {
          ...sink,
          write: async (bytes: Buffer) => {
            // Between two tables it runs no copy, so it is found by its lock.
            if (nth++ === 1) {
              const { rowCount } = await app.pool.query(
                `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = hashtext('kabao backup')::oid
                  and database = (select oid from pg_database where datname = current_database())`,
              )
              ended = rowCount ?? 0
            }
            await sink.write(bytes)
          },
        }
      },
    })
    await expect(backing).rejects.toThrow('The connection to the database was lost in the middle')
    expect(ended).toBe(1)
    await expect(readFile(at('lost'))).rejects.toThrow('ENOENT')
    await expect(readFile(at('lost.partial'))).rejects.toThrow('ENOENT')
    expect(await lastBackup(app.db)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('lost'),
    })
  })

  test('a full disk, a taken name and a second backup are told', async () => {
    await symlink('/dev/full', at('full.partial'))
    await expect(backUp(at('full'))).rejects.toThrow('The disk is full')
    await expect(backUp(at('plain'))).rejects.toThrow('is there already')
    let second: Promise<unknown> = Promise.resolve()
    await writeBackup({
      pool: app.pool,
      storage: app.storage,
      secret: backupKey,
      createSink: () => fileSink(at('first')),
      onSnapshot: async () => {
        second = expect(backUp(at('second'))).rejects.toThrow('Another backup of this database is running.')
        await second
      },
    })
  })

  test('a backup that is killed leaves no file of its name, and the next one says so', async () => {
    const name = databaseName()
    const child = startAdmin(['backup', at('killed')], envOf(name, app.filesFolder))
    await expect
      .poll(async () => (await lastBackup(app.db))?.state, { timeout: 60_000, interval: 5 })
      .toBe('running')
    child.kill('SIGKILL')
    await once(child, 'close')
    await expect(readFile(at('killed'))).rejects.toThrow('ENOENT')
    const next = () => runAdmin(['backup', at('killed')], envOf(name, app.filesFolder))
    await expect.poll(async () => (await next()).code, { timeout: 60_000 }).toBe(0)
    const { rows } = await app.pool.query(`select failure from backup_run where state = 'failed'`)
    expect(rows.map(({ failure }) => failure)).toContain('It was killed in the middle.')
  })

  test.each([
    [['backup'], {}, 'Usage:'],
    [['restore', 'none'], {}, 'There is no file'],
    [['restore', 'none', '--jobs', '0'], {}, '--jobs is a number from 1 to 32'],
    [['backup', 'x'], { BACKUP_KEY: '' }, 'BACKUP_KEY must be set'],
    [['backup', 's3://bucket'], {}, 'A place in a bucket is written like'],
    [['backup', 's3://bucket/key'], {}, 'needs S3_BUCKET'],
  ])('%j is refused: %s', async (args, change, sentence) => {
    const name = databaseName()
    const { code, out, err } = await runAdmin(args, { ...envOf(name, app.filesFolder), ...change })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(err).not.toContain('at ')
  })
})

describe('a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3.stop())

  test('takes a backup and gives it back, through moments when it is down', async () => {
    const client = intakeClient(s3.options)
    const place = placeOf(`s3://${s3.options.bucket}/backups/one`)
    if (!place) throw new Error('no place')
    const breaks = () => {
      s3.goDown(true)
      setTimeout(() => s3.goDown(false), 300)
    }
    const done = await writeBackup({
      pool: app.pool,
      storage: app.storage,
      secret: backupKey,
      createSink: async () => {
        const sink = await bucketSink(client, place)
        return {
          ...sink,
          finish: () => {
            breaks()
            return sink.finish()
          },
        }
      },
    })
    expect(s3.objects.get('backups/one')?.body.length).toBe(done.size)
    breaks()
    let end: unknown
    // A restore reads them alike. Each chunk opens only if it is whole and in its place.
    for await (const record of recordsIn(readObject(client, place))) end = record
    expect(end).toMatchObject({ kind: 'end', rows: done.rows, tables: done.tables })
  })

  test('a file that was sent in part goes on where it stopped, and is not there until it is whole', async () => {
    const client = intakeClient(s3.options)
    const place = { Bucket: s3.options.bucket, Key: 'backups/large' }
    const bytes = Buffer.alloc(40 * 1024 * 1024, 3)
    bytes.write('the last part', bytes.length - 20)
    await writeFile(at('large'), bytes)
    const before = s3.parts()
    const stopped = sendFile(client, place, {
      path: at('large'),
      patience: 0,
      onSent: () => s3.goDown(true),
    })
    await expect(stopped).rejects.toThrow('The bucket does not take or give the backup')
    s3.goDown(false)
    expect(s3.objects.has('backups/large')).toBe(false)
    expect(s3.parts() - before).toBe(1)
    await sendFile(client, place, { path: at('large') })
    expect(s3.parts() - before).toBe(3)
    expect(s3.objects.get('backups/large')?.body.equals(bytes)).toBe(true)
  })

  test('an upload that was left by another backup gives it no part', async () => {
    const client = intakeClient(s3.options)
    const place = { Bucket: s3.options.bucket, Key: 'backups/replaced' }
    await writeFile(at('replaced'), Buffer.alloc(40 * 1024 * 1024, 5))
    const onSent = (size: number) => s3.goDown(size > 20e6)
    const stopped = sendFile(client, place, { path: at('replaced'), patience: 0, onSent })
    await expect(stopped).rejects.toThrow('The bucket does not take or give the backup')
    s3.goDown(false)
    await writeFile(at('replaced'), 'a short one')
    await sendFile(client, place, { path: at('replaced') })
    expect(s3.objects.get('backups/replaced')?.body.toString()).toBe('a short one')
  })
})
