import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#boot/registry'
import { createDb, createPool } from '#platform/db/client'
import { migrate } from '#platform/db/migrate'
import { ensureServiceRole, grantRights, serviceRole } from '#platform/db/rights'
import { ensureQueues } from '#platform/jobs/boss'
import { createVault } from '#platform/keys/vault'
import { writeSetting } from '#platform/settings/store'
import { faultsIn } from '#test/engine-books'
import { engineInstances } from '#test/engine-instances'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { killPoints } from '#test/kill-points'
import { placeFor, reached } from '#test/kill-world'
import { createPartnerGate, type PartnerGate } from '#test/partner-gate'
import type { RunningProcess } from '#test/processes'
import { createSqlGate, type SqlGate } from '#test/sql-gate'
import { memoryFolder } from '../../../../scripts/lib/memory-folder.mjs'

/** The points at which PostgreSQL is killed; the instance lives on. */
const names = [
  'a step is claimed',
  'the decision is not stored',
  'the decision is stored',
  'the attempt is stored',
  'the organization has accepted',
  'the acceptance is not stored',
  'the acceptance is stored',
  'the rejection is stored',
  'that it is unclear is stored',
  'the answer to the question is stored',
]
const points = killPoints.filter(({ name }) => names.includes(name))
const key = randomBytes(32).toString('base64')

const startInstance = engineInstances()
let dataDir: string
let postgres: Postgres
let pool: pg.Pool
let world: EngineWorld
let sql: SqlGate
let calls: PartnerGate
let instance: RunningProcess
const entrances: (() => Promise<string[]>)[] = []
const start = () => startPostgres({ dataDir, durable: true, onExit: () => undefined })

beforeAll(async () => {
  dataDir = await memoryFolder('kabao-test-')
  postgres = await start()
  pool = createPool({ ...postgres.connection, onIdleError: () => undefined })
  const db = createDb(pool)
  await migrate(db)
  await ensureQueues(db, jobs)
  await ensureServiceRole(db, { canLogIn: true })
  await grantRights(db, serviceRole)
  const { host, port, database } = postgres.connection
  sql = await createSqlGate(join(host, `.s.PGSQL.${port}`))
  const app = { pool, db, servicePool: pool, vault: createVault(key) }
  world = await engineWorld(app, {
    through: async (partner) => {
      calls = await createPartnerGate(partner)
      return calls.port
    },
  })
  // The lease of a step, which ends while PostgreSQL starts again, is as long as a search may take.
  await writeSetting(db, 'push.searchSeconds', 2, null)
  for (const [nth, point] of points.entries()) entrances.push(await placeFor(world, point, nth))
  instance = await startInstance({
    database: { host: '127.0.0.1', port: sql.port, user: serviceRole, database, max: 6 },
    key,
    partner: `127.0.0.1:${calls.port}`,
    leaseMs: 2_000,
  })
}, 90_000)
afterAll(async () => {
  await instance.kill()
  await Promise.all([calls.close(), sql.close(), world.partner.stop()])
  await pool.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Ends every process of PostgreSQL with SIGKILL, and starts it again. */
async function killPostgres() {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  for (const pid of [postgres.pid, ...rows.map(({ pid }) => pid)])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  await postgres.stop()
  postgres = await start()
  // Connections that have not noticed yet.
  await expect
    .poll(() =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
}

test.each(points.map(({ name, at }, nth) => ({ name, at, nth })))(
  '$name',
  async ({ at, nth }) => {
    const stopped = 'sql' in at ? sql.arm(at.sql) : calls.arm(at.call)
    await entrances[nth]?.()
    await reached(stopped, world)
    await killPostgres()
    // The instance goes on by itself.
    await world.settled(25_000)
    expect(
      await faultsIn({ pool, db: createDb(pool), servicePool: pool, vault: createVault(key) }, world),
    ).toEqual([])
  },
  60_000,
)

test('then everybody is taken', async () => {
  expect(await world.all('select status from "user" group by 1')).toEqual([{ status: 'accepted' }])
})
