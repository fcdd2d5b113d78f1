import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { endpoints } from '@kabao/contract/app/areas'
import { operationsOf } from '@kabao/contract/kernel/families'
import { expect, test } from 'vitest'
import { secret, startApp } from './harness.ts'

const app = startApp()
const raw = (options: object) => app.app.inject({ method: 'POST', url: '/api/user/page', ...options })

test('requests that reach no handler are answered with the envelope too', async () => {
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
  const { token } = await app.as('user:page')
  for (const [options, status, code] of cases) {
    const headers = 'headers' in options ? options.headers : {}
    const response = await raw({ ...options, headers: { ...headers, token } })
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      { code, status: 'fail', desc: expect.any(String) },
    ])
  }
})

test('texts that are not UTF-8 are refused by a sentence that says so', async () => {
  const { token } = await app.as('blacklist:create')
  const inGbk = Buffer.concat([
    Buffer.from('{"kind":"ip","value":"203.0.113.201","reason":"'),
    // 李四
    Buffer.from('c0eecbc4', 'hex'),
    Buffer.from('"}'),
  ])
  const send = async (options: object, type = 'application/json') => {
    const headers = { token, 'content-type': type, 'accept-language': 'en-US' }
    const response = await raw({ url: '/api/blacklist', headers, ...options })
    return [response.statusCode, response.json()]
  }
  const refused = [400, { code: '4000', desc: expect.stringContaining('not valid UTF-8') }]
  const payload = { kind: 'ip', value: '203.0.113.202', reason: '李四' }
  expect(await send({ payload: inGbk })).toMatchObject(refused)
  expect(await send({ payload, url: '/api/blacklist?a=%c0%ee' })).toMatchObject(refused)
  expect(await send({ payload }, 'application/json; charset=gbk')).toMatchObject([
    ...[415, { code: '4000', desc: expect.stringContaining('must be UTF-8') }],
  ])
  expect(await send({ payload }, 'application/json; charset=utf-8')).toMatchObject([200, { code: '0000' }])
  const { rows } = await app.pool.query(`select value, reason from blacklist where kind = 'ip'`)
  expect(rows).toEqual([{ value: '203.0.113.202', reason: '李四' }])
  for (const address of ['/api/user/%c0%ee', '/api/setting/open?a=%c0%ee']) {
    const said = await overSocket(`GET ${address} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    expect(said).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(said.slice(said.indexOf('{'))).desc).toContain('UTF-8')
  }
})

test('the body of a refused caller is never parsed', async () => {
  const broken = { payload: '{"size":', headers: { 'content-type': 'application/json', token: 'unknown' } }
  expect((await raw(broken)).json().code).toBe('2000')
  const { token } = await app.as('user:get')
  const barred = await raw({ ...broken, headers: { ...broken.headers, token } })
  expect(barred.json().code).toBe('4030')
  expect((await raw({ ...broken, url: '/api/nothing' })).statusCode).toBe(404)
})

test.each(['/api/errors', '/api/admin/login', '/api/admin/login/second-factor'])(
  '%s reads no more than 16 KiB, whether the length is said or not',
  async (url) => {
    const json = JSON.stringify({ nonsense: 'x'.repeat(16 * 1024) })
    const headers = { 'content-type': 'application/json' }
    expect(await raw({ url, payload: json, headers })).toMatchObject({ statusCode: 413 })
    expect(await raw({ url, payload: Readable.from([json]), headers })).toMatchObject({ statusCode: 413 })
    expect((await raw({ url, payload: json.slice(1_000, -3).concat('"'), headers })).statusCode).not.toBe(413)
  },
)

test('of very many invalid fields, 20 are named, and the sentence says how many more there are', async () => {
  const { token } = await app.as('user:page')
  const payload = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field${index}`, index]))
  const response = await raw({ payload, headers: { token, 'accept-language': 'en-US' } })
  expect(Object.keys(response.json().data.fields)).toHaveLength(20)
  expect(response.json().desc).toContain('2980 more')
  expect(response.body.length).toBeLessThan(3_000)
})

test('too many error reports are refused before they are read', async () => {
  const send = () =>
    raw({
      url: '/api/errors',
      payload: '{"name":',
      headers: { 'content-type': 'application/json' },
      remoteAddress: '10.3.0.1',
    }).then((response) => response.json().code)
  const codes: string[] = []
  for (let at = 0; at < 31; at++) codes.push(await send())
  expect(codes).toEqual([...Array(30).fill('4000'), '4290'])
})

test('requests without a session are limited to 1,200 a minute per address', async () => {
  const send = (remoteAddress: string) =>
    app.app.inject({ url: '/api/setting/open', remoteAddress }).then((response) => response.json().code)
  for (let at = 0; at < 1_200; at++) expect(await send('10.4.0.1')).toBe('0000')
  expect([await send('10.4.0.1'), await send('10.4.0.2')]).toEqual(['4290', '0000'])
})

test('a HEAD request to a sign-in signs nobody in', async () => {
  await app.createAdmin({ username: 'head', password: 'right 12' })
  const url = `/api/admin/login?username=head&password=${encodeURIComponent('right 12')}`
  await app.app.inject({ method: 'HEAD', url })
  const { rows } = await app.pool.query(
    `select from session join admin on admin.id = admin_id where username = 'head'`,
  )
  expect(rows).toHaveLength(0)
})

/** Writes raw bytes to the port. @returns the whole response */
async function overSocket(text: string): Promise<string> {
  if (!app.app.server.listening) await app.app.listen({ port: 0 })
  const socket = connect((app.app.server.address() as { port: number }).port, '127.0.0.1')
  socket.write(text)
  let said = ''
  for await (const chunk of socket) said += chunk
  return said
}

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['too many headers', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['no host', 'GET /api/setting/open HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['two hosts', 'GET /api/setting/open HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n', 400],
  ['no address', 'GET /api/user/%ff HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400],
])('%s is answered with the envelope too', async (_what, text, status) => {
  const said = await overSocket(text)
  expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(said.slice(said.indexOf('{')))).toMatchObject({ code: '4000', status: 'fail' })
})

test('metrics are served with the token, or to direct requests from this machine', async () => {
  const metrics = async (served: { inject: typeof app.app.inject }, headers = {}) =>
    (await served.inject({ url: '/metrics', headers })).statusCode
  expect(await metrics(app.app)).toBe(200)
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host'])
    expect([name, await metrics(app.app, { [name]: '127.0.0.1' })]).toEqual([name, 403])
  const behind = await app.another({ trustProxy: 1 })
  expect(await metrics(behind)).toBe(403)
  const token = secret('a token of the metrics')
  const guarded = await app.another({ trustProxy: 1, metricsToken: token })
  expect(await metrics(guarded, { authorization: `Bearer ${token}` })).toBe(200)
  expect(await metrics(guarded, { authorization: `Bearer ${token}.` })).toBe(403)
  expect(await metrics(guarded, { authorization: '' })).toBe(403)
})

test('a crash is answered with a reference only, under which the log has the cause', async () => {
  const request = await app.as('user:page')
  await app.pool.query('alter table "user" rename to user_away')
  const { status, body } = await request('POST', '/user/page', {}, 'en-US')
  await app.pool.query('alter table user_away rename to "user"')
  expect([status, body.code]).toEqual([500, '50000'])
  expect(body.data.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(body.desc).toContain(body.data.requestId)
  expect(JSON.stringify(body)).not.toMatch(/relation|select|at \w+ \(/)
})

test('health, readiness and metrics answer; metrics hold the route, not the query', async () => {
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

test('the API document lists every endpoint, and its page loads from this server only', async () => {
  const document = (await app.app.inject('/api/docs/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const described = Object.values(document.paths).flatMap((path) => Object.values(path as object)) as {
    operationId: string
  }[]
  expect(described.map((operation) => operation.operationId).sort()).toEqual(
    operationsOf(endpoints)
      .map((each) => each.name)
      .sort(),
  )
  const page = (await app.app.inject('/api/docs')).body
  expect([...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1])).toEqual([
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
    '/api/docs/start.js',
  ])
  expect((await app.app.inject('/api/docs/swagger-ui-bundle.js')).statusCode).toBe(200)
})

test('deep pages hold the expected rows, also from a cached position', async () => {
  await app.pool.query(
    `insert into "user" (flow, created_at) select 'full', '2026-01-01T00:00:00Z'::timestamptz + (n % 700) * interval '1 second' from generate_series(1, 3000) n`,
  )
  const request = await app.as('user:page')
  const expected = (await app.pool.query('select id from "user" order by created_at desc, id desc')).rows.map(
    (row) => row.id,
  )
  const page = async (current: number) =>
    (await request('POST', '/user/page', { current, size: 20 })).body.data.records.map(
      (row: { id: string }) => row.id,
    )
  for (const current of [100, 101, 149, 150, 151, 100, 150, 60, 120]) {
    expect(await page(current)).toEqual(expected.slice((current - 1) * 20, current * 20))
  }
})

test('a total is exact up to ten thousand, and marked if it is not exact', async () => {
  await app.pool.query(
    `insert into blacklist (kind, value) select 'device', 'total-' || n from generate_series(1, 10000) n`,
  )
  await app.pool.query('analyze blacklist')
  const request = await app.as('blacklist:page')
  const total = async () => (await request('POST', '/blacklist/page', { kind: 'device' })).body.data
  expect(await total()).toMatchObject({ total: 10_000 })
  expect(await total()).not.toHaveProperty('totalIsEstimate')
  await app.pool.query(`insert into blacklist (kind, value) values ('device', 'one more')`)
  expect(await total()).toMatchObject({ total: 10_001, totalIsEstimate: true })
})
