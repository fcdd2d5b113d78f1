import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AppOptions } from '#boot/app'
import { sendFile } from '#platform/backup/bucket'
import { diskStorage } from '#platform/storage/disk'
import { intakeClient, s3Storage } from '#platform/storage/s3'
import type { Storage } from '#platform/storage/storage'
import { exportsOf } from '../exports.ts'
import { startApp, type TestApp } from '../harness.ts'
import { type S3Mode, startS3 } from '../s3-server.ts'
import { picture, upload } from '../upload.ts'
import { canMount, noMount, type SmallDisk, smallDisk } from './small-disk.ts'

/** How long the bucket may be silent, in milliseconds; a real one longer. */
const silenceMs = 400

const columns = ['id', 'name']
const addUsers = (app: TestApp) =>
  app.pool.query(
    `insert into "user" (name, flow, status) select '王小明', 'full', 'accepted' from generate_series(1, 3000)`,
  )
const ready = async (app: TestApp) => (await app.app.inject('/readyz')).payload
const pending = async (app: TestApp) =>
  (await app.pool.query(`select count(*)::int as n from file where status <> 'stored'`)).rows[0].n

describe('a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let incoming: string
  let storage: Storage
  const options: Partial<AppOptions> = {}
  beforeAll(async () => {
    s3 = await startS3()
    incoming = await mkdtemp(join(tmpdir(), 'kabao-incoming-'))
    storage = await s3Storage(s3.options, incoming, silenceMs)
    options.storage = storage
  })
  const app = startApp(options)
  const files = exportsOf(app)
  beforeAll(async () => {
    Object.assign(app, { storage })
    await addUsers(app)
  })
  afterEach(() => s3.become('well'))
  afterAll(async () => {
    await s3.stop()
    await rm(incoming, { recursive: true, force: true })
  })

  test.each<S3Mode>(['gone', 'silent', 'busy'])(
    'that is %s is said, nothing is half kept, and it recovers',
    {
      timeout: 60_000,
    },
    async (mode) => {
      const admin = await app.as('user:page', 'user:export', 'feedback:reply')
      const content = await picture().png().toBuffer()
      const send = () => upload(app.app, admin.token, 'feedback', [{ name: 'a.png', content }], 'en-US')
      const running = await files.start()
      try {
        const stored = await files.request(admin, 'user', { columns })
        await files.until(admin, stored.task.id, 'done')
        const before = s3.objects.size
        const rows = await pending(app)

        s3.become(mode)
        const refused = await send()
        expect(refused.code).toBe('50000')
        expect(refused.desc).toMatch(
          /^The storage of files cannot be used at the moment, so nothing was stored or read/,
        )
        const { data } = (await admin('POST', `/exportTask/${stored.task.id}/download`)).body
        expect((await files.fetchTicket(data.ticket)).body).toContain('"code":"50000"')
        expect(await ready(app)).toBe('ready\nthe bucket of the uploaded files cannot be used\n')
        const { task } = await files.request(admin, 'user', { columns, sort: 'createdAt' })
        await expect
          .poll(async () => (await files.get(admin, task.id)).status, { interval: 50 })
          .toBe('running')
        expect(s3.objects.size).toBe(before)

        s3.become('well')
        await files.until(admin, task.id, 'done')
        expect(files.readCsv((await files.download(admin, task.id)).bytes)).toHaveLength(3_001)
        expect((await send()).code).toBe('0000')
        expect(await ready(app)).toBe('ready\n')
        // The upload that was refused is swept like one that nobody claimed; an export leaves none.
        expect((await pending(app)) - rows).toBeLessThanOrEqual(1)
        expect(await readdir(incoming)).toEqual([])
      } finally {
        await running.stop()
      }
    },
  )
})

test.each<S3Mode>(['gone', 'silent', 'busy'])(
  'a backup waits for a bucket that is %s, and is whole',
  async (mode) => {
    const s3 = await startS3()
    const folder = await mkdtemp(join(tmpdir(), 'kabao-backup-'))
    try {
      const path = join(folder, 'backup')
      await writeFile(path, randomBytes(3_000_000))
      s3.become(mode)
      const place = { Bucket: s3.options.bucket, Key: 'backups/one' }
      const sending = sendFile(intakeClient(s3.options, silenceMs), place, { path })
      await sleep(silenceMs * 3)
      expect(s3.objects.has('backups/one')).toBe(false)
      s3.become('well')
      expect(await sending).toBe(3_000_000)
      expect(s3.objects.get('backups/one')?.body.equals(await readFile(path))).toBe(true)
    } finally {
      await s3.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

describe('a full disk of the uploaded files', () => {
  let disk: SmallDisk | null = null
  const options: Partial<AppOptions> = {}
  beforeAll(async () => {
    if (!canMount) return
    disk = smallDisk(join(await mkdtemp(join(tmpdir(), 'kabao-full-')), 'disk'), 8)
    options.storage = await diskStorage(join(disk.path, 'files'))
  })
  const app = startApp(options)
  const files = exportsOf(app)
  afterAll(() => disk?.remove())

  test('is said, and an export that met it is done by itself once there is room', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!disk || !options.storage) return skip(noMount)
    Object.assign(app, { storage: options.storage })
    await addUsers(app)
    const admin = await app.as('user:page', 'user:export', 'feedback:reply')
    const content = await picture().png().toBuffer()
    const send = () => upload(app.app, admin.token, 'feedback', [{ name: 'a.png', content }], 'en-US')
    const running = await files.start()
    try {
      await disk.fill()
      expect(await send()).toMatchObject({
        code: '50000',
        desc: expect.stringMatching(/^The service has no space left to store files/),
      })
      expect(await ready(app)).toBe('ready\nthe disk of the uploaded files is full\n')
      const { task } = await files.request(admin, 'user', { columns })
      const found = async () =>
        (await admin('POST', '/exportTask/mine', {})).body.data.records.find(
          ({ id }: { id: string }) => id === task.id,
        )
      await expect.poll(found, { timeout: 15_000 }).toMatchObject({ status: 'queued', waitsForSpace: true })
      // It meets the full disk once more, and the pause grows.
      const tries = async () =>
        (await app.pool.query('select space_tries as n from export_task where id = $1', [task.id])).rows[0].n
      await expect.poll(tries, { timeout: 30_000 }).toBe(2)
      await disk.free()
      await files.until(admin, task.id, 'done')
      expect(await found()).toMatchObject({ waitsForSpace: false, failure: null })
      expect(files.readCsv((await files.download(admin, task.id)).bytes)).toHaveLength(3_001)
      expect((await send()).code).toBe('0000')
      expect(await ready(app)).toBe('ready\n')
    } finally {
      await running.stop()
    }
  })
})
