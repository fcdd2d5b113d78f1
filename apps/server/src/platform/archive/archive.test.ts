import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { OpenRequestPage } from '@kabao/contract/partners/open-request'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { packBodies, requestArchive } from '#partners'
import { findPageOfRequests } from '#partners/partner-requests'
import { startApp } from '#test/harness'
import { newChannel, newOrg, type TestPartner } from '#test/open-caller'
import { runListed } from '#test/run-jobs'
import { startS3 } from '#test/s3-server'
import { clearPageCaches } from '../db/page.ts'
import { timeIdOf } from '../db/partitions.ts'
import { StorageAway } from '../storage/failure.ts'
import { s3Storage } from '../storage/s3.ts'
import { archiveJob } from './job.ts'

const app = startApp()
const owners: { kind: 'channel' | 'org'; of: TestPartner }[] = []
let otherKey: string

beforeAll(async () => {
  for (const kind of ['channel', 'channel'] as const) owners.push({ kind, of: await newChannel(app) })
  owners.push({ kind: 'org', of: await newOrg(app) })
  const { rows } = await app.pool.query(
    `insert into api_key (channel_id, key, revoked_at) select channel_id, $1, now() from api_key where key = $2 returning key`,
    [`ck_${randomUUID().replaceAll('-', '')}`, owners[0]?.of.key],
  )
  otherKey = rows[0].key
})

const stored = () => join(app.filesFolder, 'stored')

const day = 86_400_000
const today = Math.floor(Date.now() / day) * day

/** Requests of the last 12 days, some on each, the later days with more; each third without bodies or as older code wrote it. */
beforeEach(async () => {
  await app.set('retention.archiveAfterDays', 7)
  await app.set('retention.openRequestDays', null)
  await app.pool.query('truncate archive_part, archive_day, open_request')
  await app.pool.query(`delete from file where use = 'archive'`)
  await rm(stored(), { recursive: true, force: true })
  await app.pool.query(`select make_partitions('open_request', now() - interval '12 days')`)
  for (let ago = 12; ago > 0; ago--)
    for (const [nth, { kind, of }] of owners.entries())
      for (let n = 0; n < 3 + (ago % 4) + nth; n++)
        await addRequest(today - ago * day + n * 3_600_000, nth, n, kind, of)
})

async function addRequest(
  at: number,
  nth: number,
  n: number,
  kind: string,
  of: TestPartner,
): Promise<string> {
  const isRefused = n % 3 === 1
  const body = `{"phone":"139****${1000 + n}","name":"张**${nth}"}`
  const { rows } = await app.pool.query(
    `insert into open_request (id, channel_id, org_id, api_key_id, call, path, code, fault, is_sandbox, is_repeat, ms, ip, request, answer, bodies)
     select $1, case $2 when 'channel' then $3::bigint end, case $2 when 'org' then $3::bigint end, id, $4, '/open/x?a=1', $5, $6, $7, $8, $9,
       '203.0.113.7', $10, $11, $12 from api_key where key = $13 returning id`,
    [
      timeIdOf(at, nth * 100 + n),
      kind,
      of.id,
      n % 2 === 0 ? 'open.user' : 'open.visit',
      isRefused ? '2000' : '0000',
      isRefused ? 'signature' : null,
      n % 5 === 0,
      n % 4 === 0,
      n * 7,
      n % 3 === 0 ? body : null,
      null,
      n % 3 === 2 ? packBodies({ request: body, answer: '{"code":"0000","desc":"请求成功"}' }) : null,
      nth === 0 && n % 2 === 1 ? otherKey : of.key,
    ],
  )
  return rows[0].id
}

const archive = () => runListed(app, 'open-request-archive')
const daysInTable = async () =>
  (
    await app.pool.query<{ from: string }>(
      `select to_char(from_at at time zone 'UTC', 'YYYY-MM-DD') as from from partitions_of('open_request') where from_at < now() order by 1`,
    )
  ).rows.map(({ from }) => from)
const numberOf = async (table: string) =>
  (await app.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number
/** The paths of the stored files. */
const files = async () =>
  (await readdir(stored(), { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))

function pageOf(nth: number, page: Partial<OpenRequestPage>, storage = app.storage) {
  const { kind, of } = owners[nth] as (typeof owners)[0]
  clearPageCaches()
  return findPageOfRequests(
    app.db,
    storage,
    { kind, id: of.id },
    { current: 1, size: 10, sort: '-at', ...page },
  )
}

/** Every page of many lists, as a reader would see it. */
async function readAll() {
  const lists: Partial<OpenRequestPage>[] = [
    {},
    { call: 'open.user' },
    { code: '2000' },
    { result: 'answered' },
    { result: 'refused', call: 'open.visit' },
    { key: otherKey },
    { key: 'ck_nobody' },
    {
      from: new Date(today - 10 * day).toISOString(),
      to: new Date(today - 4 * day + 7_200_000).toISOString(),
    },
    { from: new Date(today - 9 * day + 1).toISOString(), result: 'refused' },
    { to: new Date(today - 11 * day).toISOString() },
  ]
  const read: unknown[] = []
  for (const [nth, size] of [
    [0, 7],
    [2, 50],
  ] as const)
    for (const list of lists)
      for (const sort of ['at', '-at'] as const)
        for (let current = 1, total = 1; (current - 1) * size < total + size; current++) {
          const page = await pageOf(nth, { ...list, sort, size, current })
          total = page.total
          read.push({ nth, list, sort, size, current, page })
        }
  return read
}

test('closed days go to files, and every page of every list has the same rows in the same order', async () => {
  const before = await readAll()
  expect(await archive()).toEqual({ taken: expect.any(Number), dropped: 5, expired: 0 })
  // The days that ended 7 days ago are gone from the table; those after them are copied.
  expect(await daysInTable()).toEqual(
    Array.from({ length: 8 }, (_, n) => new Date(today - (7 - n) * day).toISOString().slice(0, 10)),
  )
  expect(await numberOf('archive_day')).toBe(11)
  expect(await readAll()).toEqual(before)
  expect(await archive()).toEqual({ taken: 0, dropped: 0, expired: 0 })
})

test('a single request is found in a file, by its partner only', async () => {
  const request = await app.as('channel:requests', 'channel:page')
  const { rows } = await app.pool.query(
    'select id from open_request where channel_id = $1 order by id limit 1 offset 2',
    [owners[0]?.of.id],
  )
  const read = (of: TestPartner | undefined, id = rows[0].id) =>
    request('GET', `/row/channel/${of?.id}/requests/${id}`)
  const before = await read(owners[0]?.of)
  expect(before.body.data.request).toContain('139****1002')
  await archive()
  expect((await read(owners[0]?.of)).body.data).toEqual(before.body.data)
  expect((await read(owners[1]?.of)).body.code).toBe('4040')
  expect((await read(owners[0]?.of, '1')).body.code).toBe('4040')
})

test('DuckDB reads the files', async () => {
  const wanted = await app.pool.query(
    `select count(*)::int as n, sum(ms)::int as ms, count(org_id)::int as orgs, min(id) as first,
       count(bodies)::int as told from open_request where id < time_id_at(date_trunc('day', now(), 'UTC') - interval '1 day')`,
  )
  await archive()
  const paths = (await files()).map((path) => `'${path}'`)
  const duck = await (await DuckDBInstance.create()).connect()
  const read = await duck.runAndReadAll(
    `select count(*)::int as n, sum(ms)::int as ms, count(org_id)::int as orgs, min(id)::varchar as first,
       count(answer) filter (where answer like '%请求成功%')::int as told from read_parquet([${paths}])`,
  )
  expect(read.getRowObjects()).toEqual(wanted.rows)
})

test('a day that changed after it was copied stays until the new rows are in a file, too', async () => {
  await app.set('retention.archiveAfterDays', 20)
  await archive()
  const [{ kind, of }] = owners as [(typeof owners)[0]]
  await addRequest(today - 10 * day + 5, 9, 9, kind, of)
  const before = await readAll()
  await app.set('retention.archiveAfterDays', 7)
  expect(await archive()).toMatchObject({ dropped: 2 })
  expect((await files()).length).toBe(10)
  expect(await readAll()).toEqual(before)
  expect(await archive()).toMatchObject({ dropped: 3 })
  expect(await readAll()).toEqual(before)
})

test('a partition that the archive does not know keeps all later ones in the table', async () => {
  await app.set('retention.archiveAfterDays', 20)
  await archive()
  await app.pool.query(`select make_partitions('open_request', now() - interval '14 days')`)
  await app.pool.query(`insert into archive_day (table_name, from_at, to_at, row_count, checksum)
    select 'open_request', p.from_at, p.to_at, 0, 1 from partitions_of('open_request') p order by p.from_at limit 1`)
  await app.set('retention.archiveAfterDays', 7)
  // The oldest one is not what the record says, so it is forgotten; the next run copies it.
  expect(await archive()).toMatchObject({ dropped: 0 })
  expect(await archive()).toMatchObject({ dropped: 7 })
  await expect(
    app.servicePool.query(
      `select drop_archived('open_request', from_at) from archive_day where dropped_at is null`,
    ),
  ).rejects.toThrow('is not closed for long enough')
})

test('the files of days that are no longer kept are deleted', async () => {
  await archive()
  const before = (await files()).length
  await app.set('retention.openRequestDays', 9)
  expect(await archive()).toMatchObject({ expired: 3 })
  expect((await files()).length).toBe(before - 3)
  expect(await numberOf('archive_part')).toBe(before - 3)
  expect(await numberOf(`file where use = 'archive'`)).toBe(before - 3)
  expect((await pageOf(0, { sort: 'at' })).records[0]?.at.slice(0, 10)).toBe(
    new Date(today - 9 * day).toISOString().slice(0, 10),
  )
})

test('a bucket that is away loses nothing: nothing is dropped, and pages that need it say so', async () => {
  const s3 = await startS3()
  try {
    const bucket = await s3Storage(s3.options, join(app.filesFolder, 'incoming'))
    const job = archiveJob(requestArchive, 'in-bucket', ['桶', 'Bucket'])
    const run = () =>
      job.run({
        ...app.app.services,
        db: app.db,
        pool: app.pool,
        storage: bucket,
        data: {},
        attempt: 1,
        signal: new AbortController().signal,
        progress: () => undefined,
      })
    s3.goDown(true)
    const before = await numberOf('open_request')
    await expect(run()).rejects.toThrow(StorageAway)
    expect([await numberOf('open_request'), await numberOf('archive_day')]).toEqual([before, 0])
    s3.goDown(false)
    const first = await pageOf(0, { size: 5 })
    const last = await pageOf(0, { size: 20, current: 3 })
    expect(await run()).toMatchObject({ dropped: 5 })
    s3.goDown(true)
    const whileAway = await pageOf(0, { size: 5 }, bucket)
    expect(whileAway).toMatchObject({ records: first.records, totalIsEstimate: true })
    await expect(pageOf(0, { size: 20, current: 3 }, bucket)).rejects.toThrow(StorageAway)
    s3.goDown(false)
    expect(await pageOf(0, { size: 20, current: 3 }, bucket)).toEqual(last)
  } finally {
    s3.stop()
  }
})

test('a file that is cut or changed is never read as if it were right', async () => {
  const put = app.storage.put.bind(app.storage)
  app.storage.put = async (key, path, about) => {
    const bytes = await readFile(path)
    await writeFile(path, bytes.subarray(0, bytes.length - 100))
    return put(key, path, about)
  }
  try {
    await expect(archive()).rejects.toThrow('is not read as it was written')
  } finally {
    app.storage.put = put
  }
  expect(await numberOf('archive_day')).toBe(0)
  expect(await daysInTable()).toHaveLength(13)
  await archive()
  for (const path of await files()) {
    const bytes = await readFile(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(path, bytes)
  }
  await expect(pageOf(2, { sort: 'at' })).rejects.toThrow('has changed since it was stored')
  expect(await pageOf(2, { size: 5 })).toMatchObject({ records: { length: 5 }, totalIsEstimate: true })
  await rm(stored(), { recursive: true })
  await expect(pageOf(2, { sort: 'at' })).rejects.toThrow('ENOENT')
  expect(await pageOf(2, { size: 5 })).toMatchObject({ records: { length: 5 }, totalIsEstimate: true })
})

test('by default nothing leaves the table', async () => {
  await app.set('retention.archiveAfterDays', null)
  const before = await numberOf('open_request')
  expect(await archive()).toEqual({ taken: 0, dropped: 0, expired: 0 })
  expect([await numberOf('open_request'), await numberOf('archive_day')]).toEqual([before, 0])
  expect(await sql`select from archive_part`.execute(app.db)).toMatchObject({ rows: [] })
})
