import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.mjs'
import { own } from './peer.mjs'

const folder = '.cache/bench'
const given = process.env.BENCH_DATABASE_URL

/**
 * The PostgreSQL of the benchmarks: the one of `BENCH_DATABASE_URL`, which runs on this machine and whose user is a superuser, or an
 * embedded, durable one whose data is kept between runs.
 * @param apart how an embedded one apart from it is started (`startPostgres`), for a benchmark that needs another
 * `addressOf` returns the `DATABASE_URL` of a database, `open` returns a pool for it.
 */
export async function startCluster(apart) {
  mkdirSync(at(folder), { recursive: true })
  return clusterOf(await (given && !apart ? useGiven() : startEmbedded(apart)))
}

/** @param server its `pid`, its `version`, the `address` of its database `bench`, and how to `stop` it */
export function clusterOf({ pid, version, address, stop }) {
  const { host, port, user, password } = new (own('pg').Client)(address)
  const connectionTo = (database) => ({ host, port, user, password, database })
  return {
    pid,
    version,
    dataKey: dataKey(),
    connectionTo,
    addressOf: (database) => Object.assign(new URL(address), { pathname: `/${database}` }).href,
    open: (database, max = 2) => {
      const pool = new (own('pg').Pool)({ ...connectionTo(database), max })
      // A connection that is still closing gets an error when the cluster stops; this is no failure.
      return pool.on('error', () => undefined)
    },
    stop,
  }
}

async function startEmbedded(apart = { dataDir: at(folder, 'data') }) {
  const { startPostgres } = await import('../../packages/postgres/src/index.ts')
  const postgres = await startPostgres({ ...apart, database: 'bench', log: console.log })
  return serverOf(postgres)
}

/** An embedded PostgreSQL as `clusterOf` knows it. */
export function serverOf({ connection: { host, port, user }, pid, version, stop }) {
  const address = `postgresql:///bench?${new URLSearchParams({ host, port: String(port), user })}`
  return { pid, version, address, stop }
}

/** It is left running. */
async function useGiven() {
  const client = new (own('pg').Client)(given)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid, current_setting('server_version') as version,
         exists (select from pg_database where datname = 'bench') as "isPrepared"`,
    )
    const [{ pid, version, isPrepared }] = rows
    if (!isPrepared) await client.query('create database bench')
    console.log(`PostgreSQL ${version} of BENCH_DATABASE_URL`)
    return { pid, version, address: given, stop: async () => undefined }
  } finally {
    await client.end()
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
    mkdirSync(at(folder), { recursive: true })
    writeFileSync(file, key, { mode: 0o600 })
    return key
  }
}
