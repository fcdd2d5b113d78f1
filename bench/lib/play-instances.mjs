import { createBalancer } from '../../scripts/lib/balancer.mjs'
import { startOurs } from './apps.mjs'
import { openWorld, source } from './open-world.mjs'

const rate = Number(process.env.SIMULATE_RATE ?? 40)
const seconds = Number(process.env.SIMULATE_SECONDS ?? 60)
const orgs = ['bench1', 'bench2', 'bench3']

/**
 * Plays channels (`npm run simulate`) against instances behind the small proxy, over organizations that the built-in partner plays, and
 * prints what the run says: every sum beside that of the database.
 */
export async function playAgainst(cluster, database, count) {
  const [{ simulate }, { simulatedText }, { startPartner }] = await Promise.all(
    ['demo/traffic/simulate.ts', 'demo/traffic/report.ts', 'demo/partner/partner.ts'].map(source),
  )
  const { pool, db, keys, checkKey } = await openWorld(cluster, database, { channels: 5 })
  const partner = await startPartner()
  const address = `http://127.0.0.1:${partner.port}`
  await addOrgs(pool, db, address)
  const env = { INTERNAL_PARTNERS: `127.0.0.1:${partner.port}` }
  const apps = [await startOurs(cluster, database, { env })]
  while (apps.length < count) apps.push(await startOurs(cluster, database, { env }))
  const balancer = await createBalancer(apps.map(({ page }) => new URL(page).origin))
  try {
    const played = await simulate({
      urls: [balancer.url],
      rate,
      seconds,
      seed: 7,
      patienceMs: 60_000,
      settleMs: 120_000,
      db,
      keys: { channels: keys, checkKey, partner: address, orgs, products: [] },
    })
    console.log(
      `\nChannels played against ${count} instances, ${rate} events a second for ${seconds} s:\n\n${simulatedText(played)}`,
    )
  } finally {
    await balancer.close()
    await Promise.all(apps.map((app) => app.stop()))
    await partner.stop()
    await pool.end()
  }
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
