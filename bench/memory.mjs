import { readFileSync } from 'node:fs'
import { startOurs } from './lib/apps.mjs'
import { table } from './lib/figures.mjs'
import { addOrgs, addPeople, cities, openPipeline } from './lib/pipeline-world.mjs'
import { sendLoad } from './lib/send-load.mjs'
import { record } from './lib/targets.mjs'

const steps = 50_000
/** With `--quick`. */
const fewSteps = 2_000
/** 50 calls a second of each kind; a call of the first kind reports ten visits. */
const load = { visitCalls: 50, visitsEach: 10, registrations: 50 }
const seconds = Number(process.env.BENCH_SECONDS ?? 600)
/** The memory is compared from then on, in seconds: before, code is compiled and pools are filled. */
const warmUpSeconds = 60
const lookMs = 500
/** The limit of the heap that Node chooses by itself in a container of 512 MB. Without one it takes what the machine has. */
const heap = '--max-old-space-size=256'
/** The longest wait for the backlog, in seconds. */
const patience = 600

/**
 * How much memory an instance takes: while it works through a backlog of 50,000 registered people that it finds at its start, and then while
 * 100 calls a second arrive. Also how large the table of steps is afterwards, which has had each of them.
 * `BENCH_SECONDS`: how long calls arrive. `--quick`: fewer people, and calls for a tenth of the time.
 */
export async function run(cluster, flags) {
  const isQuick = flags.includes('--quick')
  const count = isQuick ? fewSteps : steps
  const forSeconds = isQuick ? seconds / 10 : seconds
  const world = await openPipeline(cluster, 'bench_memory')
  try {
    await addOrgs(world, 1)
    await addPeople(world, count)
    const app = await startOurs(cluster, 'bench_memory', {
      args: [heap],
      env: { INTERNAL_PARTNERS: `127.0.0.1:${world.partner.port}` },
    })
    try {
      await measureBacklog(world, app, count)
      await measureCalls(world, app, forSeconds)
      await showSteps(world)
    } finally {
      await app.stop()
    }
  } finally {
    await world.close()
  }
}

async function measureBacklog(world, app, count) {
  const began = Date.now()
  while ((await one(world, 'select count(*)::int as n from due_step')).n > 0) {
    if (Date.now() - began > patience * 1000) break
    await new Promise((done) => setTimeout(done, lookMs))
  }
  const { n: left } = await one(world, 'select count(*)::int as n from due_step')
  const peak = memoryOf(app.pid, 'VmHWM')
  record('memory.backlog', peak)
  const perSecond = Math.round(((count - left) * 1000) / (Date.now() - began))
  console.log(
    `${(count - left).toLocaleString('en-US')} of ${count.toLocaleString('en-US')} steps, ${perSecond} a second, peak ${Math.round(peak)} MB\n`,
  )
}

async function measureCalls(world, app, forSeconds) {
  const looks = []
  const began = Date.now()
  const looking = setInterval(
    () => looks.push({ at: (Date.now() - began) / 1000, mb: memoryOf(app.pid, 'VmRSS') }),
    lookMs,
  )
  const sent = await sendLoad({
    url: new URL(app.page).origin,
    keys: world.keys,
    ...load,
    cityCodes: cities,
    seconds: forSeconds,
  })
  clearInterval(looking)
  const from = Math.min(warmUpSeconds, forSeconds / 4)
  const mean = (from, to) => {
    const among = looks.filter(({ at }) => at >= from && at < to)
    return among.reduce((sum, { mb }) => sum + mb, 0) / among.length
  }
  const part = (forSeconds - from) / 4
  const quarters = [0, 1, 2, 3].map((nth) => mean(from + nth * part, from + (nth + 1) * part))
  record('memory.growth', quarters[3] / quarters[0])
  console.log(
    table(
      ['calls', 'HTTP', ...['first', 'second', 'third', 'last'].map((name) => `${name} quarter, MB`)],
      [
        [
          `${forSeconds} s at ${load.visitCalls + load.registrations}/s`,
          JSON.stringify(sent.statuses),
          ...quarters.map((mb) => Math.round(mb)),
        ],
      ],
    ),
  )
}

/** A table that has few rows at a time and very many in all: what its dead rows took, and whether it is given back. */
async function showSteps(world) {
  const { rows, bytes, updates, hot } = await one(
    world,
    `select (select count(*)::int from due_step) as rows, pg_total_relation_size('due_step')::float8 as bytes,
       n_tup_upd::float8 as updates, n_tup_hot_upd::float8 as hot from pg_stat_user_tables where relname = 'due_step'`,
  )
  record('memory.steps', bytes / 1_000_000)
  console.log(
    `\ndue_step: ${rows} rows, ${(bytes / 1_000_000).toFixed(1)} MB with its indexes, after ${updates} updates, ${Math.round((hot * 100) / updates)} % of them HOT`,
  )
}

const one = async ({ pool }, text) => (await pool.query(text)).rows[0]

/** Resident memory of a process by this name in `/proc`, in megabytes. */
const memoryOf = (pid, name) =>
  (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) *
    1024) /
  1_000_000
