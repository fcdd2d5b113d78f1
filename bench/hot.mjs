import { table } from './lib/figures.mjs'
import { addOrg, addOrgs, addPeople, cities, openPipeline, untilAccepted } from './lib/pipeline-world.mjs'
import { record } from './lib/targets.mjs'

const people = 3_000
/** With `--quick`. */
const fewPeople = 600
const firstPeople = 500
/** The longest wait for a backlog, in seconds. */
const patience = 180
/** How often the server is asked who waits, in milliseconds. */
const lookMs = 25

/**
 * Measures whether rows that everybody changes are the limit: a backlog of registered people who all go to one plan of one organization,
 * beside the same people spread over 100 organizations, each with one and with four instances. All people are of one channel. An instance
 * calls one organization 200 times a second at most (`orgLimits`); the rows are the limit only where that is not.
 * `--quick`: fewer people.
 */
export async function run(cluster, flags) {
  const count = flags.includes('--quick') ? fewPeople : people
  const rows = []
  for (const instances of [1, 4]) {
    const spread = await drainIn(cluster, addOrgs100, { count, instances })
    const hot = await drainIn(cluster, addOne, { count, instances })
    rows.push(...[spread, hot].map((of, nth) => rowOf(nth === 0 ? '100' : '1', instances, count, of)))
    if (instances > 1) record(`hot.ratio-${instances}`, hot.perSecond / spread.perSecond)
  }
  console.log(
    table(['organizations', 'instances', 'accepted', 'people/s', 'sessions that wait for a lock'], rows),
  )
}

const rowOf = (orgs, instances, count, { accepted, perSecond, waiting }) => [
  orgs,
  instances,
  `${accepted} of ${count}`,
  Math.round(perSecond),
  waiting.toFixed(2),
]

const addOrgs100 = (world) => addOrgs(world, 1)

/** One organization whose plan takes people from everywhere. */
async function addOne(world) {
  await addOrg(world, 'bench0', { count: 1, cityCodes: cities })
  await world.pool.query('update plan set city_codes = $1', [cities])
  await world.pool.query('analyze')
}

async function drainIn(cluster, add, { count, instances }) {
  const world = await openPipeline(cluster, 'bench_hot')
  try {
    await add(world)
    const first = await addPeople(world, firstPeople)
    await world.runEngine(() => untilAccepted(world, first, patience))
    const backlog = await addPeople(world, count)
    return await runInstances(world, instances, () => drain(world, backlog))
  } finally {
    await world.close()
  }
}

const runInstances = (world, instances, work) =>
  instances === 0 ? work() : world.runEngine(() => runInstances(world, instances - 1, work))

/** @returns people a second, and how many sessions waited for a lock, on average */
async function drain(world, backlog) {
  const looks = []
  let isDone = false
  const looking = (async () => {
    while (!isDone) {
      const { rows } = await world.pool.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      looks.push(rows[0].n)
      await new Promise((done) => setTimeout(done, lookMs))
    }
  })()
  const began = Date.now()
  const { accepted, lastAt } = await untilAccepted(world, backlog, patience)
  isDone = true
  await looking
  return {
    accepted,
    perSecond: (accepted * 1000) / (lastAt - began),
    waiting: looks.reduce((sum, n) => sum + n, 0) / looks.length,
  }
}
