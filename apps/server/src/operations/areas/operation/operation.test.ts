import { readdirSync } from 'node:fs'
import { codes } from '@kabao/contract'
import type { Overview } from '@kabao/contract/operations/operation'
import { expect, test } from 'vitest'
import { noteBegin, noteDone, noteFailure } from '#platform/backup/run-record'
import { migrationsFolder } from '#platform/base/paths'
import { startApp } from '#test/harness'

const app = startApp()
const overview = async (): Promise<Overview> => {
  const request = await app.as('operation:page')
  return (await request('GET', '/operation')).body.data
}
/** The name of the newest migration, without its ending. */
const newestMigration = () =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)
    ?.slice(0, -'.sql'.length)
const named = ({ judgments }: Overview) => judgments.map(({ name }) => name)
const declared = (roles: readonly ('api' | 'open' | 'jobs')[], version: string) => ({
  roles,
  pools: { calls: app.servicePool },
  risks: [],
  beatMs: 50,
  build: { number: version, commit: '' },
})

test('only who has the point may see it', async () => {
  expect((await (await app.as('job:page'))('GET', '/operation')).body.code).toBe(codes.forbidden)
  expect((await app.request('GET', '/operation')).body.code).toBe(codes.sessionExpired)
})

test('instances of several versions are marked, and what nobody serves is named first', async () => {
  const one = await app.another({ instance: declared(['api', 'open'], '1.2.0') })
  const other = await app.another({ instance: declared(['api'], '1.3.0') })
  await expect.poll(async () => (await overview()).instances?.length).toBe(2)
  const shown = await overview()
  expect(shown.judgments[0]).toMatchObject({ name: 'roleMissing', values: { roles: 'jobs' } })
  expect(named(shown)).toContain('versionsDiffer')
  expect(named(shown)).not.toContain('instancesFine')
  expect(shown.instances?.map(({ facts }) => facts?.pools[0])).toMatchObject([
    { name: 'calls', limit: 10 },
    { name: 'calls', limit: 10 },
  ])

  await other.close()
  const worker = await app.another({ instance: declared(['jobs'], '1.2.0') })
  await expect.poll(async () => named(await overview())).toContain('instancesFine')
  const draining = worker.drain(0.1)
  await expect.poll(async () => (await overview()).instances?.some(({ isDraining }) => isDraining)).toBe(true)
  await draining
  await Promise.all([worker.close(), one.close()])
  expect((await overview()).instances).toEqual([])
})

test('an instance whose version writes other facts is shown without them', async () => {
  await app.pool.query(`insert into instance values (gen_random_uuid(), 'older', 7, '0.9.0', '', '20.19.0', '{api}', now(), now(), now(),
    false, '{"pools": "none"}')`)
  expect((await overview()).instances).toMatchObject([{ host: 'older', facts: null, isSilent: false }])
  await app.pool.query('delete from instance')
})

test('the parts show what the tables have', async () => {
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow) values ('slow', '慢机构', 'full') returning id`,
  )
  await app.pool.query(
    `insert into org_breaker (org_id, probe_at) values ($1, now() + interval '30 seconds')`,
    [rows[0].id],
  )
  await app.pool.query(
    `with someone as (insert into "user" (phone, flow) values ('13800009999', 'full') returning id)
     insert into due_step (user_id, kind, waits_for, due_at) select id, 'match', 1, now() + interval '1 hour' from someone`,
  )
  await app.pool.query(
    `insert into ledger_check (started_at, transfers, accounts, faults, sums_agree) values (now(), 7, 2, '[{"kind": "changed"}]', true)`,
  )
  const shown = await overview()
  expect(shown.failures).toEqual([])
  expect(shown.breakers).toMatchObject([{ name: '慢机构', status: 'open', page: 'OrgList', id: rows[0].id }])
  expect(shown.pipeline).toMatchObject({ steps: { due: 0 }, waiting: 1 })
  expect(shown.ledger).toMatchObject({ check: { transfers: 7, faults: 1 }, isChecking: false })
  expect(named(shown)).toEqual(expect.arrayContaining(['breakersOpen', 'ledgerBroken', 'partitionsFine']))
  expect(shown.database).toMatchObject({ isPrimary: true, migration: newestMigration(), archive: null })
  expect(shown.database?.tables.length).toBeGreaterThan(3)
  const visits = shown.partitions?.find(({ name }) => name === 'visit')
  expect(visits).toMatchObject({ unit: 'day', keptDays: 90, isShort: false, isOverdue: false })
  expect(shown.queues).toMatchObject({ waiting: 0, failed: 0, next: { title: expect.any(String) } })
  await app.pool.query('delete from org_breaker')
  await app.pool.query('delete from due_step')
})

test('a job that waits long and one that failed are named, and queues are counted by what could begin', async () => {
  await app.pool.query(`insert into pgboss.job (name, state, start_after, created_on) values
    ('partitions', 'created', now() - interval '20 minutes', now() - interval '20 minutes'),
    ('partitions', 'created', now() + interval '1 hour', now())`)
  await app.pool.query(
    `insert into pgboss.job (name, state, completed_on) values ('ledger-verify', 'failed', now())`,
  )
  const shown = await overview()
  expect(shown.queues).toMatchObject({ waiting: 1, failed: 1 })
  expect(shown.queues?.oldestSeconds).toBeGreaterThanOrEqual(1_200)
  expect(named(shown)).toEqual(expect.arrayContaining(['queueStuck', 'jobsFailed']))
  await app.pool.query('delete from pgboss.job')
})

test('the last backup is shown with its place, a failed and an old one are named', async () => {
  expect(named(await overview())).toContain('backupNone')
  const first = await noteBegin(app.db, 's3://backups/monday')
  await noteDone(app.db, first, { size: 5_000_000, rows: 10, files: 2, missing: [] })
  const good = await overview()
  expect(good.backup?.good).toMatchObject({ place: 's3://backups/monday', bytes: 5_000_000, status: 'done' })
  expect(named(good)).toContain('backupFine')
  await noteFailure(app.db, await noteBegin(app.db, '/backups/tuesday'), 'The disk is full.')
  await app.pool.query(`update backup_run set started_at = now() - interval '37 hours' where id = $1`, [
    first,
  ])
  const { judgments } = await overview()
  expect(judgments).toContainEqual({ name: 'backupFailed', values: { failure: 'The disk is full.' } })
  expect(judgments).toContainEqual({ name: 'backupOld', values: { seconds: expect.any(Number) } })
})

test('a part that may not be read or takes too long says so, and the others are shown', async () => {
  await app.pool.query('revoke select on ledger_check from kabao_service')
  const client = await app.pool.connect()
  await client.query('begin; lock table difference')
  const shown = await overview()
  await client.query('rollback')
  client.release()
  await app.pool.query('grant select on ledger_check to kabao_service')
  expect(shown.failures).toEqual([
    { part: 'ledger', why: 'denied' },
    { part: 'reconcile', why: 'slow' },
  ])
  expect(shown).toMatchObject({ ledger: null, reconcile: null, database: { isPrimary: true } })
  expect((await overview()).failures).toEqual([])
})
