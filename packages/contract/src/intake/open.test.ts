import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { type Endpoint, paramNames } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { type SchemaProblem, wordSchemaProblem } from '../kernel/problems.ts'
import { refusalsOf } from '../kernel/refusals.ts'
import { wordExactIssue } from '../kernel/service-problems.ts'
import { openBodyBytes } from '../partners/signature.ts'
import { intakeEndpoints } from './calls.ts'
import { fieldRows } from './field-rows.ts'
import {
  acceptsIdempotencyKey,
  createCallers,
  examplePath,
  field,
  intakeCalls,
  type OpenCall,
} from './kernel.ts'
import { intakeRefusalWords } from './refusals.ts'

/** What a text lacks to be in both languages. */
function faultOf(words: Words | null): string | null {
  if (words === null) return 'no description'
  const [zh, en] = words
  if (!/\p{Script=Han}/u.test(zh)) return 'no Chinese'
  return /[a-z]{2}/i.test(en) && !/\p{Script=Han}/u.test(en) ? null : 'no English'
}

const objectOf = (shape: Readonly<Record<string, z.ZodType>>) => z.strictObject({ ...shape })

/** The fields of a call: of its path, its query, its body and its answer. */
const rowsOf = ({ params, query, body, answer }: OpenCall) => [
  ...fieldRows(objectOf(params ?? {}), 'input'),
  ...(query ? fieldRows(query, 'input') : []),
  ...(body ? fieldRows(body, 'input') : []),
  ...fieldRows(answer, 'output'),
]

/** What is missing or wrong in the declaration of a call. */
function faultsOf(call: OpenCall): string[] {
  const { path, params, body, answer, example } = call
  const faults = rowsOf(call).flatMap(({ name, words }) => {
    const fault = faultOf(words)
    return fault ? [`${name}: ${fault}`] : []
  })
  for (const name of paramNames(path)) if (!params?.[name]) faults.push(`{${name}}: no schema`)
  for (const text of ['summary', 'description'] as const) {
    const fault = faultOf(call[text])
    if (fault) faults.push(`${text}: ${fault}`)
  }
  const given = objectOf(params ?? {}).safeParse(example.params ?? {})
  if (!given.success) faults.push('example: wrong parameters')
  if (body ? !body.safeParse(example.body).success : example.body !== undefined)
    faults.push('example: wrong body')
  const answered = answer.safeParse(example.answer)
  // An object drops unknown fields of an answer, so the example must stay as it is.
  if (!answered.success || JSON.stringify(answered.data) !== JSON.stringify(example.answer))
    faults.push('example: wrong answer')
  return faults
}

test('the contract has all calls of the partner API', () => {
  expect(intakeEndpoints.map(({ method, path, caller }) => `${caller} ${method} ${path}`)).toEqual([
    'channel POST /visit',
    'channel POST /check',
    'channel POST /user',
    'channel GET /user/{id}',
    'channel PUT /user/{id}/profile',
    'channel GET /user/{id}/offers',
    'channel POST /user/{id}/consent',
    'channel POST /lead',
    'channel POST /joint-login',
    'org POST /ticket',
    'org POST /result',
    'channel POST /cost',
    'channel POST /order',
    'channel GET /order/{no}',
    'provider POST /pay/callback/{token}',
    'channel POST /feedback',
    'browser POST /error',
  ])
  expect(new Set(intakeEndpoints.map(({ name }) => name)).size).toBe(intakeEndpoints.length)
})

test.each(intakeEndpoints)('$name has words for everything, and an example that fits', (call) => {
  expect(faultsOf(call)).toEqual([])
})

test.each(intakeEndpoints)('$name says how it refuses', (call) => {
  const refusals = refusalsOf(call)
  const expected = call.access === 'signedIn' ? [codes.sessionExpired, codes.forbidden] : []
  expect(refusals).toEqual(expect.arrayContaining([...expected, codes.tooManyRequests, codes.unexpected]))
  if (call.body) expect(refusals).toContain(codes.invalid)
  for (const code of refusals) expect(faultOf(intakeRefusalWords[code])).toBeNull()
  expect(refusals).not.toContain(codes.wrongCredentials)
})

test('a signed call names its caller by a key; others are open to anyone', () => {
  for (const { name, access, caller } of intakeEndpoints) {
    expect(createCallers).toContain(caller)
    expect(access === 'signedIn', name).toBe(caller === 'channel' || caller === 'org')
  }
})

test('every signed POST accepts an Idempotency-Key', () => {
  const accepting = intakeEndpoints.filter(acceptsIdempotencyKey).map(({ path }) => path)
  expect(accepting).toContain('/user')
  // The first request may still be under way.
  for (const call of intakeEndpoints.filter(acceptsIdempotencyKey))
    expect(refusalsOf(call), call.name).toContain(codes.conflict)
  expect(accepting).not.toContain('/error')
  expect(accepting).not.toContain('/user/{id}/offers')
})

test('a call is no administrator’s endpoint: it needs no permission point and writes no audit line', () => {
  const calls: readonly Endpoint[] = intakeEndpoints
  for (const { name, area, point, audited, affects } of calls)
    expect([name, area, point, audited, affects]).toEqual([name, 'open', null, false, []])
})

test('the address of an example has its parameters encoded', () => {
  const byPath = (path: string) => intakeEndpoints.find((call) => call.path === path) as OpenCall
  expect(examplePath(byPath('/user/{id}/offers'))).toBe('/open/user/42/offers')
  const order = byPath('/order/{no}')
  expect(examplePath({ ...order, example: { params: { no: 'a b/c' }, answer: null } })).toBe(
    '/open/order/a%20b%2Fc',
  )
})

test('an example is far below the bound of a body', () => {
  for (const { example } of intakeEndpoints)
    expect(JSON.stringify(example.body ?? null).length).toBeLessThan(openBodyBytes / 100)
})

describe('what the calls accept', () => {
  const accepts = (path: string, body: unknown) =>
    intakeEndpoints.find((call) => call.path === path)?.body?.safeParse(body).success
  const visit = { visitorId: 'v-1234', page: '/', at: '2026-09-22T01:30:00.000Z', ip: '::1', userAgent: '' }

  test('1 to 500 visits', () => {
    expect(accepts('/visit', { visits: [] })).toBe(false)
    expect(accepts('/visit', { visits: Array(500).fill(visit) })).toBe(true)
    expect(accepts('/visit', { visits: Array(501).fill(visit) })).toBe(false)
  })

  test.each([
    ['/user', { phone: '13800001234' }, true],
    ['/user', { phone: '+86 138 0000 1234' }, true],
    ['/user', { phone: '12800001234' }, false],
    ['/user', { phone: '13800001234', birthday: '1990-02-29' }, false],
    ['/user', { phone: '13800001234', birthday: '1992-02-29' }, true],
    ['/user', { phone: '13800001234', birthday: '1899-12-31' }, false],
    ['/user', { phone: '13800001234', birthday: '2099-01-01' }, false],
    ['/user', { phone: '13800001234', surname: '张' }, false],
    ['/check', { phoneHash: 'a'.repeat(64) }, true],
    ['/check', { phoneHash: 'A'.repeat(64) }, false],
    ['/check', { phone: '13800001234' }, false],
    ['/user/{id}/profile', {}, true],
    ['/ticket', { ticket: 'tk_short' }, false],
    ['/result', { pushId: '1', status: 'accepted', quality: 4, at: '2026-09-22T01:30:00.000Z' }, false],
    ['/order', { orderNo: 'a/b', userId: '1', productId: '1', ip: '1.1.1.1' }, false],
    ['/error', { name: 'x'.repeat(500), message: '' }, true],
  ])('%s %o: %s', (path, body, expected) => expect(accepts(path, body)).toBe(expected))
})

describe('a refusal says what a field wants', () => {
  /** The body with another value at a path such as `visits[].page`. */
  const changed = (body: unknown, [key, ...rest]: string[], value: unknown): unknown => {
    if (key === undefined) return value
    if (Array.isArray(body)) return body.map((each) => changed(each, [key, ...rest], value))
    const place = key.replace('[]', '')
    return { ...(body as object), [place]: changed((body as Record<string, unknown>)?.[place], rest, value) }
  }
  /** The sentences for values that most fields refuse. */
  const sentences = ({ body }: OpenCall, path: string, given: unknown, values: readonly unknown[]) =>
    values.flatMap((value) => {
      const { error } = (body as z.ZodType).safeParse(changed(given, path.split('.'), value), {
        reportInput: true,
      })
      return (error?.issues ?? []).map(
        (issue) => wordExactIssue(issue, 'en-US') ?? `none for ${issue.message}`,
      )
    })
  const says = (problem: SchemaProblem) => wordSchemaProblem(problem, 'en-US')
  const vague = [says('type'), says('tooLong'), says('range'), says('choice'), says('tooMany')]

  test.each(intakeEndpoints.filter(({ body }) => body !== undefined))('$name', (call) => {
    const rows = fieldRows(call.body as z.ZodType, 'input')
    for (const { name, type } of rows.filter((row) => row.type !== 'object')) {
      const wrong = {
        string: ['☃', 'x'.repeat(20_000)],
        integer: [-1, 1e15, 0.5],
        boolean: ['no'],
        array: [],
      }[type as string]
      for (const sentence of sentences(call, name, call.example.body, wrong ?? []))
        expect(vague.includes(sentence) || sentence.startsWith('none'), `${name}: ${sentence}`).toBe(false)
      const other = sentences(call, name, call.example.body, [type === 'string' ? 13_800_001_234 : 'text'])
      expect(other.length, name).toBeGreaterThan(0)
      expect(
        other.filter((sentence) => vague.includes(sentence) || sentence === says('required')),
        name,
      ).toEqual([])
    }
  })

  test('the form of a number, the type of a phone, the bounds of a text', () => {
    const user = intakeEndpoints.find(({ path }) => path === '/user') as OpenCall
    expect(sentences(user, 'visitorId', { phone: '13800001234' }, ['ab'])).toEqual([
      '4–64 letters, digits or _ . -',
    ])
    expect(sentences(user, 'phone', {}, [13_800_001_234])).toEqual([
      'Must be text (a JSON string, in quotes)',
    ])
    expect(sentences(user, 'phone', {}, [undefined, null])).toEqual([says('required'), says('required')])
    expect(sentences(user, 'name', { phone: '13800001234' }, ['x'.repeat(41)])).toEqual([
      'At most 40 characters',
    ])
    expect(sentences(user, 'gender', { phone: '13800001234' }, ['f'])).toEqual([
      'Must be one of these: female, male',
    ])
  })
})

test('a long User-Agent is cut, and refuses nobody', () => {
  for (const { path, body, example } of intakeEndpoints)
    for (const { name } of body ? fieldRows(body, 'input') : []) {
      if (!name.endsWith('userAgent')) continue
      const given = { ...(example.body as object), userAgent: `Mozilla/5.0 ${'x'.repeat(4_000)}` }
      const { visits } = given as { visits?: object[] }
      const sent = visits
        ? { visits: visits.map((each) => ({ ...each, userAgent: given.userAgent })) }
        : given
      const read = body?.parse(sent) as { userAgent: string; visits?: { userAgent: string }[] }
      expect((read.visits?.[0] ?? read).userAgent, path).toHaveLength(400)
    }
})

describe('the checks find errors', () => {
  const call = (more: object) =>
    intakeCalls({
      made: {
        method: 'POST',
        path: '/made/{no}',
        kind: 'write',
        access: 'signedIn',
        caller: 'channel',
        summary: ['做', 'Make'],
        description: ['说明', 'How it is made'],
        params: { no: field(['编号', 'The number'], z.string().max(9)) },
        body: z.strictObject({
          list: field(
            ['列表', 'The list'],
            z.array(z.strictObject({ a: field(['甲', 'The first'], z.int()) })).max(3),
          ),
        }),
        answer: z.object({ ok: field(['结果', 'The result'], z.boolean()) }),
        example: { params: { no: '1' }, body: { list: [{ a: 1 }] }, answer: { ok: true } },
        ...more,
      },
    }).made as OpenCall

  test.each([
    [{}, []],
    [
      { body: z.strictObject({ list: z.array(z.strictObject({ a: z.int() })).max(3) }) },
      ['list: no description', 'list[].a: no description'],
    ],
    [{ answer: z.object({ ok: z.boolean().nullable() }) }, ['ok: no description']],
    [{ answer: z.object({ ok: field(['ok', 'ok'], z.boolean()) }) }, ['ok: no Chinese']],
    [{ description: ['说明', '说明'] }, ['description: no English']],
    [{ params: {}, example: { body: { list: [] }, answer: { ok: true } } }, ['{no}: no schema']],
    [
      { example: { params: { no: '1' }, body: {}, answer: { ok: true, more: 1 } } },
      ['example: wrong body', 'example: wrong answer'],
    ],
    [{ example: { params: {}, body: { list: [] }, answer: { ok: true } } }, ['example: wrong parameters']],
  ])('%#', (more, expected) => expect(faultsOf(call(more))).toEqual(expected))

  test('a description belongs to one field, not to every field with the schema', () => {
    const shared = z.string().max(5)
    const shape = z.strictObject({
      a: field(['甲', 'The first'], shared),
      b: field(['乙', 'The second'], shared).optional(),
      c: shared.nullable(),
      d: z.string().nullable(),
      e: z.array(z.object({ f: z.int() })).nullable(),
    })
    expect(fieldRows(shape, 'input')).toMatchObject([
      { name: 'a', words: ['甲', 'The first'], isRequired: true, max: 5 },
      { name: 'b', words: ['乙', 'The second'], isRequired: false },
      { name: 'c', words: null, isNullable: true, max: 5, type: 'string' },
      { name: 'd', isNullable: true, type: 'string' },
      { name: 'e', isNullable: true, type: 'array' },
      { name: 'e[].f', isNullable: false, type: 'integer' },
    ])
  })
})
