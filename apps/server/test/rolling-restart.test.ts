import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Balancer, createBalancer } from '../../../scripts/lib/balancer.mjs'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from './built-service.ts'
import { administer } from './global-setup.ts'
import { secret } from './harness.ts'
import { hangLimit } from './process.ts'
import { serviceProgram } from './programs-of-run.ts'

const cluster = inject('cluster')
const database = `rolling_${randomUUID().replaceAll('-', '')}`
let folder: string
let instances: Instance[] = []
let balancer: Balancer

beforeAll(async () => {
  folder = await memoryFolder('kabao-rolling-')
  await administer(cluster, `create database ${database}`)
  const env = {
    DATABASE_URL: `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
    DATA_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    ADMIN_PASSWORD: secret('first 1234'),
  }
  instances = await Promise.all(['a', 'b'].map(() => instanceOf(serviceProgram(), env)))
  // Both at once on an empty database: one migrates it, the other waits.
  await Promise.all(instances.map((instance) => instance.start()))
  balancer = await createBalancer(
    instances.map(({ url }) => url),
    // Longer than an instance that does not drain waits for connections, and shorter than it drains by default.
    { everyMs: 3_000 },
  )
}, hangLimit)
afterAll(async () => {
  await balancer?.close()
  await Promise.all(instances.map((instance) => instance.kill()))
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
}, hangLimit)

async function call(path: string, body: object, token?: string) {
  const response = await fetch(`${balancer.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { token }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  const answer = JSON.parse(text) as { code: string; data: { token: string } }
  if (answer.code !== '0000') throw new Error(`${path}: ${text}`)
  return answer.data
}

async function signIn(): Promise<string> {
  const { token } = await call('/admin/login', { username: 'admin', password: 'first 1234' })
  const next = secret('second 1234')
  await call('/admin/password', { current: 'first 1234', next }, secret(token))
  return token
}

/** Reads and writes until it is stopped, and keeps what failed. */
function load(token: string, callers: number) {
  const failed: string[] = []
  let answered = 0
  let isStopped = false
  const paths: [string, object][] = [
    ['/user/page', {}],
    ['/message/unread', {}],
    ['/message/readAll', {}],
  ]
  const running = Array.from({ length: callers }, async (_, first) => {
    for (let turn = first; !isStopped; turn++) {
      const [path, body] = paths[turn % paths.length] ?? ['', {}]
      await call(path, body, token).then(
        () => answered++,
        (error: Error) => failed.push(error.cause ? `${error.message}: ${error.cause}` : error.message),
      )
    }
  })
  return {
    failed,
    answered: () => answered,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

/** Reads the stream of messages as the console does: it connects again when the stream ends. */
function read(token: string) {
  const controller = new AbortController()
  let [opened, events, isOpen] = [0, 0, false]
  const run = async () => {
    while (!controller.signal.aborted) {
      const response = await fetch(`${balancer.url}/api/message/stream`, {
        headers: { token },
        signal: controller.signal,
      })
      opened++
      isOpen = true
      for await (const chunk of response.body ?? [])
        if (new TextDecoder().decode(chunk).includes('event: ')) events++
      isOpen = false
    }
  }
  void run().catch(() => undefined)
  return {
    opened: () => opened,
    events: () => events,
    isOpen: () => isOpen,
    leave: () => controller.abort(),
  }
}

test('a rolling restart under load fails no call, and readers of the stream go on at the other instance', {
  timeout: hangLimit,
}, async () => {
  const token = await signIn()
  const stream = read(token)
  const calls = load(token, 6)
  try {
    await expect.poll(() => Math.min(...balancer.calls())).toBeGreaterThan(20)
    await expect.poll(stream.isOpen).toBe(true)
    for (const instance of instances) {
      const before = calls.answered()
      expect(await instance.stop()).toBe(0)
      await expect.poll(balancer.ready).toHaveLength(1)
      await expect.poll(calls.answered).toBeGreaterThan(before + 50)
      await instance.start()
      await expect.poll(() => balancer.ready().length).toBe(2)
    }
  } finally {
    await calls.stop()
  }
  expect(calls.failed).toEqual([])
  // Both were stopped, so the one that held the stream was too.
  expect(stream.opened()).toBeGreaterThan(1)
  await expect.poll(stream.isOpen).toBe(true)
  const heard = stream.events()
  await call('/blacklist', { kind: 'ip', value: '203.0.113.9', reason: 'test' }, token)
  await expect.poll(stream.events).toBeGreaterThan(heard)
  stream.leave()
})

test('while it drains, calls are served for seconds, and each answer closes its connection', {
  timeout: hangLimit,
}, async () => {
  const [instance] = instances as [Instance, Instance]
  const request = (path: string) => fetch(`${instance.url}${path}`)
  expect((await request('/readyz')).headers.get('connection')).toBe('keep-alive')
  const ended = instance.stop()
  await expect.poll(async () => (await request('/readyz')).status, { interval: 20 }).toBe(503)
  const from = performance.now()
  let servedMs = 0
  for (;;) {
    const answer = await request('/healthz').catch(() => null)
    if (answer === null) break
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    servedMs = performance.now() - from
  }
  expect(servedMs).toBeGreaterThan(4_000)
  expect(await ended).toBe(0)
})
