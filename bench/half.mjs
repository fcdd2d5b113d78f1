import { consentFor } from './lib/consents.mjs'
import { table } from './lib/figures.mjs'
import { addOrgs, addPeople, openPipeline, orgs, spanOf, untilAccepted } from './lib/pipeline-world.mjs'
import { startProcessorTime } from './lib/processor-time.mjs'
import { record } from './lib/targets.mjs'

const database = 'bench_half'
const plans = 100
const people = 1_000
/** With `--quick`. */
const fewPeople = 300
/** Before the measurement, because a process is slower with its first people. */
const firstPeople = 300
/** The longest wait for all to be accepted, in seconds. */
const patience = 180

/**
 * Measures the half flow from registration to acceptance for a backlog, with 100 running plans and a partner that answers at once: who is
 * asked about consents to the best offer at once, in this process, and is handed over. `--quick`: fewer people.
 */
export async function run(cluster, flags) {
  const count = flags.includes('--quick') ? fewPeople : people
  const world = await openPipeline(cluster, database, 'half')
  try {
    await addOrgs(world, plans / orgs, 'half')
    await world.runEngine(async (_, engine) =>
      pass(cluster, world, engine, await addPeople(world, firstPeople)),
    )
    const backlog = await addPeople(world, count)
    await world.runEngine(async (statements, engine) => {
      const [began, before, processorTime] = [Date.now(), statements(), startProcessorTime(cluster)]
      const { accepted, lastAt, consents } = await pass(cluster, world, engine, backlog)
      const used = processorTime()
      const perSecond = (accepted * 1000) / (lastAt - began)
      const one = (value) => (value / accepted).toFixed(1)
      console.log(
        table(
          [
            'accepted',
            'people/s',
            'statements of one: engine, consent',
            'checks of one',
            'service of one, ms',
            'PostgreSQL of one, ms',
          ],
          [
            [
              `${accepted} of ${count}`,
              Math.round(perSecond),
              `${one(statements() - before)}, ${one(consents.statements)}`,
              one(await countChecks(world, backlog)),
              one(used.service),
              one(used.postgres),
            ],
          ],
        ),
      )
      record('half.people-per-second', perSecond)
    })
  } finally {
    await world.close()
  }
}

/** Takes people through the whole flow. @returns as `untilAccepted`, and what the consents took */
async function pass(cluster, world, engine, backlog) {
  const [consents, accepted] = await Promise.all([
    consentFor(cluster, world, database, engine, backlog),
    untilAccepted(world, backlog, patience),
  ])
  return { ...accepted, consents }
}

/** How often organizations were asked about these people. */
async function countChecks({ pool }, people) {
  const { rows } = await pool.query(
    `select count(*)::int as n from push_attempt a join push_record p on p.id = a.push_id join "user" u on u.id = p.user_id
     where a.stage = 'check' and u.phone between $1 and $2`,
    spanOf(people),
  )
  return rows[0].n
}
