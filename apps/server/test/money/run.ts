import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { jobs } from '#boot/registry'
import { serverRoot } from '#platform/base/paths'
import { createDb, createPool } from '#platform/db/client'
import { migrate } from '#platform/db/migrate'
import { ensureServiceRole, grantRights, serviceRole } from '#platform/db/rights'
import { ensureQueues } from '#platform/jobs/boss'
import { createVault } from '#platform/keys/vault'
import { bundle } from '../bundle.ts'
import { type Storm, storm } from './storm.ts'
import { moneyWorld } from './world.ts'

export interface RunOptions {
  /** An empty database, with the user who shall own its tables. */
  connection: { host: string; port: number; user: string; database: string }
  dataKey: string
  /** The built service. */
  service: string
  seconds: number
  clients: number
  instances: number
  told: (line: string) => void
}

/** A storm on a database of its own, without a test. */
export async function runStorm({ connection, dataKey, service, told, ...sizes }: RunOptions): Promise<Storm> {
  // Inside the server's folder, so that the imports of the worker are found.
  const folder = join(serverRoot, 'node_modules/.cache/money')
  const pool = createPool({ ...connection, max: 10 })
  const servicePool = createPool({ ...connection, user: serviceRole, max: 10 })
  try {
    const db = createDb(pool)
    await migrate(db)
    await ensureQueues(db, jobs)
    await ensureServiceRole(db, { canLogIn: true })
    await grantRights(db, serviceRole)
    await bundle(folder, { worker: 'test/money/worker.ts' })
    const world = await moneyWorld({ pool, servicePool, vault: createVault(dataKey) })
    try {
      const programs = { service, worker: join(folder, 'worker.js') }
      return await storm({
        world,
        programs,
        folder: join(folder, 'data'),
        ...sizes,
        told,
        pauseMs: 40,
        seed: 7,
        killMs: 3_000,
        restMs: 300_000,
      })
    } finally {
      await world.stop()
    }
  } finally {
    await Promise.all([pool.end(), servicePool.end()])
    await rm(folder, { recursive: true, force: true })
  }
}
