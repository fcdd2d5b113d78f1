/* Three months of the service, in a process with the clock that is moved: see `bench/months.mjs`. */
import { checkMonths } from './months-check.mjs'
import { playDay, restDay } from './months-day.mjs'
import { openMonths } from './months-world.mjs'

const [folder, ...flags] = process.argv.slice(2)
const isQuick = flags.includes('--quick')
const days = isQuick ? 10 : 90
/** Days after them without business, in which what is kept for 90 days goes too. */
const restDays = isQuick ? 0 : 35
/** After so many days the service is started anew, as for a release. */
const restartDays = 10
/** Calls of channels on a day. */
const events = Number(process.env.BENCH_EVENTS ?? (isQuick ? 100 : 400))
/** The longest that the days with business may take, in seconds: a machine that others use lives fewer of them. */
const mostSeconds = Number(process.env.BENCH_SECONDS ?? 3_600)

const world = await openMonths(folder)
try {
  const check = await checkMonths(world)
  const began = performance.now()
  const took = () => Math.round((performance.now() - began) / 1_000)
  let lived = 0
  for (; lived < days && took() < mostSeconds; lived++) {
    await playDay(world, lived, events)
    await check.day(lived)
    if ((lived + 1) % restartDays === 0) await world.restart()
  }
  await check.business()
  console.log(`${lived} days in ${took()} s`)
  for (let day = lived; day < lived + restDays; day++) {
    await restDay(world, day)
    await check.day(day)
  }
  if (restDays > 0) await check.tell()
  if (world.faults.length > 0) process.exitCode = 1
} finally {
  await world.close()
}
process.disconnect()
