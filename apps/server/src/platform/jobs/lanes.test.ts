import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { jobs } from '#boot/registry'
import { startApp } from '#test/harness'
import { createDb, createPool } from '../db/client.ts'
import { grantRights, serviceRole } from '../db/rights.ts'
import { ensureQueues } from './boss.ts'
import { defineJob } from './job.ts'
import { sendJob } from './send.ts'
import { type RunningJobs, startJobs } from './start.ts'

const app = startApp()
const pools: pg.Pool[] = []
let running: RunningJobs | undefined
afterAll(async () => {
  await running?.stop()
  await Promise.all(pools.map((pool) => pool.end()))
})

const nothing = z.strictObject({})
let holding = 0
let isReleased = false
/** Holds a connection of its lane until the test releases it, as a long export does. */
const holder = defineJob({
  name: 'lane-holder',
  title: ['', ''],
  data: nothing,
  lane: 'heavy',
  atOnce: 3,
  run: async (run) => {
    const client = await run.pool.connect()
    holding += 1
    await vi.waitFor(() => expect(isReleased).toBe(true), { timeout: 60_000, interval: 20 })
    client.release()
    holding -= 1
    return undefined
  },
})
let swept = 0
const sweep = defineJob({
  name: 'lane-sweep',
  title: ['', ''],
  data: nothing,
  run: async (run) => {
    await run.pool.query('select 1')
    swept += 1
    return undefined
  },
})

beforeAll(async () => {
  await ensureQueues(app.db, [holder, sweep])
  await grantRights(app.db, serviceRole)
})

const openSmall = (max: number) => {
  const pool = createPool({ ...app.servicePool.options, max })
  pools.push(pool)
  return pool
}

test('heavy jobs that hold all heavy connections do not delay a light one', { timeout: 60_000 }, async () => {
  const light = openSmall(2)
  const heavy = openSmall(2)
  const queue = openSmall(2)
  const { settings, listener, providerOf, faults, publicUrl } = app.app.services
  running = await startJobs({
    jobs: [holder, sweep],
    services: {
      db: createDb(light),
      pool: light,
      settings,
      storage: app.storage,
      vault: app.vault,
      providerOf,
      faults,
      publicUrl,
    },
    heavy: { db: createDb(heavy), pool: heavy },
    queueDb: createDb(queue),
    listener,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    limits: { lookSeconds: 1 },
  })
  for (let count = 0; count < 3; count++) await sendJob(app.db, holder, {})
  // No connection is left for the third job, so it waits.
  await vi.waitFor(() => expect([holding, heavy.waitingCount]).toEqual([2, 1]), {
    timeout: 5_000,
    interval: 20,
  })
  for (let count = 1; count <= 3; count++) {
    await sendJob(app.db, sweep, {})
    await vi.waitFor(() => expect(swept).toBe(count), { timeout: 2_000, interval: 20 })
  }
  expect([holding, heavy.totalCount]).toEqual([2, 2])
  isReleased = true
  await vi.waitFor(() => expect(holding).toBe(0), { timeout: 10_000, interval: 20 })
})

test('only jobs that read or write whole files, all rows of a filter or a whole table are heavy', () => {
  const heavy = jobs.filter(({ lane }) => lane === 'heavy').map(({ name }) => name)
  expect(heavy.sort()).toEqual([
    ...[
      'batch',
      'bill-download',
      'data-key-rotation',
      'export',
      'import-check',
      'import-commit',
      'ledger-verify',
      'open-request-archive',
      'reconcile',
      'reconcile-check',
      'report-run',
      'statistics-check',
    ],
  ])
})
