import { source } from './open-world.mjs'
import { countStatements, spanOf } from './pipeline-world.mjs'

/** How often it is looked who has offers, in milliseconds. */
const lookMs = 50
/** The connections of the consents, as many as an instance has for calls. */
const connections = 10

/**
 * Consents to the best offer of each of the people as soon as nobody is asked about the person any more, as the call does it: each in a
 * transaction of its own, as many at once as there are connections.
 * @param engine whose running plans are used
 * @returns how many consented and how many had no offer, and the statements that it took, begin and commit too
 */
export async function consentFor(cluster, { pool, keys, vault, settings }, database, engine, people) {
  const [{ acceptConsent }, { createDb, createPool }] = await Promise.all(
    ['intake/half.ts', 'platform/db/client.ts'].map(source),
  )
  const own = createPool({ ...cluster.connectionTo(database), max: connections })
  const statements = countStatements(own)
  const db = createDb(own)
  const finding = { db, vault, settings, plans: engine.plans, clock: engine.clock }
  const channelId = keys[0].channelId
  const consent = ({ userId, planId, agreements }) => {
    const given = { userId, channelId, planId, agreements, at: new Date().toISOString(), ip: '203.0.113.7' }
    return db.transaction().execute((write) => acceptConsent(write, finding, given))
  }
  const { rows } = await pool.query('select id from "user" where phone between $1 and $2', spanOf(people))
  let waiting = rows.map(({ id }) => id)
  const result = { consented: 0, without: 0 }
  const consents = []
  while (waiting.length > 0) {
    const offered = await bestOffers(pool, waiting)
    const done = new Set(offered.map(({ userId }) => userId))
    waiting = waiting.filter((id) => !done.has(id))
    const withOffer = offered.filter(({ planId }) => planId !== null)
    result.consented += withOffer.length
    result.without += offered.length - withOffer.length
    consents.push(...withOffer.map(consent))
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  await Promise.all(consents)
  await own.end()
  return { ...result, statements: statements() }
}

/** The best offer of each of these people about whom nobody is asked any more; without a plan if there is none. */
async function bestOffers(pool, userIds) {
  const { rows } = await pool.query(
    `select u.id as "userId", o.plan_id as "planId", o.agreements
     from unnest($1::bigint[]) u (id) left join lateral (
       select r.plan_id, f.agreements from push_record r join offer f on f.id = r.id
       where r.user_id = u.id and r.stage = 'consent' and r.status = 'pending' and f.is_open order by r.id limit 1) o on true
     where not exists (select from due_step d where d.user_id = u.id)`,
    [userIds],
  )
  return rows
}
