import { type Endpoint, id as idSchema, paramNames } from '@kabao/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { isExhaustive } from './exhaustive.ts'
import { startApp } from './harness.ts'
import { anyAddress, areas, type HostileCaller, hostileCaller } from './hostile/caller.ts'
import { kindOf } from './hostile/schemas.ts'
import { newOrInTurn } from './hostile/turn.ts'
import { fieldsOf, hostileBodies, hostileIds, hostileValues, placesOf, withValue } from './hostile/values.ts'
import { addressOf } from './matrix/samples.ts'
import { callOf } from './matrix/world.ts'

vi.setConfig({ testTimeout: isExhaustive ? 1_200_000 : 120_000 })
const app = startApp()
let token: string
let world: HostileCaller['world']
let count = 0
beforeAll(async () => {
  ;({ token, world } = await hostileCaller(app))
})

/** Texts that only our stack traces, database errors or paths hold. */
const inside =
  /\bat \w[\w.]* \(|node_modules|\.ts:\d|\b(select|insert into|update \w+ set|delete from)\b .*\b(from|values|set|where)\b|syntax error|violates|pg_|relation "|column "|ECONN|errno|stack/i

interface Attempt {
  /** What is wrong with it, for the failure message. */
  what: string
  url: string
  payload?: string
}

/** Sends it unchanged. @returns a sentence if the response is not an intended one */
async function trouble(endpoint: Endpoint, { what, url, payload }: Attempt): Promise<string[]> {
  const response = await app.app.inject({
    method: endpoint.method,
    url: `/api${url}`,
    remoteAddress: anyAddress(),
    headers: { token, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  })
  const { statusCode, body, headers } = response
  if (statusCode === 200 && headers['content-disposition'] !== undefined) return []
  const code = parsed(body)?.code
  const isMeant = statusCode < 500 && typeof code === 'string' && code !== '50000'
  const said = parsed(body)?.desc
  // A row may hold what was stored, but the service's own messages may not reveal internals.
  const isQuiet = code === '0000' || !inside.test(JSON.stringify(said ?? body))
  return isMeant && isQuiet ? [] : [`${what}: ${statusCode} ${body.slice(0, 300)}`]
}

function parsed(body: string): { code?: unknown; desc?: unknown } | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const texts = new Map<unknown, string>()
function shown(value: unknown): string {
  const text = texts.get(value) ?? String(JSON.stringify(value)).slice(0, 60)
  texts.set(value, text)
  return text
}

/** Every sign-in and every change of a password hashes one, so these get fewer tries. */
const isSlow = ({ name }: Endpoint) => /login|password/i.test(name)
const fewer = (values: readonly unknown[]) => values.filter((_, index) => index % 4 === 0)

const [isTakenAnew, isRefusedAnew] = [newOrInTurn(32), newOrInTurn(256)]

/**
 * What a schema takes reaches the handler: it is tried for each kind of schema. What it refuses, and a field that it does not know, is
 * answered before, by the same code for all fields: it is tried for each way in which it is refused.
 * @param where the part of the request
 * @param name of the field
 */
function isWorthATry(where: string, name: string, schema: z.ZodType | null): (value: unknown) => boolean {
  const kind = schema && kindOf(schema)
  return (value) => {
    const issues = schema?.safeParse(value).error?.issues
    if (kind && !issues) return isTakenAnew(`${where} ${shown(value)} ${kind}`)
    const way = issues?.map(({ code, path }) => `${code} ${path.length}`).join() ?? name
    return isRefusedAnew(`${where} ${shown(value)} ${way}`)
  }
}

/** The same for a body as a whole. One that the endpoint takes is always tried. */
function isWorthSending({ method, body }: Endpoint): (payload: string) => boolean {
  return (payload) =>
    (body?.safeParse(parsed(payload)).success ?? false) ||
    isRefusedAnew(`${method} ${body !== undefined} ${payload.length} ${payload.slice(0, 40)}`)
}

/** Fields that no schema has. */
const unknownFields = ['nonsense', '__proto__', 'constructor', 'toString'].map((name) => ({
  place: [name],
  schema: null,
}))

/** How many of the hostile bodies an endpoint without a body gets. */
const first = 9

function* attemptsOn(endpoint: Endpoint): Generator<Attempt> {
  const call = callOf(endpoint, world)
  const base = addressOf(endpoint, call)
  const values = isSlow(endpoint) ? fewer(hostileValues) : hostileValues
  for (const name of paramNames(endpoint.path)) {
    const isTried = isWorthATry('path', name, endpoint.params?.[name] ?? idSchema)
    for (const id of hostileIds.filter((id) => isTried(decoded(id)))) {
      const url = addressOf({ path: endpoint.path.replace(`{${name}}`, id) as never }, call)
      yield { what: `{${name}} = ${id}`, url, ...payloadOf(call.body) }
    }
  }
  for (const [name] of Object.entries(endpoint.query?.shape ?? {}).concat([['nonsense', null as never]])) {
    for (const value of values.filter(isWorthATry('query', name, endpoint.query?.shape[name] ?? null))) {
      const url = addressOf(endpoint, { ...call, query: { ...call.query, [name]: textOf(value) } })
      if (url.length < 12_000) yield { what: `?${name} = ${shown(value)}`, url }
    }
    const open = `${base}${base.includes('?') ? '&' : '?'}`
    if (isRefusedAnew(`${name} twice`)) yield { what: `?${name} twice`, url: `${open}${name}=1&${name}=2` }
    // Every endpoint gets at least this.
    if (name === 'nonsense' || isRefusedAnew(`${name}[]`))
      yield { what: `?${name}[]`, url: `${open}${name}[]=1&${name}[a]=2&__proto__[a]=1` }
  }
  const bodies = endpoint.body ? hostileBodies : hostileBodies.slice(0, first)
  for (const payload of bodies.filter(isWorthSending(endpoint)))
    yield { what: `body ${payload.slice(0, 40)}`, url: base, payload }
  if (!endpoint.body) return
  for (const { place, schema } of [...fieldsOf(endpoint.body), ...unknownFields]) {
    for (const value of values.filter(isWorthATry('body', place.join('.'), schema))) {
      yield {
        what: `${place.join('.')} = ${shown(value)}`,
        url: base,
        payload: JSON.stringify(withValue(call.body, place, value)),
      }
    }
  }
}

/** What the text of a path stands for; as it is, if it stands for nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const payloadOf = (body: unknown) => (body === undefined ? {} : { payload: JSON.stringify(body) })
const textOf = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // Characters that cannot be in a URL cannot arrive in one.
  return text.replace(/[\ud800-\udfff]/g, '')
}

/** An edit names the version that it saw; after a success, further edits would only be refused as outdated. */
function renewing({ name, area, body }: Endpoint): (() => Promise<unknown>) | null {
  const id = world.idOf[area]
  if (!name.endsWith('.update') || !placesOf(body as never).some(([field]) => field === 'version') || !id)
    return null
  // The two lists of an entity share its table.
  const table = area
    .replace(/Uv$/, '')
    .replace(/^(postback|webhook)$/, 'hook')
    .replace(/^notice$/, 'noticeTarget')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return () => app.pool.query(`update "${table}" set version = 1 where id = $1`, [id])
}

test.each(areas)('%s answers everything that is thrown at it with a sentence of ours', async (_area, own) => {
  const found: string[] = []
  for (const endpoint of own) {
    const attempts = [...attemptsOn(endpoint)]
    const renew = renewing(endpoint)
    const together = renew ? 1 : 8
    for (let at = 0; at < attempts.length; at += together) {
      await renew?.()
      const some = attempts.slice(at, at + together)
      const troubles = await Promise.all(some.map((attempt) => trouble(endpoint, attempt)))
      found.push(...troubles.flat().map((what) => `${endpoint.name}: ${what}`))
    }
    count += attempts.length
  }
  expect(found.slice(0, 20)).toEqual([])
  expect(({} as Record<string, unknown>).isSuper).toBeUndefined()
})

test('many requests were sent', () => {
  expect(count).toBeGreaterThan(5_000)
})

test('afterwards the caller’s account and the tables still exist', async () => {
  const me = await app.app.inject({ url: '/api/admin/me', headers: { token } })
  expect(me.json().code).toBe('0000')
})
