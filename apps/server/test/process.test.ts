import { randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { administer } from './global-setup.ts'
import { copyTemplate } from './harness.ts'
import { endAll, hangLimit, runService } from './process.ts'

const cluster = inject('cluster')
const dataKey = Buffer.alloc(32, 1).toString('base64')
const databases: string[] = []
let folder: string

beforeAll(async () => {
  folder = await memoryFolder('kabao-process-')
})
afterEach(endAll, hangLimit)
afterAll(async () => {
  for (const name of databases) await administer(cluster, `drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

/** A database on the cluster of this run, like an operator's own PostgreSQL: migrated, or empty. */
async function ownDatabase({ isEmpty = false } = {}) {
  const name = `process_${randomUUID().replaceAll('-', '')}`
  databases.push(name)
  await (isEmpty ? administer(cluster, `create database ${name}`) : copyTemplate(name))
  const url = `postgres://${cluster.user}@/${name}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`
  return { url, env: { DATABASE_URL: url, DATA_KEY: dataKey } }
}

/** The processes whose working directory is a data folder, as PostgreSQL's is, whatever its command line says. */
function processesOf(dataDir: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)
    } catch {
      return false
    }
  })
}

async function call(
  address: string,
  path: string,
  { token, ...init }: RequestInit & { token?: string } = {},
) {
  const headers = { 'content-type': 'application/json', ...(token && { token }) }
  const response = await fetch(`${address}/api${path}`, { headers, ...init })
  return response.json() as Promise<{ code: string; desc: string; data: never }>
}

test('the embedded demo starts, answers, stops at SIGTERM with nothing left, and starts again with its data', {
  timeout: hangLimit,
}, async () => {
  const dataDir = join(folder, 'demo')
  const first = runService({ DATA_DIR: dataDir })
  const address = await first.ready
  expect(first.said()).toContain('Sign in with admin / admin')
  expect(processesOf(dataDir)).not.toEqual([])
  const signedIn = await call(address, '/admin/login?username=admin&password=admin')
  expect(signedIn.code).toBe('0000')

  const second = runService({ DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.said().trim().split('\n')).toEqual([expect.stringMatching(/in use|already/i)])

  first.process.kill('SIGTERM')
  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(processesOf(dataDir)).toEqual([])

  const again = runService({ DATA_DIR: dataDir })
  const page = await call(await again.ready, '/user/page', {
    method: 'POST',
    body: '{}',
    token: (signedIn.data as { token: string }).token,
  })
  expect(page).toMatchObject({ code: '0000', data: { total: 50 } })
  again.process.kill('SIGINT')
  expect(await again.ended).toBe(0)
  expect(processesOf(dataDir)).toEqual([])
})

test('a stop in the middle of the start leaves nothing behind', { timeout: hangLimit }, async () => {
  const dataDir = join(folder, 'early')
  const service = runService({ DATA_DIR: dataDir })
  while (!processesOf(dataDir).length) await new Promise((resolve) => setTimeout(resolve, 20))
  service.process.kill('SIGTERM')
  if ((await service.ended) === 1) {
    // On a very busy machine the time for a stop does not suffice; the next start takes over what is left.
    const next = runService({ DATA_DIR: dataDir })
    await next.ready
    next.process.kill('SIGTERM')
    expect(await next.ended).toBe(0)
  }
  expect(processesOf(dataDir)).toEqual([])
})

test('the demo does not listen on other addresses while its password is publicly known', {
  timeout: hangLimit,
}, async () => {
  const service = runService({ DATA_DIR: join(folder, 'elsewhere'), HOST: '0.0.0.0' })
  expect(await service.ended).toBe(1)
  expect(service.said()).toContain('Accounts of the demo still have its well-known password (admin)')
})

test('an error that an operator can fix is one sentence without a stack or a secret, with exit code 1', {
  timeout: hangLimit,
}, async () => {
  const { env } = await ownDatabase()
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const port = String((taken.address() as { port: number }).port)
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const nowhere = { DATABASE_URL: 'postgres://kabao:hunter2@127.0.0.1:1/kabao', DATA_KEY: dataKey }
  const cases: [Record<string, string>, RegExp][] = [
    [{ ...env, PORT: port }, /Port \d+ on 127\.0\.0\.1 is in use/],
    [{ ...env, HOST: '203.0.113.7' }, /HOST 203\.0\.113\.7 is not an address of this machine/],
    [nowhere, /DATABASE_URL cannot be used: nothing listens there/],
    [{ ...env, DATABASE_URL: env.DATABASE_URL.replace('process_', 'missing_') }, /no database of that name/],
    [{ DATA_DIR: file }, /a-file/],
    [{ DATA_DIR: '/proc/kabao' }, /\/proc\/kabao/],
    [{ PORT: 'eighty' }, /PORT/],
  ]
  const services = cases.map(([each]) => runService(each))
  const codes = await Promise.all(services.map((service) => service.ended))
  taken.close()
  expect(codes).toEqual(cases.map(() => 1))
  services.forEach((service, index) => {
    const lines = service
      .said()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{') && !line.startsWith('Filling'))
    expect(lines).toEqual([expect.stringMatching(cases[index]?.[1] as RegExp)])
    expect(service.said()).not.toContain('hunter2')
  })
})

test('two instances that start at once on an empty database create one first account, whose password must be changed', {
  timeout: hangLimit,
}, async () => {
  const { env } = await ownDatabase({ isEmpty: true })
  const instances = [runService(env), runService(env)]
  const addresses = await Promise.all(instances.map((each) => each.ready))
  const password = instances
    .map((each) => /Sign in with admin \/ (\S+) \(/.exec(each.said())?.[1])
    .filter((each) => each !== undefined)
  expect(password).toHaveLength(1)

  const { data } = await call(addresses[0] as string, '/admin/login', {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password: password[0] }),
  })
  const { token, mustChangePassword } = data as { token: string; mustChangePassword: boolean }
  expect(mustChangePassword).toBe(true)
  expect((await call(addresses[1] as string, '/user/page', { method: 'POST', body: '{}', token })).code).toBe(
    '4030',
  )
})

test('a key other than the one the database was filled with is refused', { timeout: hangLimit }, async () => {
  const { env } = await ownDatabase()
  const first = runService(env)
  await first.ready
  first.process.kill('SIGTERM')
  await first.ended
  const second = runService({ ...env, DATA_KEY: Buffer.alloc(32, 2).toString('base64') })
  expect(await second.ended).toBe(1)
  expect(second.said().trim()).toMatch(/^DATA_KEY is not the key that this database was filled with/)
})

test('a request under way at SIGTERM is answered before the process ends', {
  timeout: hangLimit,
}, async () => {
  const { env, url } = await ownDatabase()
  const service = runService({ ...env, ADMIN_PASSWORD: 'first 1234' })
  const address = await service.ready
  const signIn = await call(address, '/admin/login', {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password: 'first 1234' }),
  })
  const { token } = signIn.data as { token: string }

  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from admin for update')
  const change = call(address, '/admin/password', {
    method: 'POST',
    token,
    body: JSON.stringify({ current: 'first 1234', next: 'second 1234' }),
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  service.process.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 300))
  await holder.query('rollback')
  await holder.end()
  expect((await change).code).toBe('0000')
  expect(await service.ended).toBe(0)
})
