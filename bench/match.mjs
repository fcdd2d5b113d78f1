import { quantile, quantilesOf, table } from './lib/figures.mjs'
import {
  addOrg,
  addOrgs,
  answerAfter,
  arrive,
  openPipeline,
  orgs,
  untilAccepted,
} from './lib/pipeline-world.mjs'
import { record } from './lib/targets.mjs'

const plans = 2_000
/** For the second measurement. */
const fewPlans = 100
/** One after the other, so that a match waits for nobody. */
const people = 200
const slowly = 10
const pushesPerSecond = 50
const partnerMs = 50
const seconds = 20
/** People who are not accepted after so many seconds end the benchmark. */
const patience = 120

/**
 * Measures the match over 2,000 running plans, from the claim to the stored decision, and how long people take from registration to
 * acceptance with a partner that answers after 50 ms; then the same while one organization answers nothing.
 */
export async function run(cluster) {
  const world = await openPipeline(cluster, 'bench_match')
  try {
    await addOrgs(world, plans / orgs)
    await addOrg(world, 'silent', { count: 1, cityCodes: ['310100'] })
    await world.runEngine(() => measure(world))
  } finally {
    await world.close()
  }
}

async function measure(world) {
  const { pool, partner } = world
  await allAccepted(world, { count: people, perSecond: slowly })
  const { rows } = await pool.query(
    `select percentile_disc(array[0.5, 0.95, 0.99]) within group (order by ms) as ms, count(*)::int as n
     from step_taken where kind = 'match' and result = 'matched'`,
  )
  const [{ ms, n }] = rows
  console.log(
    `match over ${plans} running plans, ${n} runs: p50 ${ms[0]} ms, p95 ${ms[1]} ms, p99 ${ms[2]} ms\n`,
  )
  record('match.p95', ms[1])
  // The time until acceptance is that of the whole pipeline, so few plans run.
  await pool.query(
    `update plan set status = 'paused' where id % ${plans / fewPlans} <> 0 and name not like 'silent%'`,
  )
  await answerAfter(world, partnerMs)
  const arrival = { count: pushesPerSecond * seconds, perSecond: pushesPerSecond }
  // These people are not measured: instances read the plans again every 15 s, and a process is slower with its first people.
  await allAccepted(world, arrival)
  const one = await allAccepted(world, arrival)
  await partner.set('silent', { behaviors: ['drip'] })
  const [beside] = await Promise.all([
    allAccepted(world, arrival),
    arrive(world, { count: 100, perSecond: 5, cityCodes: ['310115'] }),
  ])
  console.log(
    table(
      [
        `registration → acceptance, ${pushesPerSecond}/s, partner ${partnerMs} ms`,
        'p50, ms',
        'p95, ms',
        'p99, ms',
      ],
      [
        ['all organizations answer', ...quantilesOf(one)],
        ['one organization answers nothing (3 s)', ...quantilesOf(beside)],
      ],
    ),
  )
  record('match.beside-silent', quantile(beside, 0.95) / quantile(one, 0.95))
}

/** @returns how long each of the arriving people took until accepted, in milliseconds */
async function allAccepted(world, arrival) {
  const { accepted, durations } = await untilAccepted(world, await arrive(world, arrival), patience)
  if (accepted < arrival.count) throw new Error(`only ${accepted} of ${arrival.count} people were accepted`)
  return durations
}
