import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codes } from '@kabao/contract'
import { endpoints } from '@kabao/contract/areas'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { hashToken, newToken } from '#access/token'
import { openDb, openPool } from '#db/client'
import { migrate } from '#db/migrate'
import { schemaState } from '#db/schema-state'
import { memoryFolder } from '../../../../scripts/lib/memory-folder.mjs'
import { restoreBackup } from '../../src/backup/read.ts'
import { verifyLedger } from '../../src/ledger/verify.ts'
import { repositoryRoot } from '../../src/paths.ts'
import { differences } from '../../src/statistics/check.ts'
import { diskStorage } from '../../src/storage/disk.ts'
import { administer } from '../global-setup.ts'
import { secret } from '../harness.ts'
import { endAll, hangLimit, runService } from '../process.ts'
import { commitBeforeNewest, noHistory, writeTree } from './older-tree.ts'
import { columnsOf, sumsOf } from './sums.ts'
import { startTraffic } from './traffic.ts'

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
  pool = openPool({ ...cluster, database, statement_timeout: 60_000, silenceMs: 120_000 })
  await restoreBackup({
    ...{ pool, secret: backupKey, dataKeys: [dataKey], source: createReadStream(fixture) },
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
  const { missing } = await schemaState(openDb(pool))
  expect(missing[0]).toMatch(/^0071-/)

  const stop = startTraffic(pool, busyTables)
  await migrate(openDb(pool))
  const met = await stop()
  expect(met.failed).toEqual([])
  expect(met.longestMs).toBeLessThan(longestLockMs)
  expect(met.done).toBeGreaterThan(busyTables.length)
  expect(await sumsOf(pool, columns)).toEqual(before)
  expect((await verifyLedger(openDb(pool))).faults).toEqual([])
  const { rows } = await pool.query('select min(day)::text as first, max(day)::text as last from roll_up')
  expect(await differences(openDb(pool), rows[0])).toBe(0)
})

test('this version starts on it, and every list answers', { timeout: hangLimit }, async () => {
  const running = runService(env)
  const address = await running.ready
  token = await signIn()
  expect(await (await fetch(`${address}/readyz`)).text()).toBe('ready\n')
  expect(await silentPages(address)).toEqual([])
})

test('the code before the newest migration serves on the newest schema', { timeout: hangLimit }, async ({
  skip,
}) => {
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
  } finally {
    await endAll()
    await rm(tree, { recursive: true, force: true })
    await rm(`${tree}.tar`, { force: true })
  }
})
