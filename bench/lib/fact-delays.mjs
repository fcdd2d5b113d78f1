import { addUsers } from './facts-world.mjs'
import { quantile } from './figures.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const perSecond = 200

/** How long after it was sent each of 200 registrations a second is in the figures, while an instance folds. */
export async function measureDelays(pool, world, { startFold, db }) {
  const folding = startFold(db, console)
  const before = await counted(pool)
  const sent = []
  const delays = []
  let isSending = true
  const watching = (async () => {
    for (let seen = 0; isSending || seen < sent.length; await pause(50)) {
      const there = (await counted(pool)) - before
      for (; seen < there; seen++) delays.push(performance.now() - sent[seen])
    }
  })()
  const began = performance.now()
  const open = new Set()
  while (performance.now() < began + seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond) - sent.length
    for (let n = 0; n < due; n++) {
      sent.push(performance.now())
      const one = addUsers(pool, world, 1).finally(() => open.delete(one))
      open.add(one)
    }
    await pause(5)
  }
  await Promise.all(open)
  isSending = false
  await watching
  await folding.stop()
  const at = (part) => Math.round(quantile(delays, part))
  console.log(
    `\n${sent.length} registrations in ${seconds} s: in the figures after ${at(0.5)} ms (p50), ${at(0.99)} ms (p99; target 10,000)`,
  )
}

const counted = async (pool) =>
  Number(
    (
      await pool.query(
        `select coalesce(sum(registrations), 0) as n from roll_up where way = 'day' and grain = 'all'`,
      )
    ).rows[0].n,
  )
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
