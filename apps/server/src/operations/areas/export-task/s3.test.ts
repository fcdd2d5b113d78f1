import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppOptions } from '#boot/app'
import { sweepExports } from '#platform/exports/sweep-job'
import { s3Storage } from '#platform/storage/s3'
import { exportsOf } from '#test/exports'
import { startApp } from '#test/harness'
import { runListed } from '#test/run-jobs'
import { startS3 } from '#test/s3-server'

/*
 * With files in a bucket, exports work as on disk: a small one in the request, a large one in the queue; both are fetched by ticket
 * and deleted when they are old.
 */
let s3: Awaited<ReturnType<typeof startS3>>
let incoming: string
const options: Partial<AppOptions> = {}
beforeAll(async () => {
  s3 = await startS3()
  incoming = await mkdtemp(join(tmpdir(), 'kabao-incoming-'))
  options.storage = await s3Storage(s3.options, incoming)
})
const app = startApp(options)
const files = exportsOf(app)
afterAll(async () => {
  await s3.stop()
  await rm(incoming, { recursive: true, force: true })
})
const columns = ['id', 'name']

beforeAll(async () => {
  // The jobs use the same storage as the requests.
  Object.assign(app, { storage: options.storage })
  await app.pool.query(
    `insert into "user" (name, flow, status)
     select '王小明', 'full', case when n <= 900 then 'accepted' else 'rejected' end from generate_series(1, 60000) n`,
  )
})

test('a small export is stored in the bucket in the request, and its owner fetches it', async () => {
  const request = await app.as('user:page', 'user:export')
  const { task } = await files.request(request, 'user', { columns, status: 'accepted', sort: 'createdAt' })
  expect(task).toMatchObject({ status: 'done', rowsTotal: 900 })
  const cells = files.readCsv((await files.download(request, task.id)).bytes)
  expect(cells).toHaveLength(901)
  expect([s3.objects.size, s3.refused, await readdir(incoming)]).toEqual([1, [], []])
})

test('a large one is stored by the queue, byte for byte, and is deleted when it is old', async () => {
  const running = await files.start()
  try {
    const request = await app.as('user:page', 'user:export')
    const { task } = await files.request(request, 'user', { columns, status: 'rejected', sort: 'createdAt' })
    await files.until(request, task.id, 'done')
    const { bytes } = await files.download(request, task.id)
    expect(bytes.length).toBeGreaterThan(500_000)
    expect(files.readCsv(bytes)).toHaveLength(59_101)
    expect([...s3.objects.values()].some(({ body }) => body.equals(bytes))).toBe(true)

    const before = s3.objects.size
    await app.pool.query(`update export_task set expires_at = now() - interval '1 second' where id = $1`, [
      task.id,
    ])
    const { db, storage } = app
    expect((await sweepExports({ db, storage, signal: new AbortController().signal })).expired).toBe(1)
    expect(s3.objects.size).toBe(before - 1)
    expect(await files.refusal(request, task.id)).not.toBe('0000')
    expect(await readdir(incoming)).toEqual([])
  } finally {
    await running.stop()
  }
})

test('an export fails while the bucket is down and leaves no partial file; the next one succeeds', async () => {
  const request = await app.as('user:page', 'user:export')
  const before = s3.objects.size
  s3.goDown(true)
  const { body } = await request('POST', '/user/page/export', { format: 'csv', columns, status: 'accepted' })
  s3.goDown(false)
  expect(body.code).not.toBe('0000')
  expect([s3.objects.size, await readdir(incoming)]).toEqual([before, []])
  // The row is written before the bytes. The sweep deletes it a day later; the test makes it that old.
  await app.pool.query(`update file set unclaimed_since = now() - interval '2 days' where status = 'pending'`)
  expect(await runListed(app, 'file-sweep')).toEqual({ removed: 1 })
  await files.request(request, 'user', { columns, status: 'accepted' })
  expect(s3.objects.size).toBe(before + 1)
})
