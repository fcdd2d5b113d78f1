import { createBalancer } from '../scripts/lib/balancer.mjs'
import { startOurs } from './lib/apps.mjs'
import { drop } from './lib/databases.mjs'
import { table } from './lib/figures.mjs'
import { childrenCpuSeconds, cpuSeconds } from './lib/machine.mjs'
import { openWorld } from './lib/open-world.mjs'
import { playAgainst } from './lib/play-instances.mjs'
import { sendLoad } from './lib/send-load.mjs'

const database = 'bench_instances'
/** The proportion of calls; each reports ten visits. */
const load = { visitCalls: 200, visitsEach: 10, registrations: 200 }
const closed = 128
const seconds = Number(process.env.BENCH_SECONDS ?? 10)

/**
 * The most signed calls a second that one, two and three instances answer behind a small proxy, beside one instance without it; then
 * channels are played against two instances, and all sums are compared with the database.
 */
export async function run(cluster) {
  try {
    const rows = []
    for (const [instances, isDirect] of [
      [1, true],
      [1, false],
      [2, false],
      [3, false],
    ])
      rows.push(await measure(cluster, instances, isDirect))
    console.log(
      table(
        [
          'instances',
          'calls/s',
          'p50, p99 of a registration, ms',
          'CPU of a call: service, PostgreSQL, ms',
          'lost',
        ],
        rows,
      ),
    )
    await playAgainst(cluster, database, 2, { rate: 40, seconds: 60, kills: 0 })
  } finally {
    await drop(cluster, database)
  }
}

async function measure(cluster, count, isDirect) {
  const { pool, keys } = await openWorld(cluster, database)
  const apps = await startAll(cluster, count)
  const balancer = await createBalancer(apps.map(originOf))
  const url = isDirect ? originOf(apps[0]) : balancer.url
  try {
    await sendLoad({ url, keys, ...load, seconds: 3, closed })
    const cpu = () => [
      apps.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
      childrenCpuSeconds(cluster.pid),
    ]
    const [before, kept] = [cpu(), await countRows(pool)]
    const sent = await sendLoad({ url, keys, ...load, seconds, closed })
    const after = cpu()
    const rows = await countRows(pool)
    const each = after.map((value, nth) => (((value - before[nth]) * 1000) / sent.calls).toFixed(2))
    const [p50, , p99] = sent.userMs
    const lost = sent.visits - (rows.visits - kept.visits) + sent.users - (rows.users - kept.users)
    return [
      isDirect ? `${count}, no proxy` : count,
      Math.round(sent.calls / sent.took),
      `${p50.toFixed(0)}, ${p99.toFixed(0)}`,
      each.join(', '),
      `${lost} (HTTP ${JSON.stringify(sent.statuses)})`,
    ]
  } finally {
    await balancer.close()
    await Promise.all(apps.map((app) => app.stop()))
    await pool.end()
  }
}

/** The first alone, because it makes what a new database needs. */
async function startAll(cluster, count) {
  const first = await startOurs(cluster, database)
  const others = Array.from({ length: count - 1 }, () => startOurs(cluster, database))
  return [first, ...(await Promise.all(others))]
}

const originOf = ({ page }) => new URL(page).origin

async function countRows(pool) {
  const { rows } = await pool.query(
    'select (select count(*)::int from visit) as visits, (select count(*)::int from "user") as users',
  )
  return rows[0]
}
