import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createDb, createPool } from '#platform/db/client'
import { diskStorage } from '#platform/storage/disk'
import { administer } from '#test/global-setup'
import { secret } from '#test/harness'
import { endAll, runService } from '#test/process'
import { picture } from '#test/upload'
import { sweepFiles } from './sweep.ts'

const cluster = inject('cluster')
const database = `file_${randomUUID().replaceAll('-', '')}`
const url = `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`
const password = 'crash 1234'
let folder: string
let pool: pg.Pool

beforeAll(async () => {
  await administer(cluster, `create database ${database} template kabao_template`)
  folder = await mkdtemp(join(tmpdir(), 'kabao-crash-'))
  pool = createPool({ ...cluster, database, max: 3 })
})
afterEach(endAll)
afterAll(async () => {
  await pool.end()
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  const service = runService({
    DATABASE_URL: url,
    DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    FILES_DIR: join(folder, 'files'),
    ADMIN_PASSWORD: secret(password),
  })
  const address = await service.ready
  await pool.query('update admin set must_change_password = false')
  const signedIn = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { token } = ((await signedIn.json()) as { data: { token: string } }).data
  return { service, address, token: secret(token) }
}

const filesIn = async (name: string) =>
  (await readdir(join(folder, 'files', name), { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  )
const until = async (isSo: () => Promise<boolean>) => {
  for (let left = 200; !(await isSo()); left--) {
    if (left === 0) throw new Error('The expected state was not reached')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

test('after a kill between storing the bytes and the commit, no partial upload is visible and the sweep deletes all of it', {
  timeout: 180_000,
}, async () => {
  const { service, address, token } = await start()
  // The transaction waits for its audit log entry; by then the bytes are stored.
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table audit_log in access exclusive mode')
  const form = new FormData()
  form.append('files', new Blob([(await picture(30, 30).png().toBuffer()) as BlobPart]), 'a.png')
  const sent = fetch(`${address}/api/common/upload?use=avatar`, {
    method: 'POST',
    headers: { token },
    body: form,
  }).catch(() => null)
  await until(async () => {
    const waiting = await pool.query(
      `select 1 from pg_locks where not granted and relation = 'audit_log'::regclass`,
    )
    return waiting.rows.length > 0
  })
  await until(async () => (await filesIn('stored')).length === 2)
  service.process.kill('SIGKILL')
  await Promise.all([sent, service.ended])
  await holder.query('rollback')
  await holder.end()

  await until(async () => (await pool.query(`select status from file`)).rows.length === 1)
  const { rows } = await pool.query('select id, status from file')
  expect(rows).toMatchObject([{ status: 'pending' }])
  const again = await start()
  const got = await fetch(`${again.address}/api/file/${rows[0].id}`, { headers: { token: again.token } })
  expect(await got.json()).toMatchObject({ code: '4040' })

  // What a killed upload leaves in the incoming folder.
  const left = join(folder, 'files/incoming/upload-left')
  await mkdir(left)
  await writeFile(join(left, 'half'), 'half')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(left, yesterday, yesterday)
  await pool.query(`update file set unclaimed_since = now() - interval '25 hours'`)
  expect(await sweepFiles(createDb(pool), await diskStorage(join(folder, 'files')))).toBe(1)
  expect([await filesIn('stored'), await filesIn('incoming')]).toEqual([[], []])
  expect((await pool.query('select 1 from file')).rows).toEqual([])
})

test('twenty large lists and twenty photos at once do not raise the memory of the server, and 100 MB are refused with a reason', {
  timeout: 300_000,
}, async () => {
  const { address, token } = await start()
  const memory = async () => {
    const text = await (await fetch(`${address}/metrics`)).text()
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024
  }
  const photo = await picture(4000, 3000).jpeg().toBuffer()
  const twenty = (each: () => ReturnType<typeof send>) => Promise.all(Array.from({ length: 20 }, each))
  // As many, and small: what a process needs for twenty callers is not what it needs for their files.
  await Promise.all([twenty(() => send(address, token, 1)), sendPhoto(address, token, photo)])
  const idle = await memory()
  let most = 0
  const watch = setInterval(() => void memory().then((now) => (most = Math.max(most, now))), 50)
  const answers = [
    ...(await twenty(() => send(address, token, 20))),
    ...(await twenty(() => sendPhoto(address, token, photo))),
  ]
  clearInterval(watch)
  expect(answers.map(({ code }) => code)).toEqual(Array(40).fill('0000'))
  expect(most).toBeGreaterThan(idle - 50)
  expect(most - idle).toBeLessThan(150)

  const stored = await filesIn('stored')
  const tooLarge = await send(address, token, 100)
  expect(tooLarge).toMatchObject({ code: '4000', data: { fields: { files: '文件不能超过 50 MB' } } })
  expect(await send(address, token, 100, false)).toMatchObject({
    code: '4000',
    data: { fields: { 'files.0': '文件不能超过 50 MB' } },
  })
  expect([(await filesIn('stored')).length, await filesIn('incoming')]).toEqual([stored.length, []])
})

async function sendPhoto(address: string, token: string, content: Buffer) {
  const form = new FormData()
  form.append('files', new Blob([content as BlobPart]), 'a.jpg')
  const sent = await fetch(`${address}/api/common/upload?use=avatar`, {
    method: 'POST',
    headers: { token },
    body: form,
  })
  return sent.json() as ReturnType<typeof send>
}

/** Streams a list of this many megabytes, with or without a declared length. */
function send(address: string, token: string, megabytes: number, isLengthKnown = true) {
  const head = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\n\r\n'
  const tail = '\r\n--x--\r\n'
  const lines = Buffer.from('13800000000,reason\r\n'.repeat(3277)).subarray(0, 65_536)
  const body = Readable.from(
    (function* () {
      yield Buffer.from(head)
      for (let at = 0; at < megabytes * 16; at++) yield lines
      yield Buffer.from(tail)
    })(),
  )
  const length = head.length + tail.length + megabytes * 16 * lines.length
  return new Promise<{ code: string; data: { fields?: object } }>((resolve, reject) => {
    const sent = request(
      `${address}/api/common/upload?use=import`,
      {
        method: 'POST',
        headers: {
          token,
          'content-type': 'multipart/form-data; boundary=x',
          ...(isLengthKnown && { 'content-length': length }),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => {
          resolve(JSON.parse(text))
          // Node's client stops sending when it has the response.
          sent.destroy()
        })
      },
    )
    sent.on('error', reject)
    body.pipe(sent)
  })
}
