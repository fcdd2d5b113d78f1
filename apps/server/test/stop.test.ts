import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { administer } from './global-setup.ts'
import { endAll, type Running, runService } from './process.ts'

const cluster = inject('cluster')
const database = `stop_${randomUUID().replaceAll('-', '')}`
let folder: string

beforeAll(async () => {
  folder = await memoryFolder('kabao-stop-')
  await administer(cluster, `create database ${database}`)
})
afterEach(endAll)
afterAll(async () => {
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

const ownEnv = () => ({
  DATABASE_URL: `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
  DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATA_DIR: folder,
  ADMIN_PASSWORD: 'first 1234',
})

/** The processes whose working directory is a data folder. */
const processesIn = (dataDir: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)
    } catch {
      return false
    }
  })

const signIn = async (address: string, username: string, password: string): Promise<string> => {
  const response = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}

/** A connection that sends this and no more. */
async function saying(address: string, text: string, host = '127.0.0.1') {
  const socket = connect(Number(new URL(address).port), host)
  let heard = ''
  let failure: Error | null = null
  socket.on('data', (bytes) => {
    heard += bytes
  })
  socket.on('error', (error) => {
    failure = error
  })
  await once(socket, 'connect')
  socket.write(text)
  return { socket, heard: () => heard, failure: () => failure }
}

/** @returns its exit code, and how long it took in milliseconds */
async function stopped(service: Running) {
  const from = performance.now()
  service.process.kill('SIGTERM')
  const code = await service.ended
  return { code, ms: performance.now() - from }
}

test('silent connections, partial heads, partial bodies and event streams do not keep the service from stopping', {
  timeout: 60_000,
}, async () => {
  const dataDir = join(folder, 'embedded')
  const service = runService({ DATA_DIR: dataDir })
  const address = await service.ready
  const token = await signIn(address, 'admin', 'admin')
  const silent = await saying(address, '')
  const half = await saying(address, 'GET /healthz HTTP/1.1\r\nhost:')
  const used = await saying(address, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  const ticket = await fetch(`${address}/api/message/stream`, { headers: { token } })
  expect(ticket.headers.get('content-type')).toContain('text/event-stream')
  await vi.waitFor(() => expect(used.heard()).toContain('200 OK'), { timeout: 10_000 })
  expect(await stopped(service)).toEqual({ code: 0, ms: expect.toSatisfy((ms: number) => ms < 5_000) })
  for (const { socket } of [silent, half, used]) expect(socket.readableEnded || socket.destroyed).toBe(true)
  expect(processesIn(dataDir)).toEqual([])

  const again = runService({ DATA_DIR: dataDir })
  const body = await saying(
    await again.ready,
    `POST /api/user/page HTTP/1.1\r\nhost: x\r\ntoken: ${token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  )
  await sleep(200)
  // The rest of a body may still arrive, so it is waited for, but only up to the limit.
  expect(await stopped(again)).toEqual({ code: 0, ms: expect.toSatisfy((ms: number) => ms < 16_000) })
  expect(body.socket.destroyed || body.socket.readableEnded).toBe(true)
  expect(processesIn(dataDir)).toEqual([])
})

test('a kept-alive connection is answered during shutdown, with a header that it closes', {
  timeout: 60_000,
}, async () => {
  const service = runService(ownEnv())
  const address = await service.ready
  const kept = await saying(address, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  const fresh = await saying(address, '')
  await vi.waitFor(() => expect(kept.heard()).toMatch(/connection: keep-alive[\s\S]*ok\n$/i), {
    timeout: 10_000,
  })
  await beginStop(service, address)
  for (const { socket } of [kept, fresh]) socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await service.ended).toBe(0)
  expect(kept.heard().match(/200 OK/g)).toHaveLength(2)
  for (const { heard } of [kept, fresh]) expect(heard()).toMatch(/200 OK[\s\S]*connection: close[\s\S]*ok\n$/)
})

type Outcome = 'answered' | 'told' | 'refused' | 'reset' | 'other'

/** One request over a connection of its own. @returns `told` if it says that the service stops, `reset` if it is not whole */
const request = (port: number, host = '127.0.0.1') =>
  new Promise<Outcome>((resolve) => {
    const socket: Socket = connect(port, host)
    let heard = ''
    let isConnected = false
    socket.on('connect', () => {
      isConnected = true
      socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    })
    socket.on('data', (bytes) => {
      heard += bytes
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!isConnected) return resolve('refused')
      const [head = '', body = ''] = heard.split('\r\n\r\n')
      if (Number(/^content-length: (\d+)/im.exec(head)?.[1]) !== body.length) return resolve('reset')
      // Lines after the first are faults that the service knows of.
      if (/^HTTP\/1.1 200 /.test(head) && body.startsWith('ready\n')) return resolve('answered')
      resolve(/^HTTP\/1.1 503 /.test(head) && body === 'the service stops\n' ? 'told' : 'other')
    })
  })

/** Sends the signal, and waits until the service says that it stops. */
async function beginStop(service: Running, address: string) {
  service.process.kill('SIGTERM')
  const { port, hostname } = new URL(address)
  while ((await request(Number(port), hostname)) === 'answered') await sleep(5)
}

/** Like a machine where this name has two addresses, as is common; Fastify opens a server for each. */
const twoAddresses = {
  HOST: 'localhost',
  NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(`
    import dns from 'node:dns'
    const lookup = dns.lookup
    dns.lookup = (name, options, done) => name === 'localhost' && options.all
      ? done(null, ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })))
      : lookup(name, options, done)
  `)}"`,
}

test.each(['127.0.0.1', '127.0.0.2'])(
  'of hundreds of requests on fresh connections to %s beside a stop each is answered whole',
  { timeout: 60_000 },
  async (host) => {
    const service = runService({ ...ownEnv(), ...twoAddresses })
    const port = Number(new URL(await service.ready).port)
    expect(await Promise.all(Array.from({ length: 10 }, () => request(port, host)))).toEqual(
      Array(10).fill('answered'),
    )
    const asked: Promise<Outcome>[] = []
    let isStopReported = false
    // A hundred connections wait at the port when the signal arrives. A balancer sends more until a response reports the stop.
    while (asked.length < 100 || (!isStopReported && asked.length < 20_000)) {
      if (asked.length === 100) service.process.kill('SIGTERM')
      const one = request(port, host)
      asked.push(one)
      one.then((outcome) => {
        if (outcome !== 'answered') isStopReported = true
      })
      if (asked.length > 100) await sleep(1)
    }
    const all = await Promise.all(asked)
    expect(all.filter((outcome) => outcome !== 'answered' && outcome !== 'told')).toEqual([])
    expect(all).toContain('told')
    expect(await service.ended).toBe(0)
    expect(await request(port, host)).toBe('refused')
  },
)

test('connections to each address of its host are closed', { timeout: 60_000 }, async () => {
  const service = runService({ ...ownEnv(), ...twoAddresses })
  const address = await service.ready
  const connections = await Promise.all(
    ['127.0.0.1', '127.0.0.2'].map(async (host) => ({
      silent: await saying(address, '', host),
      kept: await saying(address, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n', host),
    })),
  )
  for (const { kept } of connections)
    await vi.waitFor(() => expect(kept.heard()).toMatch(/ok\n$/), { timeout: 10_000 })
  await beginStop(service, address)
  for (const { kept } of connections) kept.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await service.ended).toBe(0)
  for (const { silent, kept } of connections) {
    expect(kept.heard()).toMatch(/200 OK[\s\S]*200 OK[\s\S]*connection: close[\s\S]*ok\n$/)
    // A regular close, not a reset.
    expect([silent.failure(), silent.socket.readableEnded]).toEqual([null, true])
  }
})

test('a second signal ends an instance that drains', { timeout: 60_000 }, async () => {
  const service = runService({ ...ownEnv(), DRAIN_SECONDS: '300' })
  await beginStop(service, await service.ready)
  // Signals within two seconds are the same request.
  const again = setInterval(() => service.process.kill('SIGTERM'), 250)
  expect(await service.ended).toBe(1)
  clearInterval(again)
})
