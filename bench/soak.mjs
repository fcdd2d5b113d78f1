import { startOurs } from './lib/apps.mjs'
import { quantile, table } from './lib/figures.mjs'
import { addOrgs, answerAfter, cities, openPipeline } from './lib/pipeline-world.mjs'
import { sendLoad } from './lib/send-load.mjs'
import { record } from './lib/targets.mjs'

/** Each call of the first kind reports ten visits. */
const load = { visitCalls: 200, visitsEach: 10, registrations: 200 }
const seconds = Number(process.env.BENCH_SECONDS ?? 300)
const warmUpSeconds = 10
const partnerMs = 50
const lookMs = 1_000

/**
 * The whole service for five minutes: 200 people a second register over HTTP with a whole profile, beside 2,000 visits a second, and a
 * partner takes each after 50 ms. Measures how long people take until accepted, how long the calls take, and whether people pile up.
 */
export async function run(cluster) {
  const world = await openPipeline(cluster, 'bench_soak')
  try {
    await addOrgs(world, 1)
    await answerAfter(world, partnerMs)
    const app = await startOurs(cluster, 'bench_soak', {
      env: { INTERNAL_PARTNERS: `127.0.0.1:${world.partner.port}` },
    })
    try {
      const send = (forSeconds) =>
        sendLoad({
          url: new URL(app.page).origin,
          keys: world.keys,
          ...load,
          cityCodes: cities,
          seconds: forSeconds,
        })
      await send(warmUpSeconds)
      await measure(world, send)
    } finally {
      await app.stop()
    }
  } finally {
    await world.close()
  }
}

async function measure(world, send) {
  const from = await lastUser(world)
  const backlogs = []
  const looking = setInterval(async () => backlogs.push(await backlogOf(world)), lookMs)
  const sent = await send(seconds)
  clearInterval(looking)
  const durations = await durationsAfter(world, from)
  const [first, last] = [backlogs.slice(0, 10), backlogs.slice(-10)].map(
    (each) => each.reduce((sum, n) => sum + n, 0) / each.length,
  )
  const row = (name, [p50, p95, p99]) => [name, ...[p50, p95, p99].map((ms) => Math.round(ms))]
  console.log(
    `${Math.round(sent.users / sent.took)} registrations/s and ${Math.round(sent.visits / sent.took)} visits/s for ${Math.round(sent.took)} s, HTTP ${JSON.stringify(sent.statuses)}\n`,
  )
  console.log(
    table(
      ['', 'p50, ms', 'p95, ms', 'p99, ms'],
      [
        row('call with a registration', sent.userMs),
        row('call with ten visits', sent.visitMs),
        row(
          'registration → acceptance',
          [0.5, 0.95, 0.99].map((part) => quantile(durations, part)),
        ),
      ],
    ),
  )
  console.log(
    `\n${durations.length} of ${sent.users} accepted at the end; people on the way: ${Math.round(first)} in the first ten seconds, ${Math.round(last)} in the last`,
  )
  record('soak.acceptance-p95', quantile(durations, 0.95))
  record('soak.entrance-p99', Math.max(sent.userMs[2], sent.visitMs[2]))
  record('soak.backlog-growth', last - first)
}

const one = async ({ pool }, text, ...values) => (await pool.query(text, values)).rows[0]
const lastUser = async (world) => (await one(world, 'select max(id) as id from "user"')).id
const backlogOf = async (world) => (await one(world, 'select count(*)::int as n from due_step')).n

/** From the registration to the acceptance, in milliseconds, of those who registered after somebody and are accepted. */
async function durationsAfter({ pool }, userId) {
  const { rows } = await pool.query(
    `select extract(epoch from p.responded_at - u.created_at)::float8 * 1000 as ms
     from "user" u join push_record p on p.user_id = u.id and p.status = 'accepted' where u.id > $1`,
    [userId],
  )
  return rows.map(({ ms }) => ms)
}
