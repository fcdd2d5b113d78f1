import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codes } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { jobs } from '#boot/registry'
import { migratedText } from '#cli/admin-shell/migrate'
import { verifyLedger } from '#ledger/verify'
import { restoreBackup } from '#platform/backup/read'
import { migrationsFolder, repositoryRoot } from '#platform/base/paths'
import { hashToken, newToken } from '#platform/base/token'
import { readConfig } from '#platform/config/config'
import { createDb, createPool } from '#platform/db/client'
import { migrate } from '#platform/db/migrate'
import { schemaState } from '#platform/db/schema-state'
import { ringIn } from '#platform/keys/key-follower'
import { createVault } from '#platform/keys/vault'
import { writeSetting } from '#platform/settings/store'
import { diskStorage } from '#platform/storage/disk'
import { differences } from '#statistics/check'
import { memoryFolder } from '../../../../scripts/lib/memory-folder.mjs'
import { administer } from '../global-setup.ts'
import { secret, type TestApp } from '../harness.ts'
import { newChannel, newPhone } from '../open-caller.ts'
import { endAll, hangLimit, runService } from '../process.ts'
import { commitBeforeNewest, noHistory, writeTree } from './older-tree.ts'
import { columnsAfter, columnsOf, sumsOf } from './sums.ts'
import { startTraffic, writeOn } from './traffic.ts'

/**
 * The demo's made-up data in the schema 0070, as the code of that time made it, in a backup. The keys are of this file alone.
 */
const fixture = join(import.meta.dirname, 'schema-0070.backup')
const backupKey = 'the-key-of-the-fixture'
const dataKey = Buffer.from('kabao-fixture-of-schema-0070-key').toString('base64')
/** Tables that every part of the service reads and writes. */
const busyTables = [
  '"user"',
  'push_record',
  'session',
  'admin',
  'org',
  'plan',
  'file',
  'export_task',
  'transfer',
  'message',
]
/** A caller would notice more, in milliseconds. */
const longestLockMs = 4_000

const cluster = inject('cluster')
const database = `upgrade_data_${randomUUID().replaceAll('-', '')}`
let folder: string
let pool: pg.Pool
let token: string
let env: Record<string, string>

beforeAll(async () => {
  folder = await memoryFolder('kabao-upgrade-data-')
  await administer(cluster, `create database ${database}`)
  pool = createPool({ ...cluster, database, statement_timeout: 60_000, silenceMs: 120_000 })
  await restoreBackup({
    jobs,
    pool,
    secret: backupKey,
    dataKeys: [dataKey],
    source: createReadStream(fixture),
    storage: await diskStorage(join(folder, 'files')),
  })
  env = {
    DATABASE_URL: `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
    DATA_KEY: dataKey,
    DATA_DIR: folder,
    FILES_DIR: join(folder, 'files'),
  }
}, 120_000)
afterEach(endAll, hangLimit)
afterAll(async () => {
  await pool?.end()
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

/** A session of the first administrator, who may do everything. */
async function signIn(): Promise<string> {
  const made = secret(newToken())
  await pool.query('update admin set must_change_password = false')
  await pool.query(
    `insert into session (token_hash, admin_id) select $1, id from admin order by id limit 1`,
    [hashToken(made)],
  )
  return made
}

/** The paths of lists that an instance does not answer with rows, with what it answers. */
async function silentPages(address: string): Promise<string[]> {
  const silent: string[] = []
  const pages = endpoints.filter(
    ({ kind, method, path, body }) =>
      kind === 'read' && method === 'POST' && /^[^{]*\/page$/.test(path) && body?.safeParse({}).success,
  )
  expect(pages.length).toBeGreaterThan(25)
  for (const { path } of pages) {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: '{}',
    })
    const { code } = (await response.json()) as { code: string }
    // A list that this version does not have yet.
    if (response.status === 404) continue
    if (code !== codes.success) silent.push(`${path} ${code}`)
  }
  return silent
}

test('the migrations since then change no row, and hold up neither readers nor writers', {
  timeout: 90_000,
}, async () => {
  const columns = await columnsOf(pool)
  const before = await sumsOf(pool, columns)
  expect(Object.values(before).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(30)
  const { missing } = await schemaState(createDb(pool))
  expect(missing[0]).toMatch(/^0071-/)

  const stop = startTraffic(pool, busyTables)
  await migrate(createDb(pool))
  const met = await stop()
  expect(met.failed).toEqual([])
  expect(met.longestMs).toBeLessThan(longestLockMs)
  expect(met.done).toBeGreaterThan(busyTables.length)
  expect(await sumsOf(pool, columnsAfter(columns))).toEqual(before)
  expect((await verifyLedger(createDb(pool))).faults).toEqual([])
  const { rows } = await pool.query('select min(day)::text as first, max(day)::text as last from roll_up')
  expect(await differences(createDb(pool), rows[0])).toBe(0)
})

test('this version starts on it, and every list answers', { timeout: hangLimit }, async () => {
  const running = runService(env)
  const address = await running.ready
  token = await signIn()
  expect(await (await fetch(`${address}/readyz`)).text()).toBe('ready\n')
  expect(await silentPages(address)).toEqual([])
})

/** Of a version after this one: what the code before it writes to needs a table that this code does not know. */
const later = `create table later (name text not null);
create function note_later() returns trigger language plpgsql as $$
  begin insert into later values (tg_table_name); return null; end $$;
create trigger later after insert or update on blacklist for each statement execute function note_later();
create trigger later after insert or update on "user" for each statement execute function note_later();
create trigger later after insert or update on instance for each statement execute function note_later();`

/**
 * Migrates further while the code at this address serves the console, partners and its own heartbeat. The command waits for its queues, after the
 * migrations, until all of them have written: it may take its time there, or be killed.
 */
async function migrateBeside(address: string): Promise<void> {
  const newer = join(folder, 'newer')
  await cp(migrationsFolder, newer, { recursive: true })
  await writeFile(join(newer, '0998-later.sql'), later)
  const db = createDb(pool)
  const vault = createVault(await ringIn(db, { key: dataKey, old: null }))
  const channel = await newChannel({ pool, db, vault } as TestApp, { callsPerSecond: 1_000 })
  // Each entry of the blacklist counts as a look at a person, and one who writes without a pause would be stopped.
  await writeSetting(db, 'masking.revealsPerHour', 0, null)
  const codeOf = async (response: Response) => {
    const text = await response.text()
    return (JSON.parse(text) as { code: string }).code === codes.success ? null : text
  }
  const writing = writeOn({
    blacklist: async () =>
      codeOf(
        await fetch(`${address}/api/blacklist`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', token },
          body: JSON.stringify({ kind: 'phone', value: newPhone() }),
        }),
      ),
    user: async () => {
      const { url, payload, ...signed } = channel.sign('POST', '/user', { phone: newPhone() })
      return codeOf(await fetch(`${address}${url}`, { ...signed, body: String(payload) }))
    },
  })
  const holder = new pg.Client({ ...cluster, database })
  await holder.connect()
  try {
    await holder.query(`select pg_advisory_lock(hashtext('kabao queues'))`)
    const migrating = migratedText(readConfig(env), newer)
    await vi.waitFor(
      async () => {
        if (writing.failed.length > 0) return
        const { rows } = await pool.query('select distinct name from later order by name')
        expect(rows.map(({ name }) => name)).toEqual(['blacklist', 'instance', 'user'])
      },
      { timeout: 30_000, interval: 100 },
    )
    expect(writing.failed).toEqual([])
    await holder.end()
    expect(await migrating).toMatch(/ more migrations, to number 998\.$/)
  } finally {
    await holder.end()
    await writing.stop()
  }
  expect(writing.failed).toEqual([])
  expect(Object.keys(writing.done).sort()).toEqual(['blacklist', 'user'])
}

test('the code before the newest migration serves on the newest schema, and while newer code migrates further', {
  timeout: hangLimit,
}, async ({ skip }) => {
  const commit = await commitBeforeNewest()
  if (commit === null) return skip(noHistory)
  const tree = join(repositoryRoot, '.cache/older', randomUUID())
  try {
    await writeTree(commit, tree)
    const running = runService(env, join(tree, 'apps/server'))
    const address = await running.ready
    token = await signIn()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(await silentPages(address)).toEqual([])
    await migrateBeside(address)
    expect(running.said()).not.toContain('permission denied')
  } finally {
    await endAll()
    await rm(tree, { recursive: true, force: true })
    await rm(`${tree}.tar`, { force: true })
  }
})
