import { caller } from './import.mjs'
import { startOurs } from './lib/apps.mjs'
import { signIn } from './lib/databases.mjs'
import { durationOf, quantile, table } from './lib/figures.mjs'
import { addKnown, addOrg, openPipeline, untilAccepted } from './lib/pipeline-world.mjs'
import { record } from './lib/targets.mjs'

const database = 'bench_push_plan'
/** Each has an organization with a plan and a push plan, because one push plan sends at most 100 people a second. */
const cities = '440300 110100 120100 330100'.split(' ')
const perMinute = 6_000
const people = 20_000
/** With `--full`, and with `--quick`. */
const manyPeople = 100_000
const fewPeople = 2_000
/** Before the measurement, because a process is slower with its first people, and so that the lists are not empty. */
const firstPeople = 1_000
/** How long the lists are measured at rest, in seconds, and the pause between two calls to one, in milliseconds. */
const restSeconds = 15
const pauseMs = 100
/** The longest wait for all to be accepted, in seconds. */
const patience = 1_800
/** How often they are counted, in milliseconds: rarely, because PostgreSQL reads all of them each time. */
const countMs = 1_000

/**
 * Measures how fast push plans send known people, with one service that does everything and a partner that answers at once, until all are
 * accepted; and how long the lists of the console take meanwhile, compared with a service at rest. `--full`: five times as many people.
 */
export async function run(cluster, flags) {
  const count = flags.includes('--full') ? manyPeople : flags.includes('--quick') ? fewPeople : people
  const world = await openPipeline(cluster, database)
  try {
    for (const [nth, city] of cities.entries())
      await addOrg(world, `push${nth}`, { count: 1, cityCodes: [city] })
    const token = await signIn(cluster, database)
    const env = { INTERNAL_PARTNERS: `127.0.0.1:${world.partner.port}` }
    const app = await startOurs(cluster, database, { env })
    try {
      const call = caller(new URL(app.page).origin, token)
      await allAccepted(world, await send(world, firstPeople))
      const rest = performance.now() + restSeconds * 1_000
      const idle = await during(await listsOf(world, call), () => performance.now() > rest)
      const began = Date.now()
      const sent = await send(world, count)
      let isOver = false
      const [{ accepted, lastAt }, beside] = await Promise.all([
        allAccepted(world, sent).finally(() => {
          isOver = true
        }),
        during(await listsOf(world, call), () => isOver),
      ])
      show({ count, accepted, seconds: (lastAt - began) / 1_000, idle, beside })
    } finally {
      await app.stop()
    }
  } finally {
    await world.close()
  }
}

/** Adds people, and a push plan for each city that sends those of them. @returns who they are */
async function send(world, count) {
  const added = await addKnown(world, count, cities)
  await world.pool.query('vacuum analyze "user"')
  await world.pool.query(
    `insert into push_plan (name, plan_id, city_code, user_statuses, schedule, per_minute, status)
     select p.name || $1, p.id, p.city_codes[1], '{profiled}', 'now', $2, 'scheduled' from plan p`,
    [` ${count}`, perMinute],
  )
  return added
}

async function allAccepted(world, sent) {
  const result = await untilAccepted(world, sent, patience, countMs)
  if (result.accepted < sent.count) throw new Error(`only ${result.accepted} of ${sent.count} were accepted`)
  return result
}

/** The lists that are asked for, by name. */
async function listsOf({ pool }, call) {
  const { rows } = await pool.query('select max(id)::text as last from push_plan')
  const [{ last }] = rows
  return {
    'list of pushes': () => call('POST', '/user/push/page', { size: 20 }),
    'page of a push plan': () => call('GET', `/plan/push/${last}`),
    'list of plans': () => call('POST', '/plan/page', { size: 20 }),
  }
}

/** Calls each list again and again until it is over. @returns their times by name, in milliseconds */
async function during(lists, isOver) {
  const times = Object.entries(lists).map(async ([name, call]) => {
    const own = []
    while (!isOver()) {
      own.push(await durationOf(call))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return [name, own]
  })
  return Object.fromEntries(await Promise.all(times))
}

function show({ count, accepted, seconds, idle, beside }) {
  console.log(
    `${accepted} of ${count} people accepted by ${cities.length} push plans in ${seconds.toFixed(1)} s: ${Math.round(accepted / seconds)}/s\n`,
  )
  const p95 = (times) => quantile(times, 0.95)
  const ratios = Object.keys(idle).map((name) => p95(beside[name]) / p95(idle[name]))
  const rows = Object.keys(idle).map((name, at) => [
    name,
    ...[p95(idle[name]), p95(beside[name]), ratios[at]].map((value) => value.toFixed(1)),
    beside[name].length,
  ])
  console.log(table(['list', 'p95 at rest, ms', 'p95 meanwhile, ms', '×', 'calls meanwhile'], rows))
  record('push-plan.people-per-second', accepted / seconds)
  record('push-plan.page-beside', Math.max(...ratios))
}
