import { at } from '../scripts/lib/paths.mjs'
import { Failure } from '../scripts/lib/run.mjs'
import { drop } from './lib/databases.mjs'
import { table } from './lib/figures.mjs'

const database = 'bench_money'
/** How long the clients act; `BENCH_SECONDS` changes it. */
const seconds = Number(process.env.BENCH_SECONDS ?? 300)
const clients = 64
const instances = 2

/**
 * The proof of the money: clients do at once everything that moves money, while instances are killed and started again, and a reader
 * checks every rule of the books at one instant after the other. Fails if one of them is ever broken.
 */
export async function run(cluster) {
  await drop(cluster, database)
  const pool = cluster.open('bench')
  await pool.query(`create database ${database}`)
  await pool.end()
  const { runStorm } = await import('../apps/server/test/money/run.ts')
  try {
    const found = await runStorm({
      connection: cluster.connectionTo(database),
      dataKey: cluster.dataKey,
      service: at('apps/server/dist/main.js'),
      seconds,
      clients,
      instances,
      told: (line) => console.log(line),
    })
    const { tally, faults } = found
    const acts = [...tally.acts].toSorted(([one], [other]) => (one < other ? -1 : 1))
    console.log(`\n${table(['act and its answer', 'times'], acts)}`)
    const figures = [
      ['snapshots, in each of which every rule was checked', found.snapshots],
      ['instances and workers killed', found.kills],
      ['connections to the database cut', found.cuts],
      ['calls without an answer', found.lost],
      ['transfers booked', found.booked],
      ['transfers a second', found.perSecond.toFixed(1)],
      ['until everything was at rest', `${(found.restMs / 1_000).toFixed(1)} s`],
      ['broken rules', faults.length],
    ]
    console.log(
      `\n${table([`${clients} clients, ${seconds} s, ${instances} instances, 2 workers`, ''], figures)}`,
    )
    for (const fault of faults) console.log(JSON.stringify(fault))
    if (faults.length > 0) throw new Failure('The books were not whole.')
  } finally {
    await drop(cluster, database)
  }
}
