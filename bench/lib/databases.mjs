import { createHash, randomBytes } from 'node:crypto'
import { at } from '../../scripts/lib/paths.mjs'
import { ending, Failure, start } from '../../scripts/lib/run.mjs'
import { hashOf } from '../../scripts/lib/stamp.mjs'
import { childrenCpuSeconds, cpuSeconds, peakMegabytes } from './machine.mjs'

/** The two table sizes at which a list is compared. */
export const sizes = [
  { database: 'bench_10k', users: 10_000 },
  { database: 'bench_1m', users: 1_000_000 },
]

/** Creates the databases that are missing or were created by other code than the current one. */
export async function prepareDatabases(cluster) {
  const made = hashOf(['apps/server/migrations', 'apps/server/src/demo'])
  for (const { database, users } of sizes) {
    if ((await commentOf(cluster, database)) === made) continue
    console.log(`Making ${database}…`)
    const { line } = await fill(cluster, database, users)
    console.log(line)
    await withPool(cluster, 'bench', (pool) => pool.query(`comment on database ${database} is '${made}'`))
  }
}

/** Creates a database again and fills it with the program of `npm run demo:data`. */
export async function fill(cluster, database, users) {
  await drop(cluster, database)
  await withPool(cluster, 'bench', (pool) => pool.query(`create database ${database}`))
  const child = start(
    process.execPath,
    [at('apps/server/dist/commands/demo-data.js'), '--users', String(users), '--until', '2026-11-01'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATABASE_URL: cluster.addressOf(database), DATA_KEY: cluster.dataKey },
    },
  )
  let line = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    line += text
  })
  const databaseBefore = childrenCpuSeconds(cluster.pid)
  let used = { megabytes: 0, cpu: 0 }
  const watch = setInterval(() => {
    used = usedBy(child.pid) ?? used
  }, 200)
  const code = await ending(child)
  clearInterval(watch)
  if (code !== 0) throw new Failure(`The demo data could not be written into ${database}.`)
  const perSecond = Number(/\((\S+) per second\)/.exec(line)?.[1].replaceAll(',', ''))
  return {
    line: line.trim(),
    perSecond,
    ...used,
    databaseCpu: childrenCpuSeconds(cluster.pid) - databaseBefore,
  }
}

export const drop = (cluster, database) =>
  withPool(cluster, 'bench', (pool) => pool.query(`drop database if exists ${database} with (force)`))

/** A session of an account with all permissions; both apps accept its token. @param name of the account */
export async function signIn(cluster, database, name = 'bench') {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await withPool(cluster, database, async (pool) => {
    await pool.query(
      `insert into role (code, name, is_super) values ('bench', 'bench', true) on conflict do nothing`,
    )
    await pool.query(
      `insert into admin (username, name, password_hash) values ($1, $1, 'none') on conflict do nothing`,
      [name],
    )
    await pool.query(
      `insert into admin_role select a.id, r.id from admin a, role r
       where a.username = $1 and r.code = 'bench' on conflict do nothing`,
      [name],
    )
    await pool.query(
      `insert into session (token_hash, admin_id) select $1, id from admin where username = $2`,
      [hash, name],
    )
  })
  return token
}

export async function withPool(cluster, database, work) {
  const pool = cluster.open(database)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const commentOf = (cluster, database) =>
  withPool(cluster, 'bench', async (pool) => {
    const { rows } = await pool.query(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [database],
    )
    return rows[0]?.comment ?? null
  })

/** Returns nothing if the process has just ended. */
function usedBy(pid) {
  try {
    return { megabytes: peakMegabytes(pid), cpu: cpuSeconds(pid) }
  } catch {
    return null
  }
}
