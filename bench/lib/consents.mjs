import { source } from './open-world.mjs'
import { countStatements, spanOf } from './pipeline-world.mjs'

/** How often it is looked who has offers, in milliseconds. */
const lookMs = 100
/** The connections of the consents, as many as an instance has for calls, and how many channels call at once. */
const connections = 10
const callers = 10
/** How long consents are gathered while none is stored, in milliseconds, as the calls are. */
const idleMs = 10

/**
 * Consents to the best offer of each of the people as soon as nobody is asked about the person any more, as the call does it: those of a
 * moment in one transaction.
 * @param engine whose running plans are used
 * @returns how many consented and how many had no offer, and the statements that it took, begin and commit too
 */
export async function consentFor(cluster, { pool, keys, vault, settings }, database, engine, people) {
  const [{ acceptConsents }, { createBatcher }, { createDb, createPool }] = await Promise.all(
    ['intake/half.ts', 'platform/batcher.ts', 'platform/db/client.ts'].map(source),
  )
  const own = createPool({ ...cluster.connectionTo(database), max: connections })
  const statements = countStatements(own)
  const db = createDb(own)
  const finding = { db, vault, settings, plans: engine.plans, clock: engine.clock }
  const channelId = keys[0].channelId
  const batcher = createBatcher({
    idleMs,
    run: (all) => db.transaction().execute((write) => acceptConsents(write, finding, all)),
  })
  const consent = ({ userId, planId, agreements }) =>
    batcher.add({ userId, channelId, planId, agreements, at: new Date().toISOString(), ip: '203.0.113.7' })
  const { rows } = await pool.query('select id from "user" where phone between $1 and $2', spanOf(people))
  let waiting = rows.map(({ id }) => id)
  const offered = []
  const result = { consented: 0, without: 0 }
  const looking = async () => {
    while (waiting.length > 0) {
      const found = await bestOffers(pool, waiting)
      const done = new Set(found.map(({ userId }) => userId))
      waiting = waiting.filter((id) => !done.has(id))
      offered.push(...found.filter(({ planId }) => planId !== null))
      result.without += found.filter(({ planId }) => planId === null).length
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }
  const consenting = async () => {
    while (waiting.length > 0 || offered.length > 0) {
      const next = offered.shift()
      if (next) {
        await consent(next)
        result.consented++
      } else await new Promise((resolve) => setTimeout(resolve, lookMs / 10))
    }
  }
  await Promise.all([looking(), ...Array.from({ length: callers }, consenting)])
  await own.end()
  return { ...result, statements: statements() }
}

/** The best offer of each of these people about whom nobody is asked any more; without a plan if there is none. */
async function bestOffers(pool, userIds) {
  const { rows } = await pool.query(
    `with over as materialized (
       select u.id from unnest($1::bigint[]) u (id) where not exists (select from due_step d where d.user_id = u.id))
     select u.id as "userId", o.plan_id as "planId", o.agreements
     from over u left join lateral (
       select r.plan_id, f.agreements from push_record r join offer f on f.id = r.id
       where r.user_id = u.id and r.stage = 'consent' and r.status = 'pending' and f.is_open order by r.id limit 1) o on true`,
    [userIds],
  )
  return rows
}
