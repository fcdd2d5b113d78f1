import { fork } from 'node:child_process'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '../scripts/lib/build.mjs'
import { memoryFolder } from '../scripts/lib/memory-folder.mjs'
import { at } from '../scripts/lib/paths.mjs'
import { ending, Failure } from '../scripts/lib/run.mjs'

/**
 * Lives three months: a service and its PostgreSQL whose clocks are moved through each day, with a day's business, and all jobs when their
 * schedule has them. `--quick`: ten days with little business. `BENCH_EVENTS`: calls of channels on a day. `BENCH_SECONDS`: how long the
 * days with business may take.
 * @throws Failure if something was not as it must be after a day or at the end
 */
export async function run(_cluster, flags) {
  const { fakeClock, jumpingClock } = await import('../apps/server/test/faults/fake-clock.ts')
  if (fakeClock === undefined)
    throw new Failure('The months need a clock that jumps: libfaketime (Debian: apt-get install faketime).')
  await build({ only: ['server'] })
  const folder = await memoryFolder('kabao-months-')
  try {
    // PostgreSQL runs as another user.
    await chmod(folder, 0o755)
    const clock = await jumpingClock(join(folder, 'clock'))
    const child = fork(at('bench/lib/months-process.mjs'), [folder, ...flags], {
      env: { ...process.env, ...clock.env },
    })
    if ((await ending(child)) !== 0) throw new Failure('Something is not as it must be after months.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
