import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { intakePrefix } from '@kabao/contract/intake/kernel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { jobs } from '#boot/registry'
import { createLogger } from '#platform/http/logger'
import { startTracing } from '#platform/tracing/start'
import { setTracer, type Tracer } from '#platform/tracing/tracing'
import { Secrets } from '../../../../scripts/lib/secrets.mjs'
import { engineWorld } from '../engine-world.ts'
import { secret, startApp } from '../harness.ts'
import { newChannel } from '../open-caller.ts'
import { runJobs } from '../run-jobs.ts'
import { createReceiver, type ReceivedSpan, type Receiver } from './receiver.ts'

const app = startApp()
const silent = { info: () => undefined, warn: () => undefined }
const variables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_BSP_SCHEDULE_DELAY', 'OTEL_RESOURCE_ATTRIBUTES']
let receiver: Receiver
let tracer: Tracer
let partner: Server
let traced: FastifyInstance
const logFile = join(tmpdir(), `kabao-traces-${process.pid}.log`)
const log = createWriteStream(logFile)

beforeAll(async () => {
  receiver = await createReceiver()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.endpoint
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50'
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=test'
  tracer = (await startTracing({ traces: { followsCallers: false, mostWaiting: 2_048 } }, silent)) as Tracer
  partner = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  traced = await app.another({
    outgoing: { schemes: ['https', 'http'], listed: [`127.0.0.1:${portOfPartner()}`] },
    logger: createLogger('info', log),
  })
})
afterAll(async () => {
  setTracer(null)
  await tracer.stop()
  for (const name of variables) delete process.env[name]
  partner.close()
  log.end()
  await receiver.close()
})

const portOfPartner = () => (partner.address() as AddressInfo).port

const call = async (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  (await traced.inject({ method, url: `/api${url}`, headers: { token }, ...(payload && { payload }) })).json()

/** The spans of the trace whose root has this name, once all of these names are there. */
async function traceOf(root: string, names: readonly string[]): Promise<ReceivedSpan[]> {
  return vi.waitFor(() => {
    const first = receiver.spans.find(({ name }) => name === root)
    const all = receiver.spans.filter(({ traceId }) => traceId === first?.traceId)
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([root, ...names]))
    return all
  }, 15_000)
}

const spanIn = (spans: readonly ReceivedSpan[], name: string) => {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`There is no span ${name}`)
  return found
}

test('one call is one trace: its statements, the job that it sent, and the call to a partner in the job', async () => {
  const name = jobs.find(({ cron, isSingle }) => cron !== undefined && isSingle)?.name as string
  const token = secret('a-token-in-a-query-of-a-partner')
  const running = await runJobs(app, [
    {
      name,
      title: ['', ''],
      data: z.strictObject({}),
      async run({ db }) {
        await db.selectFrom('org').select('id').limit(1).execute()
        const result = await traced.services.outgoing.call({
          address: `http://127.0.0.1:${portOfPartner()}/push?token=${token}`,
          method: 'POST',
          body: '{}',
          deadlineMs: 5_000,
          key: 'partner:42',
          limits: { concurrent: 1, calls: 10, seconds: 1 },
        })
        return { kind: result.kind }
      },
    },
  ])
  try {
    const admin = await app.as('job:run')
    expect((await call(admin.token, 'POST', '/job/run', { name })).code).toBe('0000')
    const spans = await traceOf('POST /api/job/run', [`job ${name}`, 'POST partner'])
    const root = spanIn(spans, 'POST /api/job/run')
    expect(root.parentSpanId).toBe('')
    expect(root.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/job/run',
      'http.response.status_code': 200,
      'kabao.endpoint': 'job.run',
      'kabao.envelope_code': '0000',
    })
    const job = spanIn(spans, `job ${name}`)
    expect(job.parentSpanId).toBe(root.spanId)
    const outgoing = spanIn(spans, 'POST partner')
    expect(outgoing.parentSpanId).toBe(job.spanId)
    expect(outgoing.attributes).toEqual({
      'http.request.method': 'POST',
      'kabao.purpose': 'partner',
      'server.address': '127.0.0.1',
      'server.port': portOfPartner(),
      'http.response.status_code': 200,
    })
    const statements = (parent: ReceivedSpan) =>
      spans.filter(
        ({ parentSpanId, attributes }) => parentSpanId === parent.spanId && 'db.query.text' in attributes,
      )
    const operations = statements(root).map(({ name: operation }) => operation)
    expect(operations).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']))
    expect(statements(job).map(({ attributes }) => attributes['db.query.text'])).toContain(
      'select "id" from "org" limit $1',
    )
    expect(receiver.resources[0]).toMatchObject({
      'service.name': 'kabao',
      'deployment.environment.name': 'test',
    })
  } finally {
    await running.stop()
  }
  // The stored data has the trace, and nobody sees it there.
  const { rows } = await app.pool.query(`select data from pgboss.job where name = $1`, [name])
  expect(rows[0].data).toEqual({ traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/) })
  const reader = await app.as('*')
  const page = (await call(reader.token, 'POST', '/job/page', { name })).data
  expect(page.records[0].data).toEqual({})
  const again = await call(reader.token, 'POST', '/job/again', { name, id: page.records[0].id })
  expect(again.code).toBe('0000')
})

test('the log has the trace beside the request', async () => {
  const admin = await app.as('channel:page')
  await call(admin.token, 'POST', '/channel/page', {})
  const spans = await traceOf('POST /api/channel/page', [])
  const root = spanIn(spans, 'POST /api/channel/page')
  await vi.waitFor(async () => {
    const lines = (await readFile(logFile, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const line = lines.find(({ route, msg }) => route === '/api/channel/page' && msg === 'answered')
    expect([line?.traceId, line?.reqId]).toEqual([root.traceId, root.attributes['kabao.request_id']])
  }, 15_000)
})

test('no span has a value of a person, a token or a secret', async () => {
  const [phone, word] = [secret('13987650123'), secret('李晓春雷')]
  const admin = await app.as('*')
  const channel = await newChannel(app)
  const answer = await channel.call('POST', '/user', { phone, name: word }, { on: traced })
  expect(answer.code).toBe('0000')
  const calls = [
    call(admin.token, 'POST', '/user/page', { phone, name: word }),
    call(admin.token, 'POST', '/blacklist/page', { value: phone }),
    call(admin.token, 'POST', `/user/page?name=${encodeURIComponent(word)}`, {}),
    // A statement that fails with the value in its message.
    app.servicePool.query('select $1::int', [word]).catch(() => undefined),
  ]
  await Promise.all(calls)
  await traceOf(`POST ${intakePrefix}/user`, ['INSERT'])
  await vi.waitFor(
    () => expect(receiver.spans.some(({ name }) => name === 'POST /api/blacklist/page')).toBe(true),
    15_000,
  )
  const words = new Secrets([phone, word, admin.token, channel.secret, channel.keyId])
  expect(receiver.spans.length).toBeGreaterThan(30)
  const found = receiver.spans.filter((span) =>
    words.areIn(JSON.stringify([span.name, span.attributes, span.events])),
  )
  expect(found).toEqual([])
  expect(receiver.spans.filter(({ status }) => status.message !== '')).toEqual([])
  const keys = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  expect([...keys].filter((key) => !known.includes(key))).toEqual([])
})

/** Every attribute that a span may have. */
const known = [
  ...['http.request.method', 'http.route', 'http.response.status_code', 'error.type'],
  ...['server.address', 'server.port', 'db.system.name', 'db.operation.name', 'db.query.text'],
  ...['kabao.request_id', 'kabao.endpoint', 'kabao.envelope_code', 'kabao.job', 'kabao.attempt'],
  ...['kabao.step', 'kabao.purpose', 'kabao.batch_calls'],
]

test('a step of the pipeline is a trace with its statements', async () => {
  const world = await engineWorld(app)
  try {
    await world.org({ code: 'traced' })
    await world.start({ outgoing: traced.services.outgoing, meters: traced.services.meters })
    await world.enter(await world.people(1))
    await world.settled()
    const spans = await traceOf('step submit', ['batch', 'SELECT', 'WITH'])
    expect(spanIn(spans, 'step submit').attributes).toEqual({ 'kabao.step': 'submit' })
  } finally {
    await world.stop()
  }
})

test('a caller cannot choose the trace, unless the deployment says so', async () => {
  const traceId = 'ab'.repeat(16)
  const headers = { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` }
  await traced.inject({ method: 'POST', url: '/api/admin/login', headers, payload: {} })
  await vi.waitFor(
    () => expect(receiver.spans.some(({ name }) => name === 'POST /api/admin/login')).toBe(true),
    15_000,
  )
  expect(receiver.spans.some((span) => span.traceId === traceId)).toBe(false)
})
