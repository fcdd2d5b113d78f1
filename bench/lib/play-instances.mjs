import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../scripts/lib/run.mjs'
import { startOurs } from './apps.mjs'
import { quantilesOf, table } from './figures.mjs'
import { openWorld, source } from './open-world.mjs'
import { startPartnerProcess } from './partner-process.mjs'

const orgs = Array.from({ length: 10 }, (_, nth) => `bench${nth}`)
/** How each organization answers by turns: of twenty, three only when asked again, and one so slowly that a kill meets it. */
const behaviors = [
  ...Array(12).fill('accept'),
  ...['slow', 'reject', 'reject', 'reject', 'duplicate', 'drop', 'later', 'rubbish'],
]
const slowMs = 1_000
const seed = 7
/** The longest wait at the end, and for what is due how much later, in milliseconds: until nobody is on the way. */
const settleMs = 600_000
const soonMs = 3_600_000
const mostShown = 20

/**
 * Plays channels (`npm run simulate`) against instances over one database, and organizations that the built-in partner plays. Prints what
 * the run says: every sum beside that of the database.
 * @param usual the events a second, for how many seconds, and how often one of the instances is ended with SIGKILL, at random moments,
 * and started again; `SIMULATE_RATE`, `SIMULATE_SECONDS` and `SIMULATE_KILLS` say otherwise
 * @throws Failure if a sum differs or a book contradicts another
 */
export async function playAgainst(cluster, database, count, usual) {
  const [rate, seconds, kills] = ['rate', 'seconds', 'kills'].map((name) =>
    Number(process.env[`SIMULATE_${name.toUpperCase()}`] ?? usual[name]),
  )
  const [{ simulate }, { simulatedText }, { faultsIn }] = await Promise.all(
    ['demo/traffic/simulate.ts', 'demo/traffic/report.ts', '../test/engine-books.ts'].map(source),
  )
  const { pool, db, keys, checkKey } = await openWorld(cluster, database, { channels: 5 })
  await pool.query(`update channel set settlement = 'cpl', price_fen = 30, deduction_bp = 1000`)
  const partner = await startPartnerProcess()
  const address = `http://127.0.0.1:${partner.port}`
  await addOrgs(pool, db, address)
  for (const org of orgs) await partner.set(org, { behaviors, slowMs })
  const env = { INTERNAL_PARTNERS: `127.0.0.1:${partner.port}` }
  const apps = [await startOurs(cluster, database, { env })]
  while (apps.length < count) apps.push(await startOurs(cluster, database, { env }))
  const urls = apps.map(({ page }) => new URL(page).origin)
  const restart = async (nth) => {
    await apps[nth].kill()
    apps[nth] = await startOurs(cluster, database, { env: { ...env, PORT: new URL(urls[nth]).port } })
  }
  try {
    const playing = simulate({
      urls,
      rate,
      seconds,
      seed,
      patienceMs: 90_000,
      settleMs,
      soonMs,
      db,
      keys: { channels: keys, checkKey, partner: address, orgs, products: [] },
    })
    const [played, killed] = await Promise.all([
      playing,
      atRandom(kills, seconds, () => restart(Math.floor(Math.random() * count))),
    ])
    console.log(
      `\n${rate} events a second for ${seconds} s against ${count} instances, ${killed.length} kills${killed.length > 0 ? ` at ${killed.join(', ')} s` : ''}:\n\n${simulatedText(played)}`,
    )
    const [p50, p95] = quantilesOf(await durationsIn(pool))
    const perSecond = played.tally.users.size / (seconds + played.lateMs / 1_000)
    console.log(
      `\n${Math.round(perSecond)} people a second; from the whole profile to the acceptance p50 ${p50} ms, p95 ${p95} ms\n`,
    )
    const left = await leftIn(pool)
    console.log(table(Object.keys(left), [Object.values(left)]))
    const memory = await partner.memory()
    const all = async (text) => (await pool.query(text)).rows
    const books = await faultsIn({ pool }, { partner: { memory }, all })
    for (const fault of books.slice(0, mostShown)) console.log(JSON.stringify(fault))
    const isWrong = Object.values(left).some((n) => n > 0)
    if (played.faults.length + books.length > 0 || isWrong)
      throw new Failure(`${played.faults.length} sums or answers and ${books.length} rows are wrong.`)
    console.log('\nEach book agrees with the others and with the partner.')
  } finally {
    await Promise.all(apps.map((app) => app.stop()))
    await partner.stop()
    await pool.end()
  }
}

/** Does something at so many random moments of the time, one after the other. @returns when each began, in seconds */
async function atRandom(times, seconds, work) {
  const start = performance.now()
  const moments = Array.from({ length: times }, () => Math.random() * seconds).sort((a, b) => a - b)
  const began = []
  for (const moment of moments) {
    await sleep(Math.max(0, start + moment * 1_000 - performance.now()))
    began.push(Math.round((performance.now() - start) / 1_000))
    await work()
  }
  return began
}

/** How long people took from their whole profile to the acceptance, in milliseconds. */
async function durationsIn(pool) {
  const { rows } = await pool.query(
    `select extract(epoch from p.responded_at - u.profiled_at)::float8 * 1000 as ms
     from "user" u join push_record p on p.user_id = u.id and p.status = 'accepted'`,
  )
  return rows.map(({ ms }) => ms)
}

/** What must be none once all is over. Each plan fits everybody of the full flow whose profile is whole. */
async function leftIn(pool) {
  const { rows } = await pool.query(
    `select (select count(*)::int from "user" u where profiled_at is not null
         and not exists (select from push_record p where p.user_id = u.id)
         and not exists (select from match_run m where m.user_id = u.id)) as "people with neither push nor run",
       (select count(*)::int from due_step) as "steps left",
       (select count(*)::int from hold) as "holds left"`,
  )
  return rows[0]
}

/** Organizations with a plan each, money, and a connection to the partner. */
async function addOrgs(pool, db, address) {
  const [{ partnerTemplate }, { recharge }] = await Promise.all(
    ['demo/partner/template.ts', 'ledger/bookings.ts'].map(source),
  )
  for (const code of orgs) {
    const { rows } = await pool.query(
      `insert into org (code, name, flow, status) values ($1, $1, 'full', 'enabled') returning id`,
      [code],
    )
    const [{ id: orgId }] = rows
    await pool.query('insert into org_template (org_id, template) values ($1, $2)', [
      orgId,
      JSON.stringify(partnerTemplate(address, code)),
    ])
    await db.transaction().execute((write) =>
      recharge(write, {
        orgId,
        way: 'bank',
        amountFen: 100_000_000,
        businessDay: '2026-01-01',
        ref: { kind: 'recharge', id: `bench-${orgId}` },
      }),
    )
    await pool.query(
      `insert into plan (org_id, name, flow, status, price_fen, starts_on) values ($1, $2, 'full', 'running', 100, '2020-01-01')`,
      [orgId, code],
    )
  }
}
