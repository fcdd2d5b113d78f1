import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { build } from '../scripts/lib/build.mjs'
import { at } from '../scripts/lib/paths.mjs'
import { Failure } from '../scripts/lib/run.mjs'
import { booksFaults } from './alerts/books.mjs'
import { callFaults } from './alerts/calls.mjs'
import { databaseFaults } from './alerts/database.mjs'
import { instanceFaults } from './alerts/instances.mjs'
import { jobFaults } from './alerts/jobs.mjs'
import { partnerFaults } from './alerts/partners.mjs'
import { everySeconds } from './alerts/prometheus.mjs'
import { factor, longest } from './alerts/rules.mjs'
import { tryFault, untilQuiet, watch } from './alerts/try-fault.mjs'
import { openAlerts } from './alerts/world.mjs'
import { table } from './lib/figures.mjs'

/** Each fault is `{ alerts, beside, fault, mend, cause, seconds }`: see `tryFault`; `beside` may fire too, `fault` and `mend` are words. */
const groups = {
  instances: instanceFaults,
  calls: callFaults,
  database: databaseFaults,
  partners: partnerFaults,
  books: booksFaults,
  jobs: jobFaults,
}
/** A machine that is busy with other work makes these fire; they are shown all the same. */
const ofBusyMachine = ['KabaoCallsSlow', 'KabaoPoolFull', 'KabaoEventLoopBusy']
/** An instance that is started again is away for longer than the shortened alert waits. */
const ofRestart = ['KabaoInstanceDown']
/** Longer than a range and a `for` of the shortened rules together; and of `--quick`. */
const quietSeconds = 2 * longest
const quickSeconds = 20

/**
 * Causes the fault of each alert that is shipped, against real instances that a real Prometheus scrapes, and shows when the alert fires and
 * when it is over; before, light traffic must not make any alert fire. `ALERTS=calls,KabaoBackupOld` causes only the faults of these groups
 * and alerts; `--quick`: the quiet is short.
 * @throws Failure if an alert fires without its fault, does not fire by it, or does not end with it
 */
export async function run(_, flags) {
  await build({ only: ['server'] })
  const wanted = process.env.ALERTS?.split(',')
  const faults = Object.entries(groups).flatMap(([group, all]) =>
    all.filter(({ alerts }) => !wanted || [group, ...alerts].some((name) => wanted.includes(name))),
  )
  const world = await openAlerts()
  const rows = []
  const wrong = []
  try {
    console.log(`Times of the rules ÷ ${factor}, ${longest} s at most; scraped every ${everySeconds} s.`)
    await untilQuiet(world)
    const seconds = flags.includes('--quick') ? quickSeconds : quietSeconds
    const inQuiet = await watch(world, seconds)
    console.log(`Light traffic for ${seconds} s: ${inQuiet.join(', ') || 'no alert'}.`)
    for (const name of inQuiet) wrong.push(`${name} fires in quiet.`)
    for (const fault of faults) {
      const seen = await tryFault(world, fault)
      for (const row of rowsOf(fault, seen)) {
        rows.push(row)
        console.log(row.join(' | '))
      }
      for (const sentence of wrongIn(fault, seen)) {
        wrong.push(sentence)
        console.log(sentence)
      }
    }
  } finally {
    await world.close()
  }
  const head = ['alert', 'fault', 'fires after, s', 'ended by', 'over after, s', 'fires too']
  console.log(`\n${table(head, rows)}\n`)
  if (!wanted) wrong.push(...untried(faults).map((name) => `No fault for ${name}.`))
  if (wrong.length > 0) throw new Failure(wrong.join('\n'))
}

function rowsOf({ alerts, fault, mend }, { fired, over, others }) {
  const besides = others.join(', ') || '–'
  if (alerts.length === 0) return [['none', fault, '–', mend, '–', besides]]
  return alerts.map((name) => [name, fault, fired[name] ?? 'never', mend, over[name] ?? 'never', besides])
}

/** A sentence for each thing that is not as it must be. */
function wrongIn({ alerts, fault, mend, beside = [] }, { fired, over, others, before, problem }) {
  return [
    ...(problem ? [`“${fault}” could not be tried: ${problem.message}`] : []),
    ...before.map((name) => `${name} fires before “${fault}”.`),
    ...alerts.filter((name) => !(name in fired)).map((name) => `${name} does not fire by “${fault}”.`),
    ...alerts.filter((name) => !(name in over)).map((name) => `${name} does not end by “${mend}”.`),
    ...others
      .filter((name) => ![...beside, ...ofBusyMachine, ...ofRestart].includes(name))
      .map((name) => `${name} fires by “${fault}”.`),
  ]
}

/** The shipped alerts that no fault must make fire. */
function untried(faults) {
  const shipped = parse(readFileSync(at('deploy/observability/alerts.yaml'), 'utf8'))
  const tried = faults.flatMap(({ alerts }) => alerts)
  return shipped.groups
    .flatMap(({ rules }) => rules.map(({ alert }) => alert))
    .filter((name) => !tried.includes(name))
}
