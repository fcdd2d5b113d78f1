import { type Endpoint, paramNames } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import { lookUpsIn } from '@kabao/contract/kernel/look-up'
import { checkDigit } from '@kabao/contract/kernel/personal'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { guesses } from '#platform/callers/look-ups'
import { blacklistKey, blacklistPurpose } from '#users/blacklist-match'
import { idNumberPurpose } from '#users/user-filter'
import { secret, startApp } from './harness.ts'
import { type Place, placesOf, withValue } from './hostile/values.ts'
import { definitionOf, valueFor } from './matrix/samples.ts'

/**
 * A caller who may see every list and reveal nobody tries to find one person's hidden digits: by whole values, tried one after the
 * other in every endpoint of the contract that takes one, and by everything else that an endpoint takes (parts of numbers, ranges,
 * orders, counts, exports).
 */

vi.setConfig({ testTimeout: 120_000 })
const app = startApp()

/** Every point except those of reveals. */
const points = [
  ...new Set(endpoints.flatMap(({ point }) => (point === null || point.endsWith(':reveal') ? [] : [point]))),
]
const attacker = () => app.as(...points)

const visible = { first: '138', last: '1234' }
const phoneWith = (hidden: number) => `${visible.first}${String(hidden).padStart(4, '0')}${visible.last}`
/** Id numbers with one mask, 440…0016; the check digit leaves one in eleven. */
const idNumbers = Array.from({ length: 365 * 30 }, (_, day) => {
  const birthday = new Date(Date.UTC(1970, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '')
  return `440305${birthday}0016`
}).filter((number) => checkDigit(number) === number[17])

/** How many numbers the caller tries; the right one is late in the list, so that luck does not find it. */
const tries = 40
const rightOne = 33
const phones = Array.from({ length: tries }, (_, n) => phoneWith((n * 7919 + 13) % 10_000)).map(secret)
const ids = idNumbers.slice(0, tries).map(secret)
const [phone, idNumber] = [phones[rightOne] as string, ids[rightOne] as string]

let person = ''
async function makePerson(hidden: { phone: string; idNumber: string }) {
  await app.pool.query(
    'truncate "user", channel, push_record, push_dedupe, feedback, blacklist, look_up, export_task, batch restart identity cascade',
  )
  const { rows } = await app.pool.query(
    `insert into "user" (phone, name, flow, city_code, birthday, id_number_sealed, id_number_hash, device, ip, created_at, updated_at, last_active_at)
     values ($1, '张三丰', 'full', '440305', '1990-06-06', $2, $3, 'device-1', '10.0.0.1', '2026-01-01', '2026-01-01', '2026-01-01') returning id`,
    [
      hidden.phone,
      app.vault.seal(hidden.idNumber, idNumberPurpose),
      app.vault.fingerprint(hidden.idNumber, idNumberPurpose),
    ],
  )
  person = rows[0].id
  await app.pool.query(
    `insert into push_record (id, user_id, flow, updated_at, org_id, plan_id)
     select time_id_at('2026-01-02'), $1, 'full', '2026-01-02', p.org_id, p.id from plan p limit 1`,
    [person],
  )
  await app.pool.query(
    `insert into feedback (user_id, kind, content, contact, created_at, updated_at)
     values ($1, 'fault', 'call me at ' || $2, $2, '2026-01-03', '2026-01-03')`,
    [person, hidden.phone],
  )
}
async function blacklistPerson(hidden: { phone: string; idNumber: string }) {
  await app.pool.query(
    `insert into blacklist (kind, value, value_sealed, created_at, updated_at)
     values ('phone', $1, null, '2026-01-04', '2026-01-04'), ('idNumber', $2, $3, '2026-01-04', '2026-01-04')`,
    [
      hidden.phone,
      blacklistKey(app.vault, 'idNumber', hidden.idNumber),
      app.vault.seal(hidden.idNumber, blacklistPurpose),
    ],
  )
}

beforeAll(async () => {
  await app.pool.query(`select make_partitions('push_record', '2026-01-01')`)
  await app.pool.query(`insert into org (code, name, flow) values ('org1', '机构', 'full')`)
  await app.pool.query(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values (1, '计划', 'full', 4500, '2026-01-01')`,
  )
})

/** A body without optional fields. */
function least(schema: z.ZodType): unknown {
  const { type, shape, innerType, in: before } = definitionOf(schema)
  if (shape)
    return Object.fromEntries(
      Object.entries(shape)
        .filter(([, field]) => !['optional', 'default'].includes(definitionOf(field).type))
        .map(([name, field]) => [name, least(field)]),
    )
  const inner = innerType ?? before
  if (inner && type !== 'optional') return hasShape(inner) ? least(inner) : valueFor(schema)
  return valueFor(schema)
}
const hasShape = (schema: z.ZodType): boolean => {
  const { shape, innerType, in: before } = definitionOf(schema)
  const inner = innerType ?? before
  return shape !== undefined || (inner !== undefined && hasShape(inner))
}

const kindOf = (number: string) => (number.length === 11 ? 'phone' : 'idNumber')

/** Every endpoint of the contract that takes such a number, and the path of the field. */
const callsWith = (number: string) =>
  endpoints.flatMap((endpoint) => {
    const { body } = endpoint
    const find = lookUpsIn(body)
    if (!body || !find) return []
    const made = least(body) as Record<string, unknown>
    const base = {
      ...made,
      ...('mark' in made && { mark: '1.1' }),
      ...('kind' in made && { kind: kindOf(number) }),
    }
    return placesOf(body)
      .filter((place) => {
        const asked = withValue(base, place, number)
        const [found] = body.safeParse(asked).success ? find(asked) : []
        return found?.field === place.join('.') && found.kind === kindOf(number)
      })
      .map((place) => ({ endpoint, bodyWith: (value: string) => withValue(base, place, value) }))
  })

type RequestBy = Awaited<ReturnType<typeof attacker>>
const call = async (request: RequestBy, { method, path }: Endpoint, body: unknown) =>
  (await request(method, path.replace(/\{\w+\}/g, person) as '/', body)).body

/** Whether a response shows that a person was found. */
const says = ({ data, code, desc }: { code: string; desc: string; data: Record<string, unknown> | null }) => {
  const { total, count, others, done, task, fields } = (data ?? {}) as Record<string, never>
  const numbers = [total, count, others, done, (task as { rowsTotal?: number } | undefined)?.rowsTotal]
  return code === '0000'
    ? numbers.some((each) => typeof each === 'number' && each > 0)
    : /变为 [1-9]/.test(desc) ||
        Object.values((fields ?? {}) as Record<string, string>).some((text) => text.includes('已存在'))
}

/** Tries numbers until one is refused or found. @returns the numbers that could still be the right one */
async function attack(
  numbers: readonly string[],
  tryOne: (number: string, at: number) => Promise<boolean | null>,
) {
  const left = new Set(numbers)
  for (const [at, number] of numbers.entries()) {
    const isRight = await tryOne(number, at)
    if (isRight === true) return [number]
    if (isRight === false) left.delete(number)
  }
  return [...left]
}

describe('by whole values, a caller can rule out only a few numbers', () => {
  beforeEach(async () => {
    await makePerson({ phone, idNumber })
    await blacklistPerson({ phone, idNumber })
  })

  const kinds = [
    ['phone', phones],
    ['id number', ids],
  ] as const
  test.each(
    kinds.flatMap(([kind, numbers]) =>
      callsWith(numbers[0] as string).map((each) => [kind, each.endpoint.name, numbers, each] as const),
    ),
  )('of a %s, by %s', async (_kind, _name, numbers, { endpoint, bodyWith }) => {
    const request = await attacker()
    const left = await attack(numbers, async (number) => {
      const answer = await call(request, endpoint, bodyWith(number))
      return answer.code === '4290' ? null : says(answer)
    })
    expect(left.length).toBeGreaterThanOrEqual(tries - guesses[kindOf(numbers[0] as string)].most)
  })

  test.each(kinds)('of a %s, by all of these in turn', async (_kind, numbers) => {
    const request = await attacker()
    const calls = callsWith(numbers[0] as string)
    expect(calls.length).toBeGreaterThan(5)
    const left = await attack(numbers, async (number, index) => {
      const { endpoint, bodyWith } = calls[index % calls.length] as (typeof calls)[0]
      const answer = await call(request, endpoint, bodyWith(number))
      return answer.code === '4290' ? null : says(answer)
    })
    expect(left.length).toBeGreaterThanOrEqual(tries - guesses[kindOf(numbers[0] as string)].most)
  })

  test('by adding blacklist entries and reading the risk report of the person', async () => {
    await app.pool.query('truncate blacklist restart identity')
    const request = await attacker()
    const left = await attack(phones, async (value) => {
      const made = await request('POST', '/blacklist', { kind: 'phone', value })
      if (made.body.code === '4290') return null
      const { body } = await request('GET', `/user/risk/${person}?type=identity`)
      return body.data.rules.some(
        (rule: { code: string; hit: boolean }) => rule.code === 'phoneBlacklisted' && rule.hit,
      )
    })
    expect(left.length).toBeGreaterThanOrEqual(tries - guesses.phone.most)
  })
})

describe('by anything else, a caller cannot tell apart two people with the same masks', () => {
  const other = { phone: secret(phoneWith(4321)), idNumber: secret(idNumbers.at(-1) as string) }
  beforeAll(async () => {
    await app.set('masking.revealsPerHour', 0)
    await app.set('masking.missesPerHour', 0)
  })
  afterAll(async () => {
    await app.set('masking.revealsPerHour', null)
    await app.set('masking.missesPerHour', null)
  })

  /** Parts of both people's numbers, and slightly malformed values that a search might accept. */
  const parts = [phone, idNumber, other.phone, other.idNumber].flatMap((number) => [
    ...Array.from({ length: number.length - 1 }, (_, n) => number.slice(0, n + 1)),
    ...Array.from({ length: number.length - 1 }, (_, n) => number.slice(n + 1)),
    `${number.slice(0, 5)}%`,
    `%${number.slice(4, 7)}%`,
    `${number.slice(0, 4)}***${number.slice(-4)}`,
    `${number.slice(0, 6)}00`,
    `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`,
  ])
  const instants = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2025-12-31T23:59:59.999Z']

  /** Every value of a field that is worth trying. */
  function valuesOf(field: z.ZodType): unknown[] {
    const { type, entries, innerType, in: before } = definitionOf(field)
    if (type === 'enum') return Object.values(entries ?? {})
    if (type === 'boolean') return [true, false]
    if (type === 'number') return [1, 2, 200]
    // If any text is allowed, a part of them is enough.
    const some = field.safeParse('any text').success ? parts.filter((_, index) => index % 9 === 0) : parts
    if (type === 'string') return [...new Set([...some, ...instants, '138****1234', '张', person])]
    const inner = innerType ?? before
    return inner ? valuesOf(inner) : []
  }

  const reads = endpoints.filter(
    ({ area, kind, name, path, body }) =>
      ['user', 'push', 'feedback', 'blacklist'].includes(area) &&
      (kind === 'read' || name.endsWith('.export')) &&
      !/import/i.test(name) &&
      (body !== undefined || paramNames(path).length > 0),
  )

  /** The content of a response, without what differs between any two requests. */
  const told = (body: unknown) =>
    JSON.stringify(body, (name, value) =>
      [
        'ticket',
        'requestId',
        'checkedAt',
        'createdAt',
        'startedAt',
        'finishedAt',
        'expiresAt',
        'updatedAt',
        'fileSize',
        'filter',
        'createdBy',
      ].includes(name) && name !== 'records'
        ? undefined
        : value,
    )

  async function play(request: RequestBy): Promise<Map<string, string>> {
    const answers = new Map<string, string>()
    for (const endpoint of reads) {
      if (!endpoint.body) {
        for (const type of endpoint.query ? ['identity', 'history', 'device', 'behavior'] : [''])
          answers.set(
            `${endpoint.name} ${type}`,
            told(
              (
                await request(
                  endpoint.method,
                  `${endpoint.path.replace(/\{\w+\}/g, person)}${type && `?type=${type}`}`,
                )
              ).body,
            ),
          )
        continue
      }
      const base = least(endpoint.body)
      // An export makes a file each time.
      const every = endpoint.name.endsWith('.export') ? 5 : 1
      for (const place of placesOf(endpoint.body)) {
        // More exports than anybody may request in an hour.
        await app.pool.query('truncate call_throttle')
        const field = fieldAt(endpoint.body, place)
        for (const value of field ? valuesOf(field).filter((_, index) => index % every === 0) : []) {
          // What takes a file on is tried with what is let through.
          const body = withValue(base, place, value)
          if (!endpoint.body.safeParse(body).success) continue
          for (const sort of /\.page$/.test(endpoint.name) ? ['createdAt', '-createdAt'] : [undefined]) {
            const asked = sort && endpoint.area !== 'push' ? { ...(body as object), sort } : body
            answers.set(
              `${endpoint.name} ${JSON.stringify(asked)}`,
              told(await call(request, endpoint, asked)),
            )
          }
        }
      }
    }
    return answers
  }

  function fieldAt(schema: z.ZodType, [name, ...rest]: Place): z.ZodType | undefined {
    if (name === undefined) return schema
    const { shape, innerType, in: before } = definitionOf(schema)
    if (shape) return shape[name] && fieldAt(shape[name], rest)
    const inner = innerType ?? before
    return inner && fieldAt(inner, [name, ...rest])
  }

  test('every filter, order, count and export gives the same response for both', async () => {
    const worlds: Map<string, string>[] = []
    for (const hidden of [{ phone, idNumber }, other]) {
      await makePerson(hidden)
      await blacklistPerson(hidden)
      worlds.push(await play(await attacker()))
    }
    const [one, two] = worlds as [Map<string, string>, Map<string, string>]
    expect(one.size).toBeGreaterThan(500)
    expect([...one.values()].filter((answer) => answer.includes('138****1234')).length).toBeGreaterThan(50)
    const different = [...one].filter(([asked, answer]) => two.get(asked) !== answer)
    expect(different.map(([asked, answer]) => [asked, answer, two.get(asked)])).toEqual([])
  })
})
