import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { at } from '../../scripts/lib/paths.mjs'
import { own } from './peer.mjs'

const folder = '.cache/bench'

/**
 * The embedded, durable PostgreSQL of the benchmarks, kept between runs.
 * `addressOf` names a database as the server's `DATABASE_URL`, `open` gives a pool on it.
 */
export async function startCluster() {
  mkdirSync(at(folder), { recursive: true })
  const { startPostgres } = await tsImport('../../packages/postgres/src/index.ts', import.meta.url)
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
      // A connection that is still closing when the cluster is stopped is told so, which is no failure.
      return pool.on('error', () => undefined)
    },
    stop: postgres.stop,
  }
}

/** The key of everything encrypted in the benchmarks' databases: made once, kept beside them. */
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
