import { quantile, quantilesOf, table } from './lib/figures.mjs'
import {
  addOrgs,
  addPeople,
  answerAfter,
  arrive,
  countAccepted,
  openPipeline,
  orgs,
  untilAccepted,
} from './lib/pipeline-world.mjs'
import { startProcessorTime } from './lib/processor-time.mjs'
import { record } from './lib/targets.mjs'

const fewPlans = 100
const manyPlans = 2_000
const people = 2_000
/** With `--quick`. */
const fewPeople = 500
/** Before the measurement, because a process is slower with its first people. */
const firstPeople = 500
/** People a second. */
const rates = [50, 200]
const partnerMs = 50
const seconds = 20
/** The longest wait for a backlog, and for the last people of an arrival, in seconds. */
const backlogPatience = 180
const arrivalPatience = 60

/**
 * Measures what a backlog of registered people costs, with 100 and with 2,000 running plans and a partner that accepts at once; then how
 * long people who arrive at 50 and at 200 a second take until accepted, with 100 plans and a partner that answers after 50 ms.
 * `--quick`: fewer people, 100 plans only, and nobody arrives.
 */
export async function run(cluster, flags) {
  const isQuick = flags.includes('--quick')
  const count = isQuick ? fewPeople : people
  const few = await inWorld(cluster, fewPlans, (world) => drain(cluster, world, count))
  const many = isQuick ? [] : [await inWorld(cluster, manyPlans, (world) => drain(cluster, world, count))]
  const backlogs = [few, ...many].map((cost, index) => [
    index === 0 ? fewPlans : manyPlans,
    `${cost.accepted} of ${count}`,
    Math.round(cost.perSecond),
    ...[cost.statements, cost.serviceMs, cost.postgresMs].map((value) => value.toFixed(1)),
    Math.round(cost.runBytes),
  ])
  console.log(
    table(
      [
        'running plans',
        'accepted',
        'people/s',
        'statements of one',
        'service of one, ms',
        'PostgreSQL of one, ms',
        'bytes of a run',
      ],
      backlogs,
    ),
  )
  record('pipeline.people-per-second', few.perSecond)
  record('pipeline.statements-per-person', few.statements)
  record('pipeline.service-ms-per-person', few.serviceMs)
  for (const { runBytes } of many) record('pipeline.run-bytes', runBytes)
  if (!isQuick) await inWorld(cluster, fewPlans, measureArrivals)
}

async function inWorld(cluster, plans, work) {
  const world = await openPipeline(cluster, 'bench_pipeline')
  try {
    await addOrgs(world, plans / orgs)
    return await work(world)
  } finally {
    await world.close()
  }
}

/** @returns people a second; statements and milliseconds of processor time for one; and the mean bytes of a run of the match */
async function drain(cluster, world, count) {
  const first = await addPeople(world, firstPeople)
  await world.runEngine(() => untilAccepted(world, first, backlogPatience))
  const backlog = await addPeople(world, count)
  return world.runEngine(async (statements) => {
    const [began, statementsBefore, processorTime] = [Date.now(), statements(), startProcessorTime(cluster)]
    const { accepted, lastAt } = await untilAccepted(world, backlog, backlogPatience)
    const [used, made] = [processorTime(), statements() - statementsBefore]
    const { rows } = await world.pool.query(
      'select avg(pg_column_size(m.*))::float8 as bytes from match_run m',
    )
    return {
      accepted,
      perSecond: (accepted * 1000) / (lastAt - began),
      statements: made / accepted,
      serviceMs: used.service / accepted,
      postgresMs: used.postgres / accepted,
      runBytes: rows[0].bytes,
    }
  })
}

/** One rate after the other. The people of the last one need not all be accepted. */
async function measureArrivals(world) {
  await answerAfter(world, partnerMs)
  const rows = await world.runEngine(async () => {
    const found = []
    for (const perSecond of rates) {
      const arrived = await arrive(world, { count: perSecond * seconds, perSecond })
      const late = arrived.count - (await countAccepted(world, arrived))
      const { accepted, durations } = await untilAccepted(world, arrived, arrivalPatience)
      record(`pipeline.p95-at-${perSecond}`, quantile(durations, 0.95))
      found.push([`${perSecond}/s`, ...quantilesOf(durations), late, `${accepted} of ${arrived.count}`])
    }
    return found
  })
  console.log(
    `\n${table(
      [
        `registration → acceptance, partner ${partnerMs} ms`,
        'p50, ms',
        'p95, ms',
        'p99, ms',
        'backlog at the end',
        `accepted ${arrivalPatience} s later`,
      ],
      rows,
    )}`,
  )
}
