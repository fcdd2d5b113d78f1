import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { commitBeforeNewest, writeTree } from '../apps/server/test/upgrade/older-tree.ts'
import { createBalancer } from '../scripts/lib/balancer.mjs'
import { at } from '../scripts/lib/paths.mjs'
import { ending, Failure, start } from '../scripts/lib/run.mjs'
import { startOurs } from './lib/apps.mjs'
import { drop, signIn } from './lib/databases.mjs'
import { table } from './lib/figures.mjs'
import { source } from './lib/open-world.mjs'
import { sellBySandbox } from './lib/sandbox.mjs'

const database = 'bench_upgrade'
/** Events of channels a second; most are one call. Callers of the console, each with a pause between two calls, in milliseconds. */
const rate = Number(process.env.BENCH_RATE ?? 60)
const callers = 4
const pauseMs = 150
/** How long the instances of one version serve between two changes, in milliseconds. */
const restMs = 5_000
/** The ports of the old instances and of the new ones. */
const ports = [4830, 4831, 4832, 4833]
/** The longest part of a run, in seconds; the changes end it. */
const longest = 1_800

/**
 * Upgrades a service under load: two instances of an older commit (`BENCH_COMMIT`, by default the newest one without the newest migration)
 * behind the balancer, on its own schema, with calls of channels and of the console. The new version migrates the database and replaces
 * one instance after the other; then the old one comes back in the same way, and the new one again.
 * @throws Failure if a call failed or a sum differs
 */
export async function run(cluster) {
  const commit = process.env.BENCH_COMMIT ?? (await commitBeforeNewest())
  const folder = await builtTree(commit)
  const [{ openWorld }, older] = await Promise.all(
    ['open-world', 'apps'].map((name) => import(`${folder}/bench/lib/${name}.mjs`)),
  )
  const { pool, db, vault, keys, checkKey } = await openWorld(cluster, database, { channels: 10 })
  const sandbox = await sellBySandbox({ pool, vault })
  const env = {
    INTERNAL_PARTNERS: `127.0.0.1:${sandbox.port}`,
    SANDBOX_PAYMENTS: '1',
    FILES_DIR: `${folder}/.data/bench-files`,
  }
  const starts = [older.startOurs, older.startOurs, startOurs, startOurs].map(
    (begin, nth) => () => begin(cluster, database, { env: { ...env, PORT: String(ports[nth]) } }),
  )
  const running = new Map()
  for (const nth of [0, 1]) running.set(nth, await starts[nth]())
  const balancer = await createBalancer(ports.map((port) => `http://127.0.0.1:${port}`))
  const replace = async (to, from) => {
    running.set(to, await starts[to]())
    while (!balancer.ready().some((url) => url.endsWith(`:${ports[to]}`))) await sleep(100)
    await running.get(from).stop()
    running.delete(from)
  }
  const upgrade = async () => {
    await migrate(cluster)
    await replace(2, 0)
    await replace(3, 1)
  }
  let isOver = false
  const consoles = callConsole(balancer.url, await signIn(cluster, database), () => isOver)
  const { simulate } = await source('demo/traffic/simulate.ts')
  const playing = simulate({
    urls: [balancer.url],
    rate,
    seconds: longest,
    seed: 7,
    patienceMs: 20_000,
    settleMs: 60_000,
    db,
    keys: { channels: keys, checkKey, partner: null, orgs: [], products: [sandbox.productId] },
    isEnough: () => isOver,
  })
  try {
    const began = performance.now()
    const steps = [
      ['old', async () => undefined],
      ['old to new', upgrade],
      ['back to old', async () => [await replace(0, 2), await replace(1, 3)]],
      ['old to new', upgrade],
    ]
    const rows = []
    for (const [name, act] of steps) {
      const from = performance.now()
      await act()
      rows.push([name, ((performance.now() - from) / 1000).toFixed(1), balancer.calls().join(', ')])
      await sleep(restMs)
    }
    const took = (performance.now() - began) / 1000
    isOver = true
    const [played, ofConsole] = await Promise.all([playing, consoles])
    const { codes, retries, faults } = played.tally
    console.log(table(['', 's', 'calls of each instance so far: old, old, new, new'], rows))
    const all = [...codes.values()].reduce((sum, n) => sum + n, 0) + ofConsole.answered
    console.log(`\n${all} calls in ${took.toFixed(0)} s, ${Math.round(all / took)} a second`)
    const [answers, again] = [codes, retries].map((counts) => JSON.stringify(Object.fromEntries(counts)))
    console.log(`Channels: ${answers}, ${played.tally.orders.size} orders, sent again: ${again}`)
    console.log(`Console: ${ofConsole.answered} answered, failed: ${JSON.stringify(ofConsole.failed)}`)
    const bad = [...retries].map(String).concat(faults, played.faults, ofConsole.failed)
    if (bad.length > 0) throw new Failure(`Not every call was answered right: ${bad.slice(0, 20).join('; ')}`)
  } finally {
    isOver = true
    await Promise.allSettled([playing, consoles])
    await balancer.close()
    await Promise.all([...running.values()].map((app) => app.stop()))
    await sandbox.stop()
    await pool.end()
    await drop(cluster, database)
  }
}

/** The code of a commit with its server built, below this folder; built once. */
async function builtTree(commit) {
  const folder = at('.cache/older', `built-${commit}`)
  if (!existsSync(folder)) {
    await writeTree(commit, folder)
    symlinkSync(at('node_modules/.bin'), `${folder}/node_modules/.bin`)
  }
  execFileSync(
    process.execPath,
    ['-e', `import('${folder}/scripts/lib/build.mjs').then(({ build }) => build({ only: ['server'] }))`],
    { cwd: folder, stdio: 'inherit' },
  )
  return folder
}

async function migrate(cluster) {
  const program = at('apps/server/dist/commands/admin.js')
  const env = { ...process.env, DATABASE_URL: cluster.addressOf(database), DATA_KEY: cluster.dataKey }
  const code = await ending(start(process.execPath, [program, 'migrate'], { env, stdio: 'inherit' }))
  if (code !== 0) throw new Failure('The new version could not migrate the database.')
}

/** Reads and writes as administrators do. @returns how many calls were answered, and what the others were */
async function callConsole(url, token, isOver) {
  const calls = ['/user/page', '/message/unread', '/user/push/page', '/message/readAll']
  const failed = []
  let answered = 0
  const call = async (path) => {
    const headers = { 'content-type': 'application/json', token }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: '{}' })
    const text = await response.text()
    if (response.status === 200 && JSON.parse(text).code === '0000') answered++
    else failed.push(`${path}: ${response.status} ${text.slice(0, 200)}`)
  }
  await Promise.all(
    Array.from({ length: callers }, async (_, first) => {
      for (let turn = first; !isOver(); turn++) {
        const path = calls[turn % calls.length]
        await call(path).catch((error) => failed.push(`${path}: ${error.cause ?? error}`))
        await sleep(pauseMs)
      }
    }),
  )
  return { answered, failed }
}
