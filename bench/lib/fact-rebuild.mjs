import { durationOf, quantile } from './figures.mjs'

/** How long a rebuild of all facts takes beside a reader, and whether a second one finds the same figures. */
export async function measureRebuild(pool, db, { rebuild, knownDays, differences, facts }) {
  const days = await knownDays(db)
  let isDone = false
  const reads = []
  const reading = (async () => {
    while (!isDone) reads.push(await durationOf(() => read(pool, days)))
  })()
  let changed = 0
  const ms = await durationOf(async () => {
    changed = await rebuild(db, days)
  })
  isDone = true
  await reading
  await pool.query('vacuum analyze roll_up')
  const again = await rebuild(db, days)
  console.log(
    `\nrebuild of ${facts.toLocaleString('en-US')} facts: ${(ms / 1_000).toFixed(1)} s (target for a million: 60), ` +
      `${changed.toLocaleString('en-US')} cells changed; a reader meanwhile ${Math.round(quantile(reads, 0.99))} ms (p99)\n` +
      `rebuilt again: ${again} cells changed, ${await differences(db, days)} differ from the facts`,
  )
}

const read = (pool, { last }) =>
  pool.query(
    `select channel_id, sum(registrations), sum(charged_fen) from roll_up
     where way = 'day' and grain = 'channel' and day > $1::date - 30 group by 1`,
    [last],
  )
