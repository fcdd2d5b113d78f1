import { allPoints, endpoints } from '@kabao/contract/areas'
import { expect, test } from 'vitest'
import { startApp } from './harness.ts'

const app = startApp()
const raw = (options: object) => app.app.inject({ method: 'POST', url: '/api/user/page', ...options })

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses who is not signed in, and who lacks its point',
  async (_name, endpoint) => {
    const path = endpoint.path.replace(/\{\w+\}/g, '1')
    const anonymous = await app.ask(endpoint.method, path, endpoint.body ? {} : undefined)
    const needsInput = endpoint.body !== undefined || endpoint.query !== undefined
    if (endpoint.access === 'anyone') return expect(anonymous.body.code).toBe(needsInput ? '4000' : '0000')
    expect(anonymous.body.code).toBe('2000')
    if (endpoint.point === null) return
    const others = allPoints().filter((point) => point !== endpoint.point)
    const ask = await app.as(...others)
    expect((await ask(endpoint.method, path, endpoint.body ? {} : undefined)).body.code).toBe('4030')
  },
)

test('whatever never reaches a handler is answered with the envelope too', async () => {
  const cases = [
    [{ url: '/api/nothing' }, 404, '4040'],
    [{ url: '/api/user/page/..%2f' }, 404, '4040'],
    [{ payload: '{"size":', headers: { 'content-type': 'application/json' } }, 400, '4000'],
    [{ payload: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } }, 400, '4000'],
    [{ payload: 'size=1', headers: { 'content-type': 'text/csv' } }, 415, '4000'],
    [
      {
        payload: JSON.stringify({ name: 'x'.repeat(2_000_000) }),
        headers: { 'content-type': 'application/json' },
      },
      413,
      '4000',
    ],
  ] as const
  for (const [options, status, code] of cases) {
    const response = await raw(options)
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      { code, status: 'fail', desc: expect.any(String) },
    ])
  }
})

test('a crash is answered with a reference only, and the log has the cause under it', async () => {
  const ask = await app.as('user:page')
  await app.pool.query('alter table "user" rename to user_away')
  const { status, body } = await ask('POST', '/user/page', {}, 'en-US')
  await app.pool.query('alter table user_away rename to "user"')
  expect([status, body.code]).toEqual([500, '50000'])
  expect(body.data.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(body.desc).toContain(body.data.requestId)
  expect(JSON.stringify(body)).not.toMatch(/relation|select|at \w+ \(/)
})

test('every answer carries the security headers, and nothing may be inline', async () => {
  const { headers } = await app.app.inject('/healthz')
  expect(headers['content-security-policy']).toContain("default-src 'self'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
})

test('answers of the service are never stored, sign-in above all', async () => {
  const { headers } = await app.app.inject('/api/admin/login?username=a&password=b')
  expect(headers['cache-control']).toBe('no-store')
})

test('health, readiness and metrics answer; metrics know the route, not the query', async () => {
  await app.app.inject('/api/admin/login?username=metric-name&password=b')
  expect((await app.app.inject('/healthz')).body).toBe('ok\n')
  expect((await app.app.inject('/readyz')).body).toBe('ready\n')
  const metrics = (await app.app.inject('/metrics')).body
  expect(metrics).toMatch(
    /http_request_duration_seconds_count\{route="\/api\/admin\/login",method="GET",code="4010"\}/,
  )
  expect(metrics).not.toContain('metric-name')
  expect((await app.app.inject({ url: '/metrics', remoteAddress: '10.0.0.1' })).statusCode).toBe(403)
})

test('the API document names every endpoint and its interface comes from here alone', async () => {
  const document = (await app.app.inject('/api/docs/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const described = Object.values(document.paths).flatMap((path) => Object.values(path as object)) as {
    operationId: string
  }[]
  expect(described.map((operation) => operation.operationId).sort()).toEqual(
    endpoints.map((each) => each.name).sort(),
  )
  const page = (await app.app.inject('/api/docs')).body
  expect([...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1])).toEqual([
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
    '/api/docs/start.js',
  ])
  expect((await app.app.inject('/api/docs/swagger-ui-bundle.js')).statusCode).toBe(200)
})

test('deep pages hold what shallow reasoning says, also from a remembered place', async () => {
  await app.pool.query(
    `insert into "user" (flow, created_at) select 'full', '2026-01-01T00:00:00Z'::timestamptz + (n % 700) * interval '1 second' from generate_series(1, 3000) n`,
  )
  const ask = await app.as('user:page')
  const expected = (await app.pool.query('select id from "user" order by created_at desc, id desc')).rows.map(
    (row) => row.id,
  )
  const page = async (current: number) =>
    (await ask('POST', '/user/page', { current, size: 20 })).body.data.records.map(
      (row: { id: string }) => row.id,
    )
  for (const current of [100, 101, 149, 150, 151, 100, 150, 60, 120]) {
    expect(await page(current)).toEqual(expected.slice((current - 1) * 20, current * 20))
  }
})

test('a total is exact up to ten thousand and says so when it is not', async () => {
  await app.pool.query(
    `insert into blacklist (kind, value) select 'device', 'total-' || n from generate_series(1, 10000) n`,
  )
  await app.pool.query('analyze blacklist')
  const ask = await app.as('blacklist:page')
  const total = async () => (await ask('POST', '/blacklist/page', { kind: 'device' })).body.data
  expect(await total()).toMatchObject({ total: 10_000 })
  expect(await total()).not.toHaveProperty('totalIsEstimate')
  await app.pool.query(`insert into blacklist (kind, value) values ('device', 'one more')`)
  expect(await total()).toMatchObject({ total: 10_001, totalIsEstimate: true })
})
