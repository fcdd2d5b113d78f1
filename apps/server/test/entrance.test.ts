import { createHmac, timingSafeEqual } from 'node:crypto'
import { area } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import { operationsOf } from '@kabao/contract/kernel/families'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { adminApi } from '#boot/admin-api'
import { notFound, sessionExpired } from '#platform/base/problem'
import type { AuditEntry } from '#platform/http/audit'
import { type Entrance, registerEntrance } from '#platform/http/entrance'
import { serveAt } from '#platform/http/serve'
import { startApp } from './harness.ts'

/** A test entrance whose callers sign the bytes of their requests. */
const prefix = '/test-entrance'
const secrets: Record<string, string> = { one: 'secret-of-one', two: 'secret-of-two' }
const sign = (key: string, bytes: string | Buffer) =>
  createHmac('sha256', secrets[key] ?? '')
    .update(bytes)
    .digest('hex')
const headerOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

interface Partner {
  key: string
}
const audited: { key: string; entries: AuditEntry[] }[] = []
const refusals: string[] = []
const entrance: Entrance<Partner> = {
  prefix,
  findCaller: async ({ headers }) => {
    const key = headerOf(headers['x-key'])
    return key in secrets ? { key } : null
  },
  admit: (_endpoint, caller) => {
    if (!caller) throw sessionExpired()
  },
  verify: async ({ headers }, caller, rawBody) => {
    const given = Buffer.from(headerOf(headers['x-signature']))
    const wanted = Buffer.from(sign(caller?.key ?? '', rawBody))
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw sessionExpired()
    return caller
  },
  bodyLimitOf: () => 200,
  countOpen: async () => undefined,
  around: () => (_asked, act) => act(),
  audit: async (_db, { caller, entries }) => void audited.push({ key: caller.key, entries }),
  keepRefusal: async ({ problem }) => void refusals.push(problem.code),
}

const echo = area('echo', {
  say: {
    method: 'POST',
    path: '/echo/{id}',
    kind: 'write',
    access: 'signedIn',
    summary: ['回声', 'Says it again'],
    body: z.strictObject({ text: z.string('required').max(5, 'tooLong') }),
    answer: z.object({ by: z.string(), text: z.string() }),
  },
  byNumber: {
    method: 'GET',
    path: '/echo/by-number/{no}',
    kind: 'read',
    access: 'signedIn',
    summary: ['按编号', 'By its number'],
    params: {
      no: z
        .string()
        .max(8)
        .regex(/^[A-Z]-\d+$/, 'type'),
    },
    answer: z.object({ no: z.string() }),
  },
})

const app = startApp()
let instance: FastifyInstance
beforeAll(async () => {
  instance = await app.another()
  const served = serveAt(entrance, echo, {
    say: async ({ caller, params, body, audit }) => {
      if (params.id === '404') throw notFound()
      audit({ target: { kind: 'echo', id: params.id } })
      return { by: caller.key, text: body.text }
    },
    byNumber: async ({ params }) => ({ no: params.no }),
  })
  const api = {
    ...adminApi,
    prefix,
    endpoints: Object.values(echo),
    security: {},
    examples: {},
  } as const
  registerEntrance(instance, [served], api)
})

const call = async (url: string, payload: string, headers: Record<string, string>) => {
  const response = await instance.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US', ...headers },
  })
  return { status: response.statusCode, body: response.json() }
}
/** The space distinguishes the bytes that were sent from JSON that is parsed and written again. */
const payload = '{"text" : "red"}'
const signed = (key: string, text = payload) => ({ 'x-key': key, 'x-signature': sign(key, text) })

test('a signed request is answered with the envelope, and audited by its entrance', async () => {
  audited.length = 0
  expect(await call(`${prefix}/echo/7`, payload, signed('two'))).toMatchObject({
    status: 200,
    body: { code: '0000', data: { by: 'two', text: 'red' } },
  })
  expect(audited).toEqual([{ key: 'two', entries: [{ target: { kind: 'echo', id: '7' } }] }])
  expect((await app.pool.query(`select 1 from audit_log where point = 'echo.say'`)).rows).toEqual([])
})

test.each([
  ['no key', {}],
  ['an unknown key', { 'x-key': 'three', 'x-signature': sign('three', payload) }],
  ['no signature', { 'x-key': 'one' }],
  ['the signature of another key', { 'x-key': 'one', 'x-signature': sign('two', payload) }],
  ['the signature of the parsed body', { 'x-key': 'one', 'x-signature': sign('one', '{"text":"red"}') }],
])('a request with %s is refused', async (_what, headers) => {
  audited.length = 0
  expect((await call(`${prefix}/echo/7`, payload, headers)).body.code).toBe('2000')
  expect(audited).toEqual([])
})

test('with a right signature, an error is given at its field', async () => {
  const long = '{"text":"far too long"}'
  expect((await call(`${prefix}/echo/7`, long, signed('one', long))).body).toMatchObject({
    code: '4000',
    data: { fields: { text: expect.any(String) } },
  })
  expect((await call(`${prefix}/echo/7`, long, signed('one'))).body.code).toBe('2000')
  const broken = '{"text":'
  expect((await call(`${prefix}/echo/7`, broken, signed('one', broken))).status).toBe(400)
})

test('a refusal is audited by the entrance, and a body is read up to its limit', async () => {
  refusals.length = 0
  expect((await call(`${prefix}/echo/404`, payload, signed('one'))).body.code).toBe('4040')
  expect(refusals).toEqual(['4040'])
  const large = `{"text":"red"${' '.repeat(200)}}`
  expect((await call(`${prefix}/echo/7`, large, signed('one', large))).status).toBe(413)
})

test('a parameter of the path that is no id has a schema of its own', async () => {
  const read = async (no: string) =>
    (await instance.inject({ url: `${prefix}/echo/by-number/${no}`, headers: signed('one', '') })).json()
  expect(await read('A-17')).toMatchObject({ code: '0000', data: { no: 'A-17' } })
  expect(await read('17')).toMatchObject({ code: '4000', data: { fields: { no: expect.any(String) } } })
})

test('callers of one entrance are unknown at the other', async () => {
  const { token } = await app.as('*')
  expect((await call(`${prefix}/echo/7`, payload, { token })).body.code).toBe('2000')
  expect((await call('/api/user/page', payload, signed('one'))).body.code).toBe('2000')
  expect((await call('/api/user/page', '{}', { token })).body.code).toBe('0000')
})

test('each entrance’s document lists only its own endpoints', async () => {
  const pathsAt = async (place: string) =>
    Object.keys((await instance.inject(`${place}/docs/openapi.json`)).json().paths)
  expect(await pathsAt(prefix)).toEqual([`${prefix}/echo/{id}`, `${prefix}/echo/by-number/{no}`])
  const known = await pathsAt('/api')
  expect(known).toHaveLength(new Set(operationsOf(endpoints).map(({ path }) => path)).size)
  expect(known.filter((path) => !path.startsWith('/api/'))).toEqual([])
  expect((await instance.inject(`${prefix}/docs/start.js`)).body).not.toContain('token')
  expect((await instance.inject('/api/docs/start.js')).body).toContain("getItem('token')")
})
