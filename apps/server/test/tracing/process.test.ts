import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { memoryFolder } from '../../../../scripts/lib/memory-folder.mjs'
import { freePort, type Instance, instanceOf } from '../built-service.ts'
import { administer } from '../global-setup.ts'
import { copyTemplate, secret } from '../harness.ts'
import { readExposition, sampleOf } from '../metrics/exposition.ts'
import { hangLimit } from '../process.ts'
import { serviceProgram } from '../programs-of-run.ts'
import { createReceiver, type Receiver } from './receiver.ts'

const cluster = inject('cluster')
const database = `traces_${randomUUID().replaceAll('-', '')}`
let folder: string
let instance: Instance | undefined
let receiver: Receiver | undefined

beforeAll(async () => {
  folder = await memoryFolder('kabao-traces-')
  await copyTemplate(database)
}, hangLimit)
afterEach(async () => {
  await instance?.kill()
  await receiver?.close()
  receiver = undefined
})
afterAll(async () => {
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(folder, { recursive: true, force: true })
}, hangLimit)

const dataKey = randomBytes(32).toString('base64')

async function start(env: Record<string, string>): Promise<Instance> {
  instance = await instanceOf(serviceProgram(), {
    DATABASE_URL: `postgres://${cluster.user}@/${database}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
    DATA_KEY: dataKey,
    DATA_DIR: folder,
    ADMIN_PASSWORD: secret('a first password'),
    DRAIN_SECONDS: '0',
    ...env,
  })
  await instance.start()
  return instance
}

const call = async ({ url }: Instance) => {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'nobody', password: 'nothing' }),
  })
  expect(answer.status).toBe(200)
}

const scrape = async ({ url }: Instance) => readExposition(await (await fetch(`${url}/metrics`)).text())

/** Every module that a process has run, by Node's own record of its coverage. */
async function modulesOf(env: Record<string, string>): Promise<string[]> {
  const record = await mkdtemp(join(folder, 'coverage-'))
  const started = await start({ ...env, NODE_V8_COVERAGE: record })
  await call(started)
  expect(await started.stop()).toBe(0)
  const files = await readdir(record)
  const texts = await Promise.all(files.map((name) => readFile(join(record, name), 'utf8')))
  return texts.flatMap((text) =>
    (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url),
  )
}

const isSdk = (url: string) => /node_modules\/@opentelemetry\/(?!api\/)/.test(url)

test('without a receiver nothing of the SDK is loaded, with one it is', { timeout: hangLimit }, async () => {
  const off = await modulesOf({})
  expect(off.length).toBeGreaterThan(100)
  expect(off.filter(isSdk)).toEqual([])
  expect(off.filter((url) => url.includes('open-telemetry'))).toEqual([])
  receiver = await createReceiver()
  const on = await modulesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint })
  expect(on.filter(isSdk).length).toBeGreaterThan(10)
})

test('a stop sends the spans that wait', { timeout: hangLimit }, async () => {
  receiver = await createReceiver()
  const started = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    OTEL_SERVICE_NAME: 'kabao-test',
  })
  await call(started)
  expect(await started.stop()).toBe(0)
  expect(receiver.spans.map(({ name }) => name)).toContain('POST /api/admin/login')
  expect(receiver.resources[0]).toMatchObject({ 'service.name': 'kabao-test' })
})

test('the sampler of the standard variables decides', { timeout: hangLimit }, async () => {
  receiver = await createReceiver()
  const started = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await call(started)
  expect(await started.stop()).toBe(0)
  expect(receiver.spans).toEqual([])
})

test('a receiver that is down harms no call and no stop, and what is lost is counted', {
  timeout: hangLimit,
}, async () => {
  const started = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_BSP_MAX_QUEUE_SIZE: '10',
  })
  await vi.waitFor(
    async () => {
      for (let nth = 0; nth < 3; nth++) await call(started)
      const metrics = await scrape(started)
      expect(sampleOf(metrics, 'trace_spans_total', { outcome: 'failed' })).toBeGreaterThan(0)
      expect(sampleOf(metrics, 'trace_spans_total', { outcome: 'dropped' })).toBeGreaterThan(0)
    },
    { timeout: 30_000, interval: 300 },
  )
  expect(await started.stop()).toBe(0)
})

test('a receiver that never answers delays a stop by less than it may take', {
  timeout: hangLimit,
}, async () => {
  receiver = await createReceiver()
  receiver.hang()
  const started = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  await call(started)
  const from = performance.now()
  expect(await started.stop()).toBe(0)
  expect(performance.now() - from).toBeLessThan(20_000)
})
