import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Overview } from '@kabao/contract/operations/operation'
import { type Postgres, startPostgres } from '@kabao/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceRole } from '#platform/db/rights'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from './built-service.ts'
import { secret } from './harness.ts'
import { hangLimit } from './process.ts'
import { serviceProgram } from './programs-of-run.ts'
import { startStandby } from './standby.ts'

let folder: string
let postgres: Postgres
let standby: Postgres | null = null
let database: pg.Client
/** The first one serves all, the second one the jobs only. */
let instances: [Instance, Instance]
let token: string

beforeAll(async () => {
  folder = await memoryFolder('kabao-instances-')
  await chmod(folder, 0o755)
  postgres = await startPostgres({ dataDir: join(folder, 'primary'), durable: false })
  const env = {
    DATABASE_URL: postgres.url,
    DATA_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    ADMIN_PASSWORD: secret('first 1234'),
  }
  instances = [
    await instanceOf(serviceProgram(), { ...env, DRAIN_SECONDS: '0' }),
    await instanceOf(serviceProgram(), { ...env, SERVE: 'jobs', DRAIN_SECONDS: '30' }),
  ]
  await instances[0].start()
  database = new pg.Client(postgres.connection)
  await database.connect()
  const login = await call('/admin/login', { username: 'admin', password: 'first 1234' }, '')
  token = secret((login as { token: string }).token)
  await call('/admin/password', { current: 'first 1234', next: secret('second 1234') })
}, hangLimit)

afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.kill()))
  await database?.end()
  await standby?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}, hangLimit)

async function call(path: string, body?: object, as = token): Promise<unknown> {
  const response = await fetch(`${instances[0].url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(as && { token: as }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data } = (await response.json()) as { data: unknown }
  return data
}
const overview = async () => (await call('/operation')) as Overview
const named = ({ judgments }: Overview) => judgments.map(({ name }) => name)
/** The instances that serve only jobs. */
const workers = async () =>
  ((await overview()).instances ?? []).filter(({ roles }) => roles.join() === 'jobs')

test('each instance is shown with its roles and pools, and one that drains until it is gone', {
  timeout: hangLimit,
}, async () => {
  await instances[1].start()
  await expect.poll(async () => (await workers()).length, { timeout: 15_000 }).toBe(1)
  const { instances: shown } = await overview()
  const pools = (shown ?? []).map(({ facts }) => facts?.pools.map(({ name, limit }) => `${name} ${limit}`))
  expect(pools).toEqual([
    ['calls 10', 'side 3', 'jobs 3', 'heavyJobs 4', 'pipeline 6', 'queue 4'],
    ['calls 3', 'side 3', 'jobs 3', 'heavyJobs 4', 'pipeline 6', 'queue 4'],
  ])
  expect(shown?.map(({ isThis }) => isThis)).toEqual([true, false])
  expect(shown?.[1]).toMatchObject({ isSilent: false, isDraining: false, node: process.versions.node })

  const ended = instances[1].stop()
  await expect.poll(async () => (await workers())[0]?.isDraining, { timeout: 15_000 }).toBe(true)
  expect(named(await overview())).not.toContain('instanceSilent')
  expect(await ended).toBe(0)
  expect(await workers()).toEqual([])
})

test('an instance that is killed is shown as silent, and is removed after an hour', {
  timeout: hangLimit,
}, async () => {
  await instances[1].start()
  await expect.poll(async () => (await workers()).length, { timeout: 15_000 }).toBe(1)
  await instances[1].kill()
  await expect
    .poll(async () => (await workers())[0]?.isSilent, { timeout: 60_000, interval: 1_000 })
    .toBe(true)
  const shown = await overview()
  expect(named(shown)).toContain('instanceSilent')
  // The other one serves jobs too.
  expect(named(shown)).not.toContain('roleMissing')
  await database.query(`update instance set beat_at = now() - interval '61 minutes' where roles = '{jobs}'`)
  await expect.poll(workers, { timeout: 15_000 }).toEqual([])
})

test('a standby is shown with how far it is, if the user of the service may see it', {
  timeout: hangLimit,
}, async () => {
  expect((await overview()).replication).toMatchObject({ standbys: [], wantsSync: false })
  standby = await startStandby({
    from: join(folder, 'primary'),
    primary: postgres.connection,
    dataDir: join(folder, 'standby'),
    name: 'second',
  })
  await expect.poll(async () => named(await overview()), { timeout: 15_000 }).toContain('replicationHidden')
  await database.query(`alter role ${serviceRole} inherit; grant pg_monitor to ${serviceRole}`)
  await expect
    .poll(async () => (await overview()).replication?.standbys, { timeout: 15_000 })
    .toMatchObject([{ name: 'second', status: 'streaming', isSync: false, lagBytes: expect.any(Number) }])
  expect((await overview()).replication?.slots).toMatchObject([{ name: 'second', isActive: true }])
})
