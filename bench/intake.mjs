import { startOurs } from './lib/apps.mjs'
import { drop } from './lib/databases.mjs'
import { durationOf, median, table } from './lib/figures.mjs'
import { openWorld, source } from './lib/open-world.mjs'
import { sendLoad } from './lib/send-load.mjs'

const database = 'bench_intake'
const clean = 'bench_intake_clean'
const replayed = 'bench_intake_pg'
/** Each call reports ten visits. */
const load = { visitCalls: 200, visitsEach: 10, registrations: 200 }
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const rounds = 3
const batches = 60
const batchSize = 100

/**
 * Measures the intake over HTTP: 2,000 visits and 200 registrations a second, signed, each with a nonce and an idempotency key. Then
 * as many as it takes, against the statements of the same work sent by `pg` alone.
 */
export async function run(cluster) {
  const world = await openWorld(cluster, database)
  try {
    await world.pool.end()
    await copy(cluster, database, clean)
    await copy(cluster, clean, replayed)
    await measure(cluster, world)
    await compare(cluster, world)
  } finally {
    for (const name of [database, clean, replayed]) await drop(cluster, name)
  }
}

async function copy(cluster, from, to) {
  await drop(cluster, to)
  const pool = cluster.open('bench')
  await pool.query(`create database ${to} template ${from}`)
  await pool.end()
}

const send = (url, keys, more = {}) => sendLoad({ url, keys, ...load, seconds, ...more })

async function measure(cluster, { keys }) {
  const app = await startOurs(cluster, database)
  const url = new URL(app.page).origin
  try {
    await send(url, keys, { seconds: 5 })
    const before = await rowsOf(cluster)
    const sent = await send(url, keys)
    const after = await rowsOf(cluster)
    const row = (name, [p50, p95, p99]) => [name, p50.toFixed(1), p95.toFixed(1), p99.toFixed(1)]
    console.log(
      `${Math.round(sent.visits / sent.took)} visits/s in calls of ${load.visitsEach}, ${Math.round(sent.users / sent.took)} registrations/s, for ${Math.round(sent.took)} s\n`,
    )
    console.log(
      table(
        ['call', 'p50, ms', 'p95, ms', 'p99, ms'],
        [row('visit', sent.visitMs), row('user', sent.userMs)],
      ),
    )
    const lost = [sent.visits - (after.visits - before.visits), sent.users - (after.users - before.users)]
    console.log(
      `\nHTTP ${JSON.stringify(sent.statuses)}, codes ${JSON.stringify(sent.codes)}; acknowledged and not in the database: ${lost[0]} visits, ${lost[1]} users`,
    )
  } finally {
    await app.stop()
  }
}

async function rowsOf(cluster) {
  const pool = cluster.open(database)
  const { rows } = await pool.query(
    'select (select count(*)::int from visit) as visits, (select count(*)::int from "user") as users',
  )
  await pool.end()
  return rows[0]
}

/** The most calls a second: of the service over HTTP, and of `pg` alone with the statements of such calls. */
async function compare(cluster, world) {
  const app = await startOurs(cluster, database)
  const url = new URL(app.page).origin
  const ours = []
  const theirs = []
  try {
    const recorded = await record(cluster, world)
    for (let round = 0; round < rounds; round++) {
      const sent = await send(url, world.keys, { closed: 128, seconds: 8 })
      ours.push(sent.calls / sent.took)
      theirs.push(await replay(cluster, recorded))
    }
  } finally {
    await app.stop()
  }
  const ratio = median(ours.map((each, round) => each / theirs[round]))
  console.log(
    `\nAt most: ${Math.round(median(ours))} calls/s over HTTP, ${Math.round(median(theirs))} calls/s by pg alone in batches of ${batchSize}; ours is × ${ratio.toFixed(2)}`,
  )
}

/** Does batches of calls in this process as the entrance does them. @returns the statements, in order */
async function record(cluster, { vault, keys }) {
  const [
    { createDb, createPool },
    { batchCalls },
    { registerUsers },
    { countVisits },
    { createVisitTexts },
    { sealedBy },
    { readCheckKeys },
    { businessClock },
  ] = await Promise.all(
    [
      'platform/db/client.ts',
      'intake/batched-calls.ts',
      'intake/register.ts',
      'intake/visit.ts',
      'intake/visits.ts',
      'intake/answered.ts',
      'partners/check-keys.ts',
      'platform/settings/business-clock.ts',
    ].map(source),
  )
  const pool = createPool({ ...cluster.connectionTo(replayed), max: 2 })
  const statements = []
  const connect = pool.connect.bind(pool)
  const wrapped = new WeakSet()
  pool.connect = async () => {
    const client = await connect()
    if (wrapped.has(client)) return client
    wrapped.add(client)
    const query = client.query.bind(client)
    client.query = (...args) => {
      const [text, values] = args
      if (typeof text === 'string') statements.push([text, values])
      else if (text?.text) statements.push([text.text, text.values ?? values])
      return query(...args)
    }
    return client
  }
  const db = createDb(pool)
  const checkKeys = await readCheckKeys(db, vault)
  const settings = await settingsOf()
  const partners = await Promise.all(keys.map((key) => partnerOf(db, vault, key)))
  const sealed = sealedBy(vault)
  const texts = createVisitTexts(db)
  const options = { db, sealed, meters: { batch: () => undefined } }
  const register = (write, all) =>
    registerUsers(write, { vault, settings, checkKeys: { live: async () => checkKeys } }, all)
  const registrations = batchCalls('user', options, register)
  const reports = batchCalls('visit', options, (write, all) =>
    countVisits(write, { texts, clock: businessClock(settings) }, all),
  )
  statements.length = 0
  let phone = 0
  for (let batch = 0; batch < batches; batch++) {
    const isVisit = batch % 2 === 0
    await Promise.all(
      Array.from({ length: batchSize }, (_, nth) => {
        const partner = partners[nth % partners.length]
        const call = {
          entry: entryOf(partner, `${batch}-${nth}`),
          text: (answer) => JSON.stringify({ code: '0000', desc: 'Success', data: answer }),
        }
        if (isVisit) return reports.add({ ...call, input: { partner, visits: visitsOf(batch, nth) } })
        const body = {
          phone: `199${String(phone++).padStart(8, '0')}`,
          cityCode: '440305',
          name: '张三',
          ip: '203.0.113.7',
        }
        return registrations.add({ ...call, input: { partner, body } })
      }),
    )
  }
  await pool.end()
  return statements
}

const visitsOf = (batch, nth) =>
  Array.from({ length: load.visitsEach }, (_, each) => ({
    visitorId: `v-${batch}-${nth}`,
    page: `/card/${each % 20}`,
    at: new Date(Date.now() - each * 1000).toISOString(),
    ip: '203.0.113.7',
    userAgent: `Mozilla/5.0 (bench ${each % 5})`,
    cityCode: '440305',
  }))

let nonces = 0
const entryOf = ({ key }, name) => ({
  keyId: key.id,
  nonce: `bench-nonce-${String(nonces++).padStart(12, '0')}`,
  at: Math.floor(Date.now() / 1000),
  claim: { key: name, requestHash: Buffer.alloc(32, 1), id: crypto.randomUUID() },
})

async function settingsOf() {
  const { standardOf } = await source('../../../packages/contract/src/operations/setting.ts')
  return { get: standardOf }
}

async function partnerOf(db, vault, { key }) {
  const { findLiveKey } = await source('partners/api-keys/find.ts')
  return {
    kind: 'channel',
    key: await findLiveKey(db, vault, key),
    isEnabled: true,
    flow: 'full',
    dailyCap: null,
  }
}

/** Sends the recorded statements on one connection to a fresh copy of the database. @returns calls per second */
async function replay(cluster, statements) {
  await copy(cluster, clean, replayed)
  const pool = cluster.open(replayed, 1)
  const client = await pool.connect()
  const ms = await durationOf(async () => {
    for (const [text, values] of statements) await client.query(text, values)
  })
  client.release()
  await pool.end()
  return (batches * batchSize) / (ms / 1000)
}
