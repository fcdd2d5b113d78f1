import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../../scripts/lib/paths.mjs'
import { startOurs } from './apps.mjs'
import { startCluster } from './cluster.mjs'
import { signIn } from './databases.mjs'
import { hookTemplate } from './hook-template.mjs'
import { createMove } from './months-move.mjs'
import { openWorld, source } from './open-world.mjs'
import { startPartnerProcess } from './partner-process.mjs'
import { addRichOrg } from './pipeline-world.mjs'
import { sellBySandbox } from './sandbox.mjs'

const database = 'bench_months'
/**
 * Midnight of the first day, by the business clock. It is to come, because a signal may meet a process within the library, and then the
 * process has the real time for a moment: nothing is late by it.
 */
const firstDay = Date.parse('2030-03-28T00:00:00+08:00')
const dayMs = 86_400_000
/** The shortest times that the settings allow, so that as much as possible is dropped within the months. */
export const retention = {
  auditLogDays: 180,
  loginLogDays: 180,
  messageDays: 7,
  errorEventDays: 7,
  openRequestDays: 1,
  deliveryDays: 7,
  visitDays: 30,
  matchRunDays: 30,
  pushAttemptDays: 90,
  stepTakenDays: 30,
}
/** A day passes within seconds, so PostgreSQL looks more often for what to vacuum. */
const postgres = { autovacuum_naptime: '10s', checkpoint_timeout: '1h', max_wal_size: '4GB' }

/**
 * Creates the database, at a moment before the first day, and starts the service, a partner and a payment provider. This process, and all
 * of them, have the clock of the file.
 */
export async function openMonths(folder) {
  const { binariesWith, jumpingClock } = await source('../test/faults/fake-clock.ts')
  const clock = await jumpingClock(join(folder, 'clock'))
  let ahead = 0
  /** @param instant in milliseconds since 1970 */
  const setClock = async (instant) => {
    ahead += Math.round((instant - Date.now()) / 1_000)
    await clock.set(ahead)
  }
  await setClock(firstDay - dayMs / 2)
  const cluster = await startCluster({
    dataDir: join(folder, 'data'),
    durable: false,
    settings: postgres,
    binaries: await binariesWith(clock, folder),
  })
  const world = await openWorld(cluster, database, { channels: terms.length })
  await setTerms(world)
  for (const [name, days] of Object.entries(retention))
    await world.pool.query('insert into setting (key, value) values ($1, $2)', [
      `retention.${name}`,
      String(days),
    ])
  world.partner = await startPartnerProcess()
  const orgs = await addOrgs(world)
  const sandbox = await sellBySandbox(world)
  const targets = fork(at('bench/lib/target-process.mjs'))
  const [{ taking }] = await once(targets, 'message')
  for (const { channelId } of world.keys)
    await world.pool.query(
      'insert into hook (channel_id, name, events, template, is_on) values ($1, $2, $3, $4, true)',
      [channelId, 'months', ['registered'], hookTemplate(taking, 5_000)],
    )
  const log = openSync(join(folder, 'log'), 'a')
  const start = (port = '0') =>
    startOurs(cluster, database, {
      log,
      env: {
        PORT: port,
        INTERNAL_PARTNERS: `127.0.0.1:${world.partner.port},127.0.0.1:${sandbox.port},127.0.0.1:${taking}`,
        SANDBOX_PAYMENTS: '1',
        ALLOW_OWNER_RIGHTS: '1',
        FILES_DIR: join(folder, 'files'),
      },
    })
  const app = await start()
  const { pool, keys, checkKey } = world
  return {
    ...world,
    cluster,
    app,
    folder,
    url: new URL(app.page).origin,
    traffic: { channels: keys, checkKey, partner: null, orgs, products: [sandbox.productId] },
    faults: [],
    /** @param time in minutes of the business day */
    instantOf: (day, time) => firstDay + day * dayMs + time * 60_000,
    moveTo: await createMove(world, setClock),
    signIn: (name) => signIn(cluster, database, name),
    /** What the service remembers for a day by its own time it must not remember for months. */
    async restart() {
      await this.app.stop()
      this.app = await start(new URL(this.url).port)
    },
    async close() {
      await this.app.stop()
      closeSync(log)
      await sandbox.stop()
      await world.partner.stop()
      targets.disconnect()
      await pool.end()
      await cluster.stop()
    },
  }
}

/** The terms of each channel. */
const terms = [
  { flow: 'full', settlement: 'cpl', priceFen: 30, shareBp: null },
  { flow: 'full', settlement: 'cpa', priceFen: 50, shareBp: null },
  { flow: 'full', settlement: 'cps', priceFen: null, shareBp: 2_000 },
  { flow: 'full', settlement: 'cpuv', priceFen: 3, shareBp: null },
  { flow: 'half', settlement: 'cpl', priceFen: 30, shareBp: null },
]

async function setTerms({ pool, keys }) {
  for (const [nth, { flow, settlement, priceFen, shareBp }] of terms.entries()) {
    keys[nth].flow = flow
    await pool.query(
      `update channel set flow = $2, settlement = $3, price_fen = $4, share_bp = $5, deduction_bp = 1000 where id = $1`,
      [keys[nth].channelId, flow, settlement, priceFen, shareBp],
    )
  }
}

/** What each organization answers by turns: some only when asked again, some not at all. */
const behaviors = [
  ...Array(12).fill('accept'),
  ...['reject', 'reject', 'reject', 'duplicate', 'fail', 'drop', 'later', 'rubbish'],
]

/** Organizations of both flows that the partner plays, each with a plan, one of them with a cap. @returns their codes */
async function addOrgs(world) {
  const { pool, partner } = world
  const codes = []
  for (const [nth, flow] of ['full', 'full', 'full', 'half', 'half'].entries()) {
    const code = `months${nth}`
    const orgId = await addRichOrg(world, code, flow, '2030-03-27')
    await pool.query(
      `insert into plan (org_id, name, flow, status, price_fen, starts_on, daily_cap, hourly_cap)
       values ($1, $2, $3, 'running', $4, '2020-01-01', $5, $6)`,
      [orgId, code, flow, 100 + nth, nth === 0 ? 200 : null, nth === 1 ? 100 : null],
    )
    await partner.set(code, { behaviors })
    codes.push(code)
  }
  return codes
}
