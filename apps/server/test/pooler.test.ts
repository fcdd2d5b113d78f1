import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@kabao/postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Partner, startPartner } from '#demo/partner/partner'
import { simulate } from '#demo/traffic/simulate'
import { createDb, createPool } from '#platform/db/client'
import { createVault } from '#platform/keys/vault'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { locateTool } from '../../../scripts/lib/tools.mjs'
import { type Instance, instanceOf } from './built-service.ts'
import { secret } from './harness.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { serviceProgram } from './programs-of-run.ts'
import { makeTrafficWorld } from './traffic-world.ts'

const program = locateTool('pgbouncer')
const dataKey = randomBytes(32).toString('base64')
const vault = createVault(secret(dataKey))

describe.skipIf(program === null)('behind PgBouncer', () => {
  let folder: string
  let postgres: Postgres
  let partner: Partner
  let pooler: Pooler
  let instance: Instance | null = null

  beforeAll(async () => {
    folder = await memoryFolder('kabao-pooler-')
    // PgBouncer reads the socket of the server as another user.
    await chmod(folder, 0o755)
    postgres = await startPostgres({
      dataDir: join(folder, 'data'),
      durable: false,
      settings: { jit: 'on' },
    })
    partner = await startPartner()
    pooler = await startPooler(program as string, join(folder, 'pooler'), postgres.connection, {
      shared: ['two'],
      users: ['one_user', 'kabao_owner', 'kabao_app'],
    })
    await asSuperuser(
      'create role one_user login createrole',
      'create database one owner one_user',
      'create role kabao_owner login',
      'create role kabao_app login',
      'create database two owner kabao_owner',
    )
  }, 120_000)
  afterEach(async () => {
    await instance?.kill()
  })
  afterAll(async () => {
    await pooler?.stop()
    await partner?.stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  const asSuperuser = async (...statements: string[]) => {
    const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
    await client.connect()
    try {
      for (const each of statements) await client.query(each)
    } finally {
      await client.end()
    }
  }
  const through = (user: string, database: string) =>
    `postgres://${user}@127.0.0.1:${pooler.port}/${database}`
  const twoUsers = () => ({
    DATABASE_OWNER_URL: through('kabao_owner', 'two'),
    DATABASE_URL: through('kabao_app', 'two'),
  })
  const shared = () => `${through('kabao_app', 'two_shared')}?pool_mode=transaction`
  const start = async (env: Record<string, string>) => {
    instance = await instanceOf(serviceProgram(), {
      DATA_KEY: dataKey,
      DATA_DIR: join(folder, 'service'),
      ADMIN_PASSWORD: secret('Pooler-password-1'),
      INTERNAL_PARTNERS: `127.0.0.1:${partner.port}`,
      ...env,
    })
    await instance.start()
    return instance
  }
  /** Plays channels for a moment; the sums must be equal. */
  const play = async ({ url }: Instance, database: string) => {
    const pool = createPool({ ...postgres.connection, database, max: 3 })
    try {
      const keys = await makeTrafficWorld(pool, vault, partner, database)
      const played = await simulate({
        urls: [url],
        keys,
        rate: 10,
        seconds: 4,
        seed: 7,
        db: createDb(pool),
        patienceMs: 10_000,
        settleMs: 30_000,
      })
      expect(played.faults).toEqual([])
      expect([...played.tally.retries.keys()].filter((reason) => reason !== '200')).toEqual([])
      expect(played.tally.users.size).toBeGreaterThan(5)
    } finally {
      await pool.end()
    }
  }
  const jitThrough = async (database: string): Promise<string> => {
    const client = new pg.Client({ connectionString: through('kabao_app', database) })
    await client.connect()
    const { rows } = await client.query('show jit')
    await client.end()
    return rows[0].jit
  }
  /** How many transactions the pooler has served for a database. */
  const served = async (database: string): Promise<number> => {
    const client = new pg.Client({ connectionString: through('kabao_app', 'pgbouncer') })
    await client.connect()
    const { rows } = await client.query('show stats_totals')
    await client.end()
    return Number(rows.find((row) => row.database === database)?.xact_count ?? 0)
  }

  test('in session mode, the service runs with fewer rights and its time limits', {
    timeout: 120_000,
  }, async () => {
    const running = await start({ DATABASE_URL: through('one_user', 'one') })
    await play(running, 'one')
    expect(await running.stop()).toBe(0)
  })

  test('in transaction mode, DATABASE_URL is refused, said or not', { timeout: 60_000 }, async () => {
    const owner = twoUsers().DATABASE_OWNER_URL
    await expect(start({ DATABASE_OWNER_URL: owner, DATABASE_URL: shared() })).rejects.toThrow(
      /DATABASE_URL may not have pool_mode=transaction/,
    )
    const unsaid = through('kabao_app', 'two_shared')
    await expect(start({ DATABASE_OWNER_URL: owner, DATABASE_URL: unsaid })).rejects.toThrow(
      /shares connections between transactions/,
    )
  })

  test('in transaction mode, the partner API works once its user has time limits', {
    timeout: 120_000,
  }, async () => {
    const env = { ...twoUsers(), DATABASE_OPEN_URL: shared() }
    await expect(start(env)).rejects.toThrow(/DATABASE_OPEN_URL have no time limits/)
    await asSuperuser(
      `alter role kabao_app set statement_timeout = '8s'`,
      `alter role kabao_app set idle_in_transaction_session_timeout = '15s'`,
    )
    // The pooler keeps the connections of the refused start.
    await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'kabao_app'`)
    const running = await start(env)
    const before = await served('two_shared')
    await play(running, 'two')
    expect(await jitThrough('two_shared')).toBe('off')
    expect(await served('two_shared')).toBeGreaterThan(before)
    expect(await running.stop()).toBe(0)
  })
})
