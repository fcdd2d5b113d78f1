import { source } from './open-world.mjs'

const minutes = (text) => {
  const [hour, minute] = text.split(':').map(Number)
  return hour * 60 + minute
}
/** The clock stops at these times of the business day: after the jobs of the night, for business, and before the day ends. */
const [morning, noon, evening] = ['08:35', '14:10', '23:30'].map(minutes)

/** The events of a second at most. */
const rate = 400

/** A day of business. @param events calls of channels; three of ten register somebody */
export async function playDay(world, day, events) {
  await world.moveTo(world.instantOf(day, morning))
  await actByConsole(world, day)
  await world.moveTo(world.instantOf(day, noon))
  await play(world, { seed: day + 1, events })
  await world.moveTo(world.instantOf(day, evening))
}

/** A day without business: the jobs of the night at once. */
export const restDay = (world, day) => world.moveTo(world.instantOf(day, morning))

async function play(world, { seed, events }) {
  const { simulate } = await source('demo/traffic/simulate.ts')
  const { faults } = await simulate({
    urls: [world.url],
    keys: world.traffic,
    rate,
    seconds: events / rate,
    seed,
    patienceMs: 60_000,
    settleMs: 0,
    soonMs: 0,
    db: world.db,
  })
  for (const fault of faults) world.faults.push(`traffic ${seed}: ${fault}`)
}

/**
 * Somebody signs in and exports a list; on the first of a month the channels are settled, each by two people at once. Nobody of the half flow
 * consents here, so its channel is owed nothing.
 */
async function actByConsole(world, day) {
  const [first, second] = await Promise.all(['bench', 'other'].map((name) => world.signIn(name)))
  await call(world, first, '/user/page/export', { format: 'csv', columns: ['id', 'status'] })
  const today = new Date(world.instantOf(day, 12 * 60)).toISOString().slice(0, 10)
  if (!today.endsWith('-01')) return
  const toDay = new Date(world.instantOf(day, 0)).toISOString().slice(0, 10)
  for (const { channelId, flow } of world.keys) {
    const made = await Promise.allSettled(
      [first, second].map((token) => call(world, token, '/finance/settlement', { channelId, toDay })),
    )
    const done = made.filter(({ status }) => status === 'fulfilled')
    if (done.length !== (flow === 'full' ? 1 : 0))
      world.faults.push(
        `${done.length} settlements of channel ${channelId} to ${toDay}: ${made.map(({ reason }) => reason?.message)}`,
      )
    for (const { value } of done) {
      const by = made[0].status === 'fulfilled' ? second : first
      await call(world, by, `/finance/settlement/${value.id}/confirm`, { version: value.version })
    }
  }
}

async function call({ url }, token, path, body) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, data, desc } = await answer.json()
  if (code !== '0000') throw new Error(`${path}: ${code} ${desc}`)
  return data
}
