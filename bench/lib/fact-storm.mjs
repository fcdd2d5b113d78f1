import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { at } from '../../scripts/lib/paths.mjs'
import { Failure } from '../../scripts/lib/run.mjs'
import { durationOf, table } from './figures.mjs'

const rounds = 100
const storm = { rounds, killEvery: 1, holdEvery: 8, heldMs: 30_000 }

/** The proof of the figures: a fold that is killed in every round, and facts that are undone or held back. Fails if one cell is wrong. */
export async function proveFold(pool, db, { knownDays, differences }) {
  const load = (path) => import(`../../apps/server/test/${path}`)
  const [{ stormFolds }, { statisticsWorld }, { processesOf }, { bundle }] = await Promise.all(
    ['fold-storm.ts', 'statistics.ts', 'processes.ts', 'bundle.ts'].map(load),
  )
  const folder = at('apps/server/node_modules/.cache/test', randomUUID())
  await bundle(folder, { 'fold-worker': 'test/fold-worker.ts' })
  const processes = processesOf(`${folder}/fold-worker.js`)
  try {
    const world = await statisticsWorld({ servicePool: pool })
    let done = {}
    const ms = await durationOf(async () => {
      done = await stormFolds({ pool, owner: pool, processes, world, ...storm })
    })
    const wrong = await differences(db, await knownDays(db))
    console.log(
      table(
        [`${rounds} rounds, ${Math.round(ms / 1_000)} s`, ''],
        [
          ['processes killed while they fold', done.kills],
          ['connections cut while they fold', done.cuts],
          ['transactions undone', done.undone],
          [`transactions held open for ${storm.heldMs / 1_000} s`, done.held],
          ['cells that differ from the facts', wrong],
        ],
      ),
    )
    if (wrong > 0) throw new Failure('The figures are not those of the facts.')
  } finally {
    await processes.end()
    await rm(folder, { recursive: true, force: true })
  }
}
