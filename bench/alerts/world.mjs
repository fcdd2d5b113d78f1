import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from '../../scripts/lib/memory-folder.mjs'
import { at } from '../../scripts/lib/paths.mjs'
import { capture, Failure } from '../../scripts/lib/run.mjs'
import { startOurs } from '../lib/apps.mjs'
import { clusterOf, serverOf } from '../lib/cluster.mjs'
import { signIn } from '../lib/databases.mjs'
import { openWorld, source } from '../lib/open-world.mjs'
import { startPartnerProcess } from '../lib/partner-process.mjs'
import { addOrg } from '../lib/pipeline-world.mjs'
import { startPrometheus } from './prometheus.mjs'
import { addSandbox, muteTemplate, tellOf } from './sides.mjs'
import { play } from './traffic.mjs'

const database = 'bench_alerts'
/** This one cannot be asked how a push ended. */
export const mute = 'mute'
export const orgs = ['bench0', 'bench1', mute]
const diskMegabytes = 256

/**
 * Two instances of the built service over a PostgreSQL of their own, partners, light traffic, and Prometheus. `apps` are the instances;
 * `restart` ends one in order, if it runs, and starts it again at the same port; `call` asks the first instance as an administrator;
 * `admin` runs `npm run admin`.
 */
export async function openAlerts() {
  const folder = await memoryFolder('kabao-alerts-')
  // PostgreSQL runs as a user of its own where this process is root's.
  chmodSync(folder, 0o755)
  const closers = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closers.reverse()) await end()
  }
  try {
    return { ...(await fill(folder, (end) => closers.push(end))), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(folder, atEnd) {
  const { startPostgres } = await import('../../packages/postgres/src/index.ts')
  const { canMount, noMount, smallDisk } = await source('../test/faults/small-disk.ts')
  const refuseToFill = async () => {
    throw new Failure(noMount)
  }
  const startDatabase = () =>
    startPostgres({ dataDir: join(folder, 'primary'), database: 'bench', durable: false })
  const server = { postgres: await startDatabase() }
  atEnd(() => server.postgres.stop())
  const cluster = clusterOf(serverOf(server.postgres))
  const world = await openWorld(cluster, database, { channels: 3 })
  const { pool } = world
  pool.on('error', () => undefined)
  atEnd(() => pool.end())
  // A throwaway server does not wait for its log, and would acknowledge what its standby does not have.
  await pool.query(`alter database ${database} set synchronous_commit = on`)
  const files = join(folder, 'files')
  const filesDisk = canMount ? smallDisk(files, diskMegabytes) : { path: files, fill: refuseToFill }
  if (canMount) atEnd(() => filesDisk.remove())
  else mkdirSync(files)
  const partner = await startPartnerProcess()
  atEnd(() => partner.stop())
  const { sandbox, products } = await addSandbox(world)
  atEnd(() => sandbox.stop())
  for (const code of orgs) await addOrg({ ...world, partner }, code, { count: 1, cityCodes: ['440300'] })
  await pool.query(`update plan set city_codes = '{}'`)
  await muteTemplate(pool, partner, mute)
  const told = await tellOf(world, atEnd)
  const env = {
    FILES_DIR: files,
    INTERNAL_PARTNERS: [partner.port, sandbox.port, told].map((port) => `127.0.0.1:${port}`).join(','),
    SANDBOX_PAYMENTS: '1',
    DRAIN_SECONDS: '0',
    MIGRATE: 'off',
  }
  const apps = []
  const restart = async (nth, { serves, env: further = {}, from = cluster } = {}) => {
    const port = apps[nth] ? new URL(apps[nth].page).port : '0'
    await apps[nth]?.stop()
    apps[nth] = await startOurs(from, database, { serves, env: { ...env, ...further, PORT: port } })
  }
  atEnd(() => Promise.all(apps.map((app) => app.kill())))
  const admin = (...args) => adminCommand(cluster, { ...env, MIGRATE: 'on' }, args)
  await admin('migrate')
  // As after the first night.
  await admin('verify-ledger')
  await admin('backup', join(folder, 'first-backup'))
  for (const nth of [0, 1]) await restart(nth)
  const token = await signIn(cluster, database)
  const urls = apps.map(({ page }) => new URL(page).origin)
  const call = (path, body, url = urls[0]) => callApi(`${url}/api${path}`, token, body)
  const prometheus = await startPrometheus(
    join(folder, 'prometheus'),
    urls.map((url) => new URL(url).host),
  )
  atEnd(() => prometheus.stop())
  const traffic = await play(urls, { ...world, products }, (path) => call(path, {}).catch(() => undefined))
  atEnd(() => traffic.stop())
  return {
    ...world,
    cluster,
    database,
    server,
    startDatabase,
    folder,
    filesDisk,
    partner,
    apps,
    urls,
    token,
    restart,
    admin,
    call,
    prometheus,
    atEnd,
    query: async (text, values) => (await pool.query(text, values)).rows,
  }
}

/** @returns what the command said @throws Failure with what it said, if it failed */
async function adminCommand(cluster, env, args) {
  const { code, output } = await capture(
    process.execPath,
    [at('apps/server/dist/commands/admin.js'), ...args],
    {
      env: {
        ...process.env,
        ...env,
        DATABASE_URL: cluster.addressOf(database),
        DATA_KEY: cluster.dataKey,
        BACKUP_KEY: 'the key of the benchmark 1',
      },
    },
  )
  if (code !== 0) throw new Failure(`admin ${args.join(' ')}: ${output.trim()}`)
  return output.trim()
}

/** @returns the data of the answer @throws Failure for an answer that is no success */
async function callApi(url, token, body) {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { token, 'accept-language': 'en-US', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  const { code, desc, data } = await answer.json()
  if (code !== '0000') throw new Failure(`${url}: ${code} ${desc}`)
  return data
}
