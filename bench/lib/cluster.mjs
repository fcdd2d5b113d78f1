import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.mjs'
import { own } from './peer.mjs'

const folder = '.cache/bench'

/**
 * Starts the embedded, durable PostgreSQL of the benchmarks; its data is kept between runs.
 * `addressOf` returns the `DATABASE_URL` of a database, `open` returns a pool for it.
 */
export async function startCluster() {
  mkdirSync(at(folder), { recursive: true })
  const { startPostgres } = await import('../../packages/postgres/src/index.ts')
  const postgres = await startPostgres({ dataDir: at(folder, 'data'), database: 'bench', log: console.log })
  const { host, port, user } = postgres.connection
  const connectionTo = (database) => ({ host, port, user, database })
  return {
    pid: postgres.pid,
    version: postgres.version,
    dataKey: dataKey(),
    connectionTo,
    addressOf: (database) =>
      `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`,
    open: (database, max = 2) => {
      const pool = new (own('pg').Pool)({ ...connectionTo(database), max })
      // A connection that is still closing gets an error when the cluster stops; this is no failure.
      return pool.on('error', () => undefined)
    },
    stop: postgres.stop,
  }
}

/** The encryption key of the benchmarks' databases, generated once and stored beside them. */
function dataKey() {
  const file = at(folder, 'data.key')
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    const key = randomBytes(32).toString('base64')
    writeFileSync(file, key, { mode: 0o600 })
    return key
  }
}
