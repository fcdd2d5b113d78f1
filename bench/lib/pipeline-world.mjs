import { drop } from './databases.mjs'
import { openWorld, source } from './open-world.mjs'
import { startPartnerProcess } from './partner-process.mjs'

/** How many organizations `addOrgs` adds. */
export const orgs = 100
/** Each plan is for one of ten cities, so that people of one city fit a tenth of the plans. */
export const cities = '440300 110100 120100 330100 510100 320100 420100 430100 500100 610100'.split(' ')
/** A wait looks so often whether people are accepted, in milliseconds. */
const lookMs = 250

/**
 * Creates a database with one channel and without plans, and starts a partner in a process of its own.
 * @param flow of the channel
 * @returns the world of `openWorld`, the partner, `runEngine`, and `close`, which drops the database
 */
export async function openPipeline(cluster, database, flow = 'full') {
  const world = await openWorld(cluster, database, { channels: 1, flow })
  const [
    { startEngine },
    { createOutgoing },
    { createListener },
    { createSettings },
    { createDb, createPool },
  ] = await Promise.all(
    [
      'engine/start.ts',
      'platform/outgoing/outgoing.ts',
      'platform/db/listen.ts',
      'platform/settings/settings.ts',
      'platform/db/client.ts',
    ].map(source),
  )
  const { pool, db, vault } = world
  const partner = await startPartnerProcess()
  const log = { info() {}, warn: console.error, error: console.error }
  const listener = createListener(pool.options, () => undefined)
  const settings = await createSettings(db, listener, log)

  /**
   * Does work while the engine runs. The work gets a function that counts the statements of the engine so far, begin and commit too, and
   * the engine.
   */
  async function runEngine(work) {
    const enginePool = createPool({ ...cluster.connectionTo(database), max: 6 })
    const statements = countStatements(enginePool)
    const engine = await startEngine({
      db: createDb(enginePool),
      vault,
      settings,
      listener,
      log,
      outgoing: createOutgoing({ schemes: ['https', 'http'], listed: [`127.0.0.1:${partner.port}`] }),
    })
    try {
      return await work(statements, engine.engine)
    } finally {
      await engine.stop()
      await enginePool.end()
    }
  }

  async function close() {
    settings.stop?.()
    await listener.stop()
    await partner.stop()
    await pool.end()
    await drop(cluster, database)
  }
  return { ...world, partner, settings, runEngine, close }
}

/** @returns a function that counts the statements of a pool so far, begin and commit too */
export function countStatements(pool) {
  let count = 0
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = (...args) => {
      count++
      return query(...args)
    }
  })
  return () => count
}

/** Adds organizations that accept, with so many running plans each; the cities of their plans differ from one to the next. */
export async function addOrgs(world, plansEach, flow = 'full') {
  for (let nth = 0; nth < orgs; nth++)
    await addOrg(world, `bench${nth}`, {
      count: plansEach,
      flow,
      cityCodes: cities.map((_, index) => cities[(nth + index) % cities.length]),
    })
  await world.pool.query('analyze')
}

/** Adds an organization that the partner plays, with money since a day. @returns its id */
export async function addRichOrg({ pool, db, vault, partner }, code, flow, day = '2026-01-01') {
  const [{ partnerTemplate }, { recharge }, { secretPurpose }] = await Promise.all(
    ['demo/partner/template.ts', 'ledger/bookings.ts', 'partners/templates/secret-purpose.ts'].map(source),
  )
  const { rows } = await pool.query(
    `insert into org (code, name, flow, status) values ($1, $1, $2, 'enabled') returning id`,
    [code, flow],
  )
  const orgId = rows[0].id
  await pool.query('insert into org_template (org_id, template) values ($1, $2)', [
    orgId,
    JSON.stringify(partnerTemplate(`http://127.0.0.1:${partner.port}`, code, { flow })),
  ])
  if (flow === 'half')
    await pool.query(`insert into org_secret (org_id, name, sealed) values ($1, 'hashKey', $2)`, [
      orgId,
      vault.seal(`key of ${code}`, secretPurpose),
    ])
  await db.transaction().execute((write) =>
    recharge(write, {
      orgId,
      way: 'bank',
      amountFen: 1_000_000_000,
      businessDay: day,
      ref: { kind: 'recharge', id: `bench-${orgId}` },
    }),
  )
  return orgId
}

/** Adds an organization like that, with running plans for one of the cities each. @returns its id */
export async function addOrg(world, code, { count, cityCodes, flow = 'full' }) {
  const { pool } = world
  const orgId = await addRichOrg(world, code, flow)
  await pool.query(
    `insert into plan (org_id, name, flow, status, price_fen, starts_on, city_codes, age_from, age_to, priority)
     select $1, $2 || n, $5, 'running', 100 + n, '2020-01-01', array[($3::text[])[1 + n % cardinality($3::text[])]], 18, 60, n % 90
     from generate_series(1, $4::int) n`,
    [orgId, code, cityCodes, count, flow],
  )
  return orgId
}

/** Makes the partner answer for each organization of `addOrgs` after so many milliseconds. */
export async function answerAfter({ partner }, slowMs) {
  for (let nth = 0; nth < orgs; nth++) await partner.set(`bench${nth}`, { behaviors: ['slow'], slowMs })
}

let phones = 13_900_000_000

/** Phones of new people, one after the other. */
function newPeople(count) {
  const from = phones
  phones += count
  return { from, count }
}

/** Registers people with a whole profile, from the cities by turns, who wait to be screened if they are `due`. */
const register = ({ pool, keys: [{ channelId, flow }] }, { from, count }, cityCodes, due = true) =>
  pool.query(
    `with added as (
       insert into "user" (phone, name, flow, city_code, birthday, profiled_at, status, channel_id)
       select n::text, '张三', $5, ($3::text[])[1 + n % cardinality($3::text[])], '1990-01-01', now(), 'profiled', $4
       from generate_series($1::bigint, $2::bigint) n returning id)
     insert into due_step (user_id, kind) select id, 'screen' from added where $6`,
    [from, from + count - 1, cityCodes, channelId, flow, due],
  )

/** Registers people at once. @returns who they are, for `untilAccepted` */
export async function addPeople(world, count) {
  const people = newPeople(count)
  await register(world, people, cities)
  return people
}

/** Adds people of these cities who are known, and not on the way. @returns who they are, for `untilAccepted` */
export async function addKnown(world, count, cityCodes) {
  const people = newPeople(count)
  await register(world, people, cityCodes, false)
  return people
}

/** Registers people at a rate. @returns who they are, for `untilAccepted` */
export async function arrive(world, { count, perSecond, cityCodes = cities }) {
  const people = newPeople(count)
  const began = performance.now()
  for (let nth = 0; nth < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - began) / 1000) * perSecond))
    if (due > nth) await register(world, { from: people.from + nth, count: due - nth }, cityCodes)
    nth = due
    await new Promise((done) => setTimeout(done, 10))
  }
  return people
}

/** How many of the people are accepted. */
export async function countAccepted({ pool }, { from, count }) {
  const { rows } = await pool.query(
    `select count(*)::int as n from "user" u join push_record p on p.user_id = u.id and p.status = 'accepted'
     where u.phone between $1 and $2`,
    spanOf({ from, count }),
  )
  return rows[0].n
}

/**
 * Waits until all of the people are accepted, but at most so many seconds.
 * @returns how many are accepted, when the last one was (in milliseconds since 1970), and how long each took from the registration, in
 * milliseconds; one who is not accepted yet counts with the time until now
 */
export async function untilAccepted(world, people, mostSeconds, everyMs = lookMs) {
  const end = performance.now() + mostSeconds * 1000
  let accepted = await countAccepted(world, people)
  while (accepted < people.count && performance.now() < end) {
    await new Promise((done) => setTimeout(done, everyMs))
    accepted = await countAccepted(world, people)
  }
  const { rows } = await world.pool.query(
    `select extract(epoch from coalesce(p.responded_at, clock_timestamp()) - u.created_at)::float8 * 1000 as ms,
       extract(epoch from p.responded_at)::float8 * 1000 as at
     from "user" u left join push_record p on p.user_id = u.id and p.status = 'accepted' where u.phone between $1 and $2`,
    spanOf(people),
  )
  return {
    accepted,
    lastAt: rows.reduce((last, { at }) => Math.max(last, at ?? 0), 0),
    durations: rows.map(({ ms }) => ms),
  }
}

/** The first and the last phone of people. */
export const spanOf = ({ from, count }) => [String(from), String(from + count - 1)]
