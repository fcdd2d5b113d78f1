import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Partner, startPartner } from '#demo/partner/partner'
import { simulate } from '#demo/traffic/simulate'
import { verifyLedger } from '#ledger/verify'
import { createDb, createPool } from '#platform/db/client'
import { createVault, type Vault } from '#platform/keys/vault'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from './built-service.ts'
import { secret } from './harness.ts'
import { serviceProgram } from './programs-of-run.ts'
import { makeTrafficWorld } from './traffic-world.ts'

/** How long the traffic lasts, and its events per second; `SIMULATE_SECONDS` and `SIMULATE_RATE` make it longer and denser. */
const seconds = Number(process.env.SIMULATE_SECONDS ?? 16)
const rate = Number(process.env.SIMULATE_RATE ?? 15)
/** The pause between two kills, in milliseconds. */
const pauseMs = 2_500
/** An instance holds a step for 60 s; nobody is in the pipeline for much longer after the last kill. */
const settleMs = 100_000

const dataKey = randomBytes(32).toString('base64')
let folder: string
let postgres: Postgres
let instances: Instance[] = []
let partner: Partner
let pool: pg.Pool
let vault: Vault

beforeAll(async () => {
  vault = createVault(secret(dataKey))
  folder = await memoryFolder('kabao-kills-')
  postgres = await startPostgres({ dataDir: join(folder, 'data') })
  partner = await startPartner()
  instances = await Promise.all(
    ['a', 'b'].map((name) =>
      instanceOf(serviceProgram(), {
        DATABASE_URL: postgres.url,
        DATA_KEY: dataKey,
        DATA_DIR: join(folder, name),
        FILES_DIR: join(folder, 'files'),
        INTERNAL_PARTNERS: `127.0.0.1:${partner.port}`,
        ADMIN_PASSWORD: secret('Kills-password-1'),
      }),
    ),
  )
  await Promise.all(instances.map((instance) => instance.start()))
  pool = createPool({ ...postgres.connection, max: 3 })
}, 180_000)

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.kill()))
  await pool?.end()
  await partner?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

async function killPostgres() {
  process.kill(postgres.pid, 'SIGKILL')
  await postgres.stop()
  postgres = await startPostgres({ dataDir: join(folder, 'data') })
}

async function restart(instance: Instance) {
  await instance.kill()
  await instance.start()
}

test(
  'instances and the database are killed while channels send: each answer stays true, and all sums are equal',
  async () => {
    const keys = await makeTrafficWorld(pool, vault, partner, 'kill')
    // The rejections of the pool's idle connections, which end with the database.
    pool.on('error', () => undefined)
    const playing = simulate({
      urls: instances.map(({ url }) => url),
      keys,
      rate,
      seconds,
      seed: 7,
      db: createDb(pool),
      patienceMs: 90_000,
      settleMs,
    })
    const [first, second] = instances as [Instance, Instance]
    const acts = [() => restart(first), killPostgres, () => restart(second), killPostgres]
    const end = performance.now() + seconds * 1_000
    let kills = 0
    while (performance.now() < end || kills < acts.length) {
      await sleep(pauseMs)
      await acts[kills++ % acts.length]?.()
    }
    const played = await playing
    expect(played.faults).toEqual([])
    expect(kills).toBeGreaterThanOrEqual(4)
    // Some calls met the killed ones, or the test would show nothing.
    expect([...played.tally.retries.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
    expect(played.pushes.accepted).toBeGreaterThan(10)
    expect(Object.keys(played.underWay).filter((kind) => kind !== 'retry' && kind !== 'query')).toEqual([])
    expect((await verifyLedger(createDb(pool))).faults).toEqual([])
  },
  600_000 + seconds * 1_000,
)
