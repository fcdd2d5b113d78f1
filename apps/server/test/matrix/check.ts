import { randomUUID } from 'node:crypto'
import { codes, type Endpoint } from '@kabao/contract'
import { allPoints } from '@kabao/contract/areas'
import { hashToken, newToken } from '#access/token'
import { type Answer, secret, type TestApp } from '../harness.ts'
import { formOf } from '../upload.ts'
import { changed, stateOf } from './database-state.ts'
import { addressOf, type Sample } from './samples.ts'
import { callOf, createWorld, giveTo, type World } from './world.ts'

type Row =
  | 'nobody'
  | 'an unknown token'
  | 'an expired session'
  | 'without the point'
  | 'before the password change'
  | 'before the second factor'
  | 'with the point'
  | 'own rows only'

/** What one endpoint does wrong, one sentence each; empty if it is correct. */
export async function findings(test: TestApp, endpoint: Endpoint): Promise<string[]> {
  const found: string[] = []
  const say = (row: Row, what: string) => found.push(`${endpoint.name}, ${row}: ${what}`)

  const refusals = await refusalsOf(test, endpoint)
  if (refusals.length > 0) {
    const sample = callOf(endpoint, await untouchedWorld(test))
    // Nothing may be written between two requests, so what follows one refusal is what precedes the next.
    let before = await stateOf(test.pool)
    for (const { row, token, code } of refusals) {
      const { status, body } = await call(test, endpoint, sample, token)
      if (status !== 200 || body.code !== code) say(row, `answered ${status} ${body.code} instead of ${code}`)
      if (body.code !== codes.success && leaks(body.data)) say(row, 'a refusal carried data')
      const after = await stateOf(test.pool)
      const written = changed(before, after)
      if (written.length > 0) say(row, `wrote to ${written.join(', ')}`)
      before = after
    }
  }
  const isOfOne = endpoint.owned && (await notOfOthers(test, endpoint, say))
  if (endpoint.point !== null) await admitted(test, endpoint, say)
  if (isOfOne) await ofHisOwn(test, endpoint, say)
  if (found.length > 0) forgetWorlds(test)
  return found
}

type Say = (row: Row, what: string) => void

/**
 * By database, two worlds that endpoints share, because they stay as they are until a write succeeds: one whose rows belong to others,
 * which refused requests name, and one that is given to whoever reads.
 */
const shared = new WeakMap<TestApp['pool'], Partial<Record<'ofOthers' | 'ofReader', Promise<World>>>>()

function sharedWorld(test: TestApp, whose: 'ofOthers' | 'ofReader'): Promise<World> {
  const worlds = shared.get(test.pool) ?? {}
  shared.set(test.pool, worlds)
  worlds[whose] ??= createWorld(test)
  return worlds[whose]
}

const forgetWorlds = (test: TestApp) => shared.delete(test.pool)

const untouchedWorld = (test: TestApp) => sharedWorld(test, 'ofOthers')

/** Rows for a request that succeeds. A write may change any row, so it takes the untouched rows for itself, and no other has them. */
async function ownWorld(test: TestApp, { kind }: Endpoint): Promise<World> {
  if (kind === 'read') return sharedWorld(test, 'ofReader')
  const untouched = untouchedWorld(test)
  forgetWorlds(test)
  return untouched
}

interface Refusal {
  row: Row
  token: string | null
  code: string
}

/** The callers that an endpoint must refuse, with the code that each gets. */
async function refusalsOf(test: TestApp, { access, point }: Endpoint): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  const add = (row: Row, token: string | null, code: string) => refusals.push({ row, token, code })
  if (access !== 'anyone') {
    add('nobody', null, codes.sessionExpired)
    add('an unknown token', secret(newToken()), codes.sessionExpired)
    add('an expired session', await expiredToken(test), codes.sessionExpired)
  }
  if (point !== null) {
    add('without the point', await tokenWithout(test, point), codes.forbidden)
    const unchanged = await test.as(point)
    await test.pool.query('update admin set must_change_password = true where id = $1', [unchanged.adminId])
    add('before the password change', unchanged.token, codes.forbidden)
    const bare = await test.as(point)
    await test.pool.query(
      'update role set requires_second_factor = true where id in (select role_id from admin_role where admin_id = $1)',
      [bare.adminId],
    )
    add('before the second factor', bare.token, codes.forbidden)
  }
  return refusals
}

/** By database, one caller, who has all points but one. */
const withoutOne = new WeakMap<TestApp['pool'], { token: string; adminId: string; lacks: string | null }>()

/**
 * The caller counts as seen just now; otherwise the service would note the call in the session.
 * @returns the token of a caller who has all points but this one, until the next call
 */
async function tokenWithout({ pool, as }: TestApp, point: string): Promise<string> {
  const caller = withoutOne.get(pool) ?? { ...(await as(...allPoints())), lacks: null }
  await pool.query(
    `with own as (select role_id from admin_role where admin_id = $1),
       seen as (update session set last_seen_at = now() where admin_id = $1),
       back as (insert into role_node (role_id, node) select role_id, $2 from own where $2::text <> $3)
     delete from role_node where role_id in (select role_id from own) and node = $3`,
    [caller.adminId, caller.lacks, point],
  )
  withoutOne.set(pool, { ...caller, lacks: point })
  return caller.token
}

/** A caller with the point passes the check. The sample request then succeeds, or the checks above would prove nothing. */
async function admitted(test: TestApp, endpoint: Endpoint, say: Say) {
  const ask = await test.as(endpoint.point as string)
  const world = await ownWorld(test, endpoint)
  if (endpoint.name.endsWith('.enable'))
    await test.pool.query(`update admin set status = 'disabled' where id = $1`, [world.idOf.admin])
  if (endpoint.name === 'checkKey.add') await test.pool.query(`delete from check_key where slot = 'b'`)
  await giveTo(ask.adminId, test, world)
  const sample = callOf(endpoint, world)
  const key = endpoint.keyed ? randomUUID() : undefined
  const { status, body } = await call(test, endpoint, sample, ask.token, key)
  if (status !== 200 || body.code !== codes.success)
    say('with the point', `answered ${status} ${body.code} ${JSON.stringify(body.data?.fields ?? body.desc)}`)
  if (key !== undefined)
    await sentAgain(test, say, { body, again: () => call(test, endpoint, sample, ask.token, key) })
}

/** A write that is sent again under its key does nothing more: it writes to no table, also not to the audit log, and has the same answer. */
async function sentAgain(
  test: TestApp,
  say: Say,
  { body, again }: { body: Answer['body']; again: () => Promise<Answer> },
) {
  const linesOf = async () =>
    (await test.pool.query<{ n: string }>('select count(*) as n from audit_log')).rows[0]?.n
  const [before, lines] = [await stateOf(test.pool), await linesOf()]
  const second = await again()
  const written = changed(before, await stateOf(test.pool))
  if (written.length > 0) say('with the point', `wrote to ${written.join(', ')} when it was sent again`)
  if ((await linesOf()) !== lines) say('with the point', 'was audited again when it was sent again')
  if (JSON.stringify(second.body) !== JSON.stringify(body))
    say('with the point', `answered ${JSON.stringify(second.body)} when it was sent again`)
}

/**
 * For a caller with the data scope `own`, another owner's rows do not exist: they are not read, written or counted.
 * @returns whether the request is about one row, and not about a list
 */
async function notOfOthers(test: TestApp, endpoint: Endpoint, say: Say): Promise<boolean> {
  const ask = await ownScoped(test, endpoint)
  const sample = callOf(endpoint, await untouchedWorld(test))
  const before = await stateOf(test.pool)
  const { status, body } = await call(test, endpoint, sample, ask.token)
  const written = changed(before, await stateOf(test.pool))
  if (written.length > 0) say('own rows only', `wrote to ${written.join(', ')}`)
  // Of a row without an owner, the people of others are left out.
  const showsNobody = Array.isArray(body.data) && body.data.length === 0
  const isOfOne = Object.keys(sample.params).length > 0 || 'id' in ((sample.body ?? {}) as object)
  if (isOfOne) {
    if (body.code !== codes.notFound && !showsNobody)
      say('own rows only', `answered ${status} ${body.code} to another's row`)
  } else if (endpoint.name.endsWith('Matching')) {
    // An act on so many matching rows finds none of them, and says so.
    if (body.code !== codes.conflict) say('own rows only', `answered ${status} ${body.code}`)
  } else if (body.code === codes.success ? !isEmpty(body.data) : leaks(body.data))
    say('own rows only', `showed ${JSON.stringify(body.data).slice(0, 200)}`)
  return isOfOne
}

/** A caller with the data scope `own` finds his own row, or the check above would prove nothing. */
async function ofHisOwn(test: TestApp, endpoint: Endpoint, say: Say) {
  const ask = await ownScoped(test, endpoint)
  const own = await ownWorld(test, endpoint)
  await giveTo(ask.adminId, test, own)
  const answer = await call(test, endpoint, callOf(endpoint, own), ask.token)
  if (answer.status !== 200 || answer.body.code !== codes.success)
    say('own rows only', `answered ${answer.status} ${answer.body.code} to his own row`)
}

async function ownScoped(test: TestApp, endpoint: Endpoint) {
  const ask = await test.as(pointFor(endpoint))
  await test.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [ask.adminId],
  )
  return ask
}

/** The point that a caller needs for it; for a file, the one that its use requires. */
const pointFor = ({ point, area }: Endpoint): string =>
  point ?? (area === 'file' ? 'feedback:page' : `${area}:page`)

/** A response without rows: no entry of a list, no page, nothing counted, done or deleted. */
function isEmpty(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0
  const { records, series, done, ...others } = (data ?? {}) as {
    records?: unknown[]
    series?: unknown[]
    done?: number
    total?: number | null
  }
  if (records) return records.length === 0 && others.total === 0
  if (series) return series.length === 0
  if (done !== undefined) return done === 0
  const counts = Object.values(others)
  // What tells only how the list is read is no row.
  const isNothing = (value: unknown) =>
    value === 0 ||
    value === null ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.length === 0)
  return counts.length > 0 && counts.every(isNothing)
}

const leaks = (data: unknown) =>
  data !== null &&
  typeof data === 'object' &&
  Object.keys(data).some((key) => !['fields', 'requestId', 'current'].includes(key))

async function expiredToken({ pool, as }: TestApp): Promise<string> {
  const { adminId } = await as('*')
  const token = secret(newToken())
  await pool.query(
    `insert into session (token_hash, admin_id, created_at, last_seen_at) values ($1, $2, now() - interval '400 days', now() - interval '400 days')`,
    [hashToken(token), adminId],
  )
  return token
}

/** Sends a request like a client, with headers. */
export async function call(
  { app }: Pick<TestApp, 'app'>,
  endpoint: Pick<Endpoint, 'method' | 'path' | 'upload'>,
  sample: Sample,
  token: string | null,
  key?: string,
): Promise<Answer> {
  const form = endpoint.upload ? await formOf([{ name: 'a.csv', content: 'a,b\n' }]) : undefined
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${addressOf(endpoint, sample)}`,
    headers: {
      ...form?.headers,
      ...(token !== null && { token }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(form ? { payload: form.payload } : sample.body !== undefined && { payload: sample.body as object }),
  })
  // A download has no envelope.
  const isFile = response.headers['content-disposition'] !== undefined
  return {
    status: response.statusCode,
    body: isFile ? { code: codes.success, desc: '', data: null } : response.json(),
  }
}
