import { fork } from 'node:child_process'
import { once } from 'node:events'
import { at } from '../scripts/lib/paths.mjs'
import { startOurs } from './lib/apps.mjs'
import { drop } from './lib/databases.mjs'
import { median, table } from './lib/figures.mjs'
import { hookTemplate } from './lib/hook-template.mjs'
import { childrenCpuSeconds, cpuSeconds } from './lib/machine.mjs'
import { openWorld } from './lib/open-world.mjs'
import { sendLoad } from './lib/send-load.mjs'
import { record } from './lib/targets.mjs'

const database = 'bench_postback'
/** Each registration is one event for the channel that brought the person. */
const load = { visitCalls: 20, visitsEach: 10, registrations: 200 }
const seconds = Number(process.env.BENCH_SECONDS ?? 15)
const quickSeconds = 5
const rounds = 3
/** What each round measures, one after another: nobody is told; each channel; and a system of the company too, which never answers. */
const turns = ['none', 'told', 'told, one dead']

/**
 * Measures what postbacks cost the intake: 200 registrations a second over HTTP, with nobody who is told of them, with a postback for each, and with
 * a target beside that gets each event too and never answers. `--quick`: shorter.
 */
export async function run(cluster, flags) {
  const took = flags.includes('--quick') ? quickSeconds : seconds
  const { pool, keys } = await openWorld(cluster, database)
  const targets = fork(at('bench/lib/target-process.mjs'))
  const [ports] = await once(targets, 'message')
  const hosts = Object.values(ports).map((port) => `127.0.0.1:${port}`)
  const app = await startOurs(cluster, database, { env: { INTERNAL_PARTNERS: hosts.join(',') } })
  try {
    await addHooks(pool, keys, ports)
    const url = new URL(app.page).origin
    await sendLoad({ url, keys, ...load, seconds: 5 })
    const seen = []
    for (let round = 0; round < rounds; round++)
      for (const turn of turns) {
        await listen(pool, turn)
        const { rows: begun } = await pool.query('select time_id() as id')
        const before = [cpuSeconds(app.pid), childrenCpuSeconds(cluster.pid)]
        const sent = await sendLoad({ url, keys, ...load, seconds: took })
        const told = turn === 'none' ? null : await toldSince(pool, begun[0].id)
        const after = [cpuSeconds(app.pid), childrenCpuSeconds(cluster.pid)]
        const cpuMs = after.map((value, nth) => ((value - before[nth]) * 1_000) / sent.users)
        seen.push({ round, turn, sent, told, cpuMs })
      }
    report(seen)
  } finally {
    await app.stop()
    targets.disconnect()
    await pool.end()
    await drop(cluster, database)
  }
}

/** A postback of each channel, and a webhook of the company to the target that never answers. */
async function addHooks(pool, keys, { taking, silent }) {
  const text = 'insert into hook (channel_id, name, events, template) values ($1, $2, $3, $4)'
  const add = (channelId, port, timeoutMs) =>
    pool.query(text, [channelId, `to ${port}`, ['registered'], hookTemplate(port, timeoutMs)])
  for (const { channelId } of keys) await add(channelId, taking, 5_000)
  await add(null, silent, 3_000)
}

/** Turns on who is told in a turn. What the target that never answers is still owed goes with its turn. */
async function listen(pool, turn) {
  await pool.query(`update hook set is_on = case kind when 'postback' then $1::bool else $2::bool end`, [
    turn !== 'none',
    turn === 'told, one dead',
  ])
  await pool.query(`delete from delivery_due where target like 'webhook:%'`)
  await pool.query('delete from delivery_target')
}

/** Waits until the channels were told of what happened since an id. @returns how many, and how long after the event, in milliseconds */
async function toldSince(pool, id) {
  for (
    const end = Date.now() + 60_000;
    Date.now() < end;
    await new Promise((done) => setTimeout(done, 100))
  ) {
    const { rows } = await pool.query(`select 1 from delivery_due where target like 'postback:%' limit 1`)
    if (rows.length === 0) break
  }
  const { rows } = await pool.query(
    `select count(*)::int as n, count(*) filter (where state <> 'sent')::int as left,
       percentile_cont('{0.5,0.99}'::float8[]) within group (order by extract(epoch from ended_at - time_of_id(event_id)) * 1000) as ms
     from delivery where kind = 'postback' and id > $1`,
    [id],
  )
  return rows[0]
}

function report(seen) {
  const ms = (value) => value.toFixed(0)
  console.log(
    table(
      [
        'told of',
        'registrations/s',
        'p50, ms',
        'p99, ms',
        'events',
        'not told',
        'event to told: p50, p99, ms',
        'processor: service, PostgreSQL, ms',
        'HTTP',
      ],
      seen.map(({ turn, sent, told, cpuMs }) => [
        turn,
        Math.round(sent.users / sent.took),
        ...[sent.userMs[0], sent.userMs[2]].map(ms),
        ...(told ? [told.n, told.left, told.ms.map(ms).join(', ')] : ['–', '–', '–']),
        cpuMs.map((value) => value.toFixed(1)).join(', '),
        JSON.stringify(sent.statuses),
      ]),
    ),
  )
  const p99 = (round, turn) => seen.find((each) => each.round === round && each.turn === turn).sent.userMs[2]
  const ratio = (turn) =>
    median(Array.from({ length: rounds }, (_, round) => p99(round, turn) / p99(round, 'none')))
  record('postback.intake-p99', ratio('told'))
  record('postback.intake-p99.dead', ratio('told, one dead'))
}
