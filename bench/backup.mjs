import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { at } from '../scripts/lib/paths.mjs'
import { drop } from './lib/databases.mjs'
import { durationOf, table } from './lib/figures.mjs'
import { vaultIn } from './lib/vault.mjs'

const source = 'bench_backup'
const target = 'bench_restore'
const users = Number(process.env.BENCH_USERS ?? 1_000_000)
const folder = at('.cache/bench/backup')

/**
 * How long a backup and its restore take and how much memory they need, beside a plain COPY of the same tables to a file; the restore with one
 * connection and with as many as there are cores.
 */
export async function run(cluster) {
  const load = (path) => import(`../apps/server/src/${path}`)
  const [{ createDb, createPool }, { migrate }, { fillDemo }, { diskStorage }] = await Promise.all(
    ['platform/db/client.ts', 'platform/db/migrate.ts', 'demo/fill.ts', 'platform/storage/disk.ts'].map(load),
  )
  const [{ writeBackup }, { fileSink }, { restoreBackup }, { jobs }] = await Promise.all(
    [
      'platform/backup/write.ts',
      'platform/backup/sink.ts',
      'platform/backup/read.ts',
      'boot/registry.ts',
    ].map(load),
  )
  const { to: copyTo } = createRequire(at('apps/server/package.json'))('pg-copy-streams')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const pools = []
  const open = async (database) => {
    await drop(cluster, database)
    const admin = cluster.open('bench')
    await admin.query(`create database ${database}`)
    await admin.end()
    const limits = {
      statement_timeout: 3_600_000,
      idle_in_transaction_session_timeout: 0,
      silenceMs: 3_600_000,
    }
    const pool = createPool({ ...cluster.connectionTo(database), max: 10, ...limits })
    pools.push(pool)
    return pool
  }
  try {
    const pool = await open(source)
    await migrate(createDb(pool))
    const storage = await diskStorage(`${folder}/files`)
    const vault = await vaultIn(createDb(pool), cluster.dataKey, load)
    await fillDemo(pool, vault, users, { storage, say: console.log })
    await pool.query('checkpoint')
    const secret = 'the key of the benchmark 1'
    const { rows: sizes } = await pool.query('select pg_database_size(current_database()) as size')
    const rows = []
    const add = async (what, file, act) => {
      let done
      const peak = watchMemory()
      const ms = await durationOf(async () => {
        done = await act()
      })
      const size = statSync(file).size
      const speed = Math.round(sizes[0].size / 1000 / ms)
      rows.push([what, (ms / 1000).toFixed(1), speed, Math.round(size / 1e6), peak()])
      return done
    }
    const plainCopy = () => copyAll(pool, copyTo, `${folder}/copy`)
    await add('COPY of the same tables to a file', `${folder}/copy`, plainCopy)
    const createSink = () => fileSink(`${folder}/backup`)
    const written = await add('backup', `${folder}/backup`, () =>
      writeBackup({ pool, storage, secret, createSink }),
    )
    const dataKeys = [cluster.dataKey]
    const restored = await diskStorage(`${folder}/restored`)
    for (const connections of new Set([1, Math.min(availableParallelism(), 8)])) {
      const empty = await open(target)
      await empty.query('checkpoint')
      const from = { storage: restored, source: createReadStream(`${folder}/backup`) }
      await add(`restore, --jobs ${connections}`, `${folder}/backup`, () =>
        restoreBackup({ pool: empty, secret, dataKeys, jobs, connections, ...from }),
      )
      await empty.end()
      pools.splice(pools.indexOf(empty), 1)
    }
    const filled = `${written.rows.toLocaleString('en-US')} rows of ${written.tables} tables`
    console.log(`${filled}, ${(sizes[0].size / 1e9).toFixed(2)} GB in the database.\n`)
    console.log(
      table(['what', 's', 'MB of the database a second', 'file, MB', 'peak memory of Node, MB'], rows),
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    for (const database of [source, target]) await drop(cluster, database)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same rows with no packing, no encryption and no check. */
async function copyAll(pool, copyTo, file) {
  const { rows } = await pool.query(
    `select c.oid::regclass::text as name from pg_class c where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace`,
  )
  const client = await pool.connect()
  for (const { name } of rows)
    await pipeline(
      client.query(copyTo(`copy (select * from ${name}) to stdout`)),
      createWriteStream(file, { flags: 'a' }),
    )
  client.release()
}

/** @returns a function that ends the watch and says the highest figure, in megabytes */
function watchMemory() {
  let most = 0
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  look()
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    return Math.round(most / 1e6)
  }
}
