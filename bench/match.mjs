import { drop } from './lib/databases.mjs'
import { quantile, table } from './lib/figures.mjs'
import { openWorld, source } from './lib/open-world.mjs'

const database = 'bench_match'
const plans = 2_000
const orgs = 100
/** For the second measurement. */
const fewPlans = 100
/** One after the other, so that a match waits for nobody. */
const people = 200
const slowly = 10
const pushesPerSecond = 50
const partnerMs = 50
/** Each plan is for one of ten cities, and people are from the first. */
const cities = '440300 110100 120100 330100 510100 320100 420100 430100 500100 610100'.split(' ')
const seconds = 20

/**
 * Measures the match over 2,000 running plans, from the claim to the stored decision, and how long people take from registration to
 * acceptance with a partner that answers after 50 ms; then the same while one organization answers nothing.
 */
export async function run(cluster) {
  const world = await openWorld(cluster, database, { channels: 1 })
  const [{ startPartner }, { startEngine }, { createOutgoing }, { createListener }, { createSettings }] =
    await Promise.all(
      [
        'demo/partner/partner.ts',
        'engine/start.ts',
        'platform/outgoing/outgoing.ts',
        'platform/db/listen.ts',
        'platform/settings/settings.ts',
      ].map(source),
    )
  const { pool, db, vault } = world
  const partner = await startPartner()
  const log = { info() {}, warn: console.error, error: console.error }
  const listener = createListener(pool.options, () => undefined)
  const settings = await createSettings(db, listener, log)
  try {
    await addOrgs(world, partner)
    const { createDb, createPool } = await source('platform/db/client.ts')
    const enginePool = createPool({ ...cluster.connectionTo(database), max: 6 })
    const engine = await startEngine({
      db: createDb(enginePool),
      vault,
      settings,
      listener,
      log,
      outgoing: createOutgoing({ schemes: ['https', 'http'], listed: [`127.0.0.1:${partner.port}`] }),
    })
    try {
      for (let nth = 0; nth < orgs; nth++) partner.set(`bench${nth}`, { behaviors: ['accept'] })
      await arrive(world, { count: people, perSecond: slowly, cityCode: '440305' })
      const { rows } = await pool.query(
        `select percentile_disc(array[0.5, 0.95, 0.99]) within group (order by ms) as ms, count(*)::int as n
         from step_taken where kind = 'match' and result = 'matched'`,
      )
      console.log(
        `match over ${plans} running plans, ${rows[0].n} runs: p50 ${rows[0].ms[0]} ms, p95 ${rows[0].ms[1]} ms, p99 ${rows[0].ms[2]} ms\n`,
      )
      // The time until acceptance is that of the whole pipeline, so few plans run; instances read them again every 15 s.
      await pool.query(
        `update plan set status = 'paused' where id % ${plans / fewPlans} <> 0 and name not like 'silent%'`,
      )
      await new Promise((done) => setTimeout(done, 16_000))
      for (let nth = 0; nth < orgs; nth++)
        partner.set(`bench${nth}`, { behaviors: ['slow'], slowMs: partnerMs })
      const count = pushesPerSecond * seconds
      const one = await arrive(world, { count, perSecond: pushesPerSecond, cityCode: '440305' })
      partner.set('silent', { behaviors: ['drip'] })
      const [beside] = await Promise.all([
        arrive(world, { count, perSecond: pushesPerSecond, cityCode: '440305' }),
        arrive(world, { count: 100, perSecond: 5, cityCode: '310115', isWaited: false }),
      ])
      const row = (name, values) => [
        name,
        ...[0.5, 0.95, 0.99].map((part) => Math.round(quantile(values, part))),
      ]
      console.log(
        table(
          [
            `registration → acceptance, ${pushesPerSecond}/s, partner ${partnerMs} ms`,
            'p50, ms',
            'p95, ms',
            'p99, ms',
          ],
          [row('all organizations answer', one), row('one organization answers nothing (3 s)', beside)],
        ),
      )
    } finally {
      await engine.stop()
      await enginePool.end()
    }
  } finally {
    settings.stop?.()
    await listener.stop()
    await partner.stop()
    await pool.end()
    await drop(cluster, database)
  }
}

/** Organizations with twenty plans each, for ten cities. One more organization answers nothing. */
async function addOrgs({ pool, db }, partner) {
  const [{ partnerTemplate }, { recharge }] = await Promise.all(
    ['demo/partner/template.ts', 'ledger/bookings.ts'].map(source),
  )
  for (let nth = 0; nth <= orgs; nth++) {
    const code = nth === orgs ? 'silent' : `bench${nth}`
    const { rows } = await pool.query(
      `insert into org (code, name, flow, status) values ($1, $1, 'full', 'enabled') returning id`,
      [code],
    )
    const orgId = rows[0].id
    await pool.query('insert into org_template (org_id, template) values ($1, $2)', [
      orgId,
      JSON.stringify(partnerTemplate(`http://127.0.0.1:${partner.port}`, code)),
    ])
    await db.transaction().execute((write) =>
      recharge(write, {
        orgId,
        way: 'bank',
        amountFen: 1_000_000_000,
        businessDay: '2026-01-01',
        ref: { kind: 'recharge', id: `bench-${orgId}` },
      }),
    )
    const isSilent = code === 'silent'
    await pool.query(
      `insert into plan (org_id, name, flow, status, price_fen, starts_on, city_codes, age_from, age_to, priority)
       select $1, $2 || n, 'full', 'running', 100 + n, '2020-01-01', array[($3::text[])[1 + n % cardinality($3::text[])]], 18, 60, n % 90
       from generate_series(1, $4::int) n`,
      [orgId, code, isSilent ? ['310100'] : cities, isSilent ? 1 : plans / orgs],
    )
  }
  await pool.query('analyze')
}

let phones = 13_900_000_000

/** Registers people with a whole profile at a rate. @returns how long each took until accepted, in milliseconds */
async function arrive({ pool, keys }, { count, perSecond, cityCode, isWaited = true }) {
  const from = phones
  phones += count
  const began = performance.now()
  for (let nth = 0; nth < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - began) / 1000) * perSecond))
    if (due > nth) {
      await pool.query(
        `with added as (
           insert into "user" (phone, name, flow, city_code, birthday, profiled_at, status, channel_id)
           select n::text, '张三', 'full', $3, '1990-01-01', now(), 'profiled', $4 from generate_series($1::bigint, $2::bigint) n returning id)
         insert into due_step (user_id, kind) select id, 'screen' from added`,
        [from + nth, from + due - 1, cityCode, keys[0].channelId],
      )
      nth = due
    }
    await new Promise((done) => setTimeout(done, 10))
  }
  if (!isWaited) return []
  const span = [String(from), String(from + count - 1)]
  for (const end = performance.now() + 120_000; ; ) {
    const { rows } = await pool.query(
      `select count(*)::int as n from "user" u join push_record p on p.user_id = u.id and p.status = 'accepted'
       where u.phone between $1 and $2`,
      span,
    )
    if (rows[0].n === count) break
    if (performance.now() > end) throw new Error(`only ${rows[0].n} of ${count} people were accepted`)
    await new Promise((done) => setTimeout(done, 200))
  }
  const { rows } = await pool.query(
    `select extract(epoch from p.responded_at - u.created_at)::float8 * 1000 as ms
     from "user" u join push_record p on p.user_id = u.id and p.status = 'accepted' where u.phone between $1 and $2`,
    span,
  )
  return rows.map(({ ms }) => ms)
}
