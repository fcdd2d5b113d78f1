import { randomBytes, randomUUID } from 'node:crypto'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { type FieldRow, fieldRows } from '@kabao/contract/intake/field-rows'
import { examplePath, intakePrefix, type OpenCall } from '@kabao/contract/intake/kernel'
import { visitsTakenDays } from '@kabao/contract/intake/visit'
import { clockSeconds, idempotencyKeyLength, openBodyBytes } from '@kabao/contract/partners/signature'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { newChannel, newOrg, newPhone, type TestPartner } from '#test/open-caller'

/*
 * Each limit that the guide names: what is just within it is taken, and what is just beyond is refused at the field. The guide is made
 * of the same rows.
 */

const app = startApp()
/** With keys of the sandbox, whose calls are checked and not done. */
const sandbox = {} as { channel: TestPartner; org: TestPartner }
let channel: TestPartner
beforeAll(async () => {
  await app.set('open.callsPerSecond', 10_000)
  sandbox.channel = await newChannel(app, { isSandbox: true })
  sandbox.org = await newOrg(app, { isSandbox: true })
  channel = await newChannel(app)
})

const calls = intakeEndpoints.filter(({ access, body }) => access === 'signedIn' && body)

type Json = Record<string, unknown>

/** The body of an example with another value at a field: `visits[].page`. */
function withValue(body: unknown, name: string, value: unknown): Json {
  const copy = structuredClone(body) as Json
  const path = name.split('.')
  let at = copy
  for (const part of path.slice(0, -1)) at = (at[part.replace('[]', '')] as Json[])[0] as Json
  at[path.at(-1) as string] = value
  return copy
}
const valueAt = (body: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((at, part) => {
    const found = (at as Json | undefined)?.[part.replace('[]', '')]
    return part.endsWith('[]') ? (found as unknown[])[0] : found
  }, body)

/** Beginnings of texts of each form; a field without an example has one of them. */
const beginnings = ['a', '1', 'p1', '440305', '1990-03-07', '11010119900307002X', 'https://h5.example.com/']

/** Texts of so many characters, longer in each way in which a text of some form can be. */
const textsOf = (example: unknown, length: number): string[] =>
  [...(typeof example === 'string' ? [example] : []), ...beginnings].flatMap((from) => {
    if (from.length >= length) return [from.slice(0, length)]
    const missing = length - from.length
    return [
      ...['a', '1', ' '].map((more) => from + more.repeat(missing)),
      from.replace(/Z$/, `${'0'.repeat(missing)}Z`),
    ].filter((text) => text.length === length)
  })

/** Values with a size or a value of so much. */
function valuesOf({ type }: FieldRow, example: unknown, size: number): unknown[] {
  if (type === 'integer' || type === 'number') return [size]
  if (type === 'array') return [Array.from({ length: size }, () => (example as unknown[])[0])]
  return textsOf(example, size)
}

interface Bound {
  call: OpenCall
  row: FieldRow
  size: number
  beyond: number
}
const bounds: Bound[] = calls.flatMap((call) =>
  fieldRows(call.body as NonNullable<typeof call.body>, 'input').flatMap((row) => [
    ...(row.max === null ? [] : [{ call, row, size: row.max, beyond: row.max + 1 }]),
    ...(row.min === null ? [] : [{ call, row, size: row.min, beyond: row.min - 1 }]),
  ]),
)

/** A body whose field is at a limit and which the contract takes; null if no text of such a length can be right. */
function bodyWithin({ call, row, size }: Bound): Json | null {
  const made = valuesOf(row, valueAt(call.example.body, row.name), size)
  return (
    made
      .map((value) => withValue(call.example.body, row.name, value))
      .find((body) => call.body?.safeParse(body).success) ?? null
  )
}
const bodyBeyond = ({ call, row, beyond }: Bound) =>
  withValue(call.example.body, row.name, valuesOf(row, valueAt(call.example.body, row.name), beyond)[0] ?? '')

const say = (call: OpenCall, body: unknown) =>
  sandbox[call.caller as 'channel' | 'org'].call(
    call.method as 'POST',
    examplePath(call).slice(intakePrefix.length),
    body,
  )

describe.each(bounds)('$call.name: $row.name of $size', (bound) => {
  const { call, row } = bound
  const within = bodyWithin(bound)

  test.runIf(within)('is taken', async () => {
    expect(await say(call, within)).toMatchObject({ code: '0000' })
  })

  test('and $beyond is refused at the field', async () => {
    const { code, body } = await say(call, bodyBeyond(bound))
    expect(code).toBe('4000')
    const path = row.name.replaceAll('[]', '.0')
    expect(Object.keys(body.data.fields)).toContainEqual(expect.stringMatching(new RegExp(`^${path}(\\.|$)`)))
  })
})

test('only of an address, no text of the length that the guide allows is right', () => {
  const without = bounds.filter((bound) => bodyWithin(bound) === null)
  expect(new Set(without.map(({ row, size }) => `${row.name} ${size}`))).toEqual(
    new Set(['ip 64', 'returnUrl 1']),
  )
})

test('a field that is missing, has another type or is not listed is refused by name', async () => {
  for (const call of calls)
    for (const row of fieldRows(call.body as NonNullable<typeof call.body>, 'input')) {
      const wrong = row.type === 'string' ? 7 : 'seven'
      const { code, body } = await say(call, withValue(call.example.body, row.name, wrong))
      expect([call.name, row.name, code]).toEqual([call.name, row.name, '4000'])
      expect(Object.keys(body.data.fields)).toContain(row.name.replaceAll('[]', '.0'))
      if (!row.isRequired || row.name.includes('.')) continue
      const { [row.name]: _, ...rest } = call.example.body as Json
      expect((await say(call, rest)).body.data.fields).toHaveProperty([row.name])
    }
  const unknown = await sandbox.channel.call('POST', '/user', { phone: newPhone(), surname: '张' })
  expect(unknown.body.data.fields).toHaveProperty(['surname'])
})

const visitAt = (at: number) => ({
  visits: [
    {
      visitorId: 'v-7f3a9c21',
      page: '/',
      at: new Date(at).toISOString(),
      ip: '203.0.113.7',
      userAgent: 'browser',
    },
  ],
})
const slack = 30_000

test.each([
  ['the oldest', () => Date.now() - visitsTakenDays * 86_400_000 + slack, '0000'],
  ['an older one', () => Date.now() - visitsTakenDays * 86_400_000 - slack, '4000'],
  ['the latest', () => Date.now() + clockSeconds * 1_000 - slack, '0000'],
  ['a later one', () => Date.now() + clockSeconds * 1_000 + slack, '4000'],
])('the time of a visit: %s', async (_which, at, code) => {
  expect((await channel.call('POST', '/visit', visitAt(at()))).code).toBe(code)
})

test.each([
  ['the shortest', '!'.repeat(idempotencyKeyLength.min), '0000'],
  ['the longest', `~${'k'.repeat(idempotencyKeyLength.max - 1)}`, '0000'],
  ['a longer one', 'k'.repeat(idempotencyKeyLength.max + 1), '4000'],
  ['an empty one', '', '4000'],
  ['one with a space', 'k k', '4000'],
])('an Idempotency-Key: %s', async (_which, idempotencyKey, code) => {
  const options = { idempotencyKey }
  expect((await sandbox.channel.call('POST', '/user', { phone: newPhone() }, options)).code).toBe(code)
})

test.each([
  ['the oldest timestamp', -clockSeconds * 1_000 + slack, '0000'],
  ['an older one', -clockSeconds * 1_000 - slack, '2000'],
  ['the latest timestamp', clockSeconds * 1_000 - slack, '0000'],
  ['a later one', clockSeconds * 1_000 + slack, '2000'],
])('%s', async (_which, apart, code) => {
  const options = { now: Date.now() + apart }
  expect((await sandbox.channel.call('POST', '/user', { phone: newPhone() }, options)).code).toBe(code)
})

test('a body as long as it may be, and one byte more', async () => {
  const body = JSON.stringify({ phone: newPhone() })
  const padded = (length: number) => body + ' '.repeat(length - body.length)
  expect((await sandbox.channel.call('POST', '/user', padded(openBodyBytes))).code).toBe('0000')
  expect((await sandbox.channel.call('POST', '/user', padded(openBodyBytes + 1))).status).toBe(413)
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
  'a body of another type, %s, has HTTP status 415',
  async (type) => {
    const headers = { 'content-type': type }
    expect((await sandbox.channel.call('POST', '/user', { phone: newPhone() }, { headers })).status).toBe(415)
  },
)

test('the body of a GET is not read: the signature is that of none', async () => {
  const signed = sandbox.channel.sign('GET', '/order/C-20260922-0001')
  const { method, url, headers } = signed
  const payload = '{"a":1}'
  const sent = { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload } as const
  expect((await app.app.inject(sent)).json().code).toBe('0000')
  const other = sandbox.channel.sign('GET', '/order/C-20260922-0001', payload)
  expect((await app.app.inject(other)).json().code).toBe('2000')
})

describe('numbers of people in what is kept in clear', () => {
  const sentence = 'Can’t contain a full phone number or ID number'
  const visit = (over: object) => ({ visits: [{ ...visitAt(Date.now()).visits[0], ...over }] })
  const result = (externalId: string) => ({
    pushId: '1',
    status: 'accepted',
    at: new Date().toISOString(),
    externalId,
  })
  const login = { userId: '1', ip: '203.0.113.7' }
  const fields: [string, 'channel' | 'org', string, (value: string) => unknown][] = [
    ['visits.0.visitorId', 'channel', 'POST /visit', (visitorId) => visit({ visitorId })],
    ['visits.0.page', 'channel', 'POST /visit', (page) => visit({ page })],
    ['visitorId', 'channel', 'POST /user', (visitorId) => ({ phone: newPhone(), visitorId })],
    ['device', 'channel', 'POST /user', (device) => ({ phone: newPhone(), device })],
    ['visitorId', 'channel', 'POST /joint-login', (visitorId) => ({ ...login, visitorId })],
    [
      'orderNo',
      'channel',
      'POST /order',
      (orderNo) => ({ orderNo, userId: '1', productId: '1', ip: '203.0.113.7' }),
    ],
    ['externalId', 'org', 'POST /result', result],
  ]
  const places = fields.flatMap((field) =>
    ['13800138000', 'v-13800138000', 'u13800138000x', '110101199003070038', '11010119900307387X'].map(
      (value) => ({ field: field[0], caller: field[1], call: field[2], body: field[3], value }),
    ),
  )
  test.each(places)('$call: $field $value', async ({ field, caller, call, body, value }) => {
    const [method, path] = call.split(' ') as ['POST', string]
    const answer = await sandbox[caller].call(method, path, body(value))
    expect(answer.body.data?.fields).toEqual({ [field]: sentence })
  })

  test('what machines make holds none', async () => {
    for (let nth = 0; nth < 50; nth++)
      for (const visitorId of [
        randomUUID(),
        randomBytes(16).toString('hex'),
        randomBytes(12).toString('base64url'),
        String(1_764_000_000_000 + nth),
        `C-20261128-${String(nth).padStart(6, '0')}`,
      ])
        expect((await sandbox.channel.call('POST', '/visit', visit({ visitorId }))).code).toBe('0000')
  })
})

test('the header of a refused call says what its data say', async () => {
  const slow = await newChannel(app, { callsPerSecond: 1, dailyCap: 1 })
  const register = async () =>
    app.app.inject(slow.sign('POST', '/user', { phone: newPhone() }, { idempotencyKey: randomUUID() }))
  const answers = await Promise.all(Array.from({ length: 5 }, register))
  const refused = answers.filter((answer) => answer.json().code === '4290')
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer.json().data).toEqual({ retryAfterSeconds: 1 })
    expect(answer.headers['retry-after']).toBe('1')
  }
  await expect.poll(async () => (await register()).json().data?.opensAt).toBeDefined()
  // Once more, within the rate of calls.
  await expect
    .poll(async () => {
      const answer = await register()
      const opensAt = answer.json().data?.opensAt
      return opensAt && Number(answer.headers['retry-after']) - (Date.parse(opensAt) - Date.now()) / 1_000
    })
    .toSatisfy((apart) => Math.abs(Number(apart)) < 60)
})
