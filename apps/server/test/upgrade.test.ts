import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { migratedText } from '#cli/admin-shell/migrate'
import { readConfig } from '#platform/config/config'
import { openDatabase } from '#platform/config/database'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { administer } from './global-setup.ts'
import { secret } from './harness.ts'
import { endAll, hangLimit, runService } from './process.ts'

const cluster = inject('cluster')
const database = `upgrade_${randomUUID().replaceAll('-', '')}`
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = await memoryFolder('kabao-upgrade-')
  await administer(cluster, `create database ${database}`)
  env = {
    DATABASE_URL: `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
    DATA_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    ADMIN_PASSWORD: secret('first 1234'),
  }
})
afterEach(endAll, hangLimit)
afterAll(async () => {
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

async function query(text: string) {
  const client = new pg.Client({ ...cluster, database })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('an instance that does not migrate waits for the command that does', {
  timeout: hangLimit,
}, async () => {
  const waiting = runService({ ...env, MIGRATE: 'off' })
  const done = await migratedText(readConfig(env))
  expect(done).toMatch(/^The database has \d+ more migrations, to number \d+\.$/)
  const address = await waiting.ready
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await migratedText(readConfig(env))).toBe('The database has every migration of this version.')
})

test('a migration may take minutes, and so may the wait for one', async () => {
  const { pool, stop } = await openDatabase(readConfig(env), () => undefined)
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '30min' }])
  await stop()
})

test('code before a newer schema serves, and leaves rights and queues to the newer code', {
  timeout: hangLimit,
}, async () => {
  await query(`create table later (id int); insert into schema_step values ('0998-later')`)
  const older = runService(env)
  const address = await older.ready
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await query(`select has_table_privilege('kabao_service', 'later', 'update') as may`)).toEqual([
    { may: false },
  ])
  expect(await migratedText(readConfig(env))).toMatch('is newer than this version')
  older.process.kill('SIGTERM')
  expect(await older.ended).toBe(0)

  await query(`update schema_step set needs_code = 998 where name = '0998-later'`)
  const refused = runService(env)
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toMatch(/0998-later needs a version with the migration 0998/)
})
