import { codes, type Endpoint } from '@kabao/contract'
import { allPoints } from '@kabao/contract/areas'
import { hashToken, newToken } from '#access/token'
import { type Answer, secret, type TestApp } from '../harness.ts'
import { formOf } from '../upload.ts'
import { changed, stateOf } from './database-state.ts'
import { addressOf, type Sample } from './samples.ts'
import { callOf, createWorld, giveTo } from './world.ts'

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

  const world = await createWorld(test)
  const sample = callOf(endpoint, world)
  /** Sends a request, and reports a response without one of these codes, or a forbidden write. */
  const refused = async (row: Row, token: string | null, code: string) => {
    const before = await stateOf(test.pool)
    const { status, body } = await call(test, endpoint, sample, token)
    if (status !== 200 || body.code !== code) say(row, `answered ${status} ${body.code} instead of ${code}`)
    if (body.code !== codes.success && leaks(body.data)) say(row, 'a refusal carried data')
    const written = changed(before, await stateOf(test.pool))
    if (written.length > 0) say(row, `wrote to ${written.join(', ')}`)
  }

  if (endpoint.access !== 'anyone') {
    await refused('nobody', null, codes.sessionExpired)
    await refused('an unknown token', secret(newToken()), codes.sessionExpired)
    await refused('an expired session', await expiredToken(test), codes.sessionExpired)
  }
  if (endpoint.point !== null) {
    const others = allPoints().filter((point) => point !== endpoint.point)
    await refused('without the point', (await test.as(...others)).token, codes.forbidden)
    const unchanged = await test.as(endpoint.point)
    await test.pool.query('update admin set must_change_password = true where id = $1', [unchanged.adminId])
    await refused('before the password change', unchanged.token, codes.forbidden)
    const bare = await test.as(endpoint.point)
    await test.pool.query(
      'update role set requires_second_factor = true where id in (select role_id from admin_role where admin_id = $1)',
      [bare.adminId],
    )
    await refused('before the second factor', bare.token, codes.forbidden)
    await admitted(test, endpoint, say)
  }
  if (endpoint.owned) await ownOnly(test, endpoint, say)
  return found
}

type Say = (row: Row, what: string) => void

/** A caller with the point passes the check. The sample request then succeeds, or the checks above would prove nothing. */
async function admitted(test: TestApp, endpoint: Endpoint, say: Say) {
  const ask = await test.as(endpoint.point as string)
  const world = await createWorld(test)
  if (endpoint.name.endsWith('.enable'))
    await test.pool.query(`update admin set status = 'disabled' where id = $1`, [world.idOf.admin])
  if (endpoint.name === 'checkKey.add') await test.pool.query(`delete from check_key where slot = 'b'`)
  await giveTo(ask.adminId, test, world)
  const { status, body } = await call(test, endpoint, callOf(endpoint, world), ask.token)
  if (status !== 200 || body.code !== codes.success)
    say('with the point', `answered ${status} ${body.code} ${JSON.stringify(body.data?.fields ?? body.desc)}`)
}

/**
 * For a caller with the data scope `own`, another owner's rows do not exist: they are not read, written or counted. The caller's
 * own row is found, or the check would prove nothing.
 */
async function ownOnly(test: TestApp, endpoint: Endpoint, say: Say) {
  const world = await createWorld(test)
  const ask = await test.as(pointFor(endpoint))
  await test.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [ask.adminId],
  )
  const sample = callOf(endpoint, world)
  const before = await stateOf(test.pool)
  const { status, body } = await call(test, endpoint, sample, ask.token)
  const written = changed(before, await stateOf(test.pool))
  if (written.length > 0) say('own rows only', `wrote to ${written.join(', ')}`)
  const namesOne = Object.keys(sample.params).length > 0 || 'id' in ((sample.body ?? {}) as object)
  // Of a row without an owner, the people of others are left out.
  const showsNobody = Array.isArray(body.data) && body.data.length === 0
  if (namesOne && body.code !== codes.notFound && !showsNobody)
    say('own rows only', `answered ${status} ${body.code} to another's row`)
  // An act on so many matching rows finds none of them, and says so.
  if (!namesOne && endpoint.name.endsWith('Matching')) {
    if (body.code !== codes.conflict) say('own rows only', `answered ${status} ${body.code}`)
  } else if (!namesOne && !isEmpty(body.data))
    say('own rows only', `showed ${JSON.stringify(body.data).slice(0, 200)}`)

  if (!namesOne) return
  const own = await createWorld(test)
  await giveTo(ask.adminId, test, own)
  const answer = await call(test, endpoint, callOf(endpoint, own), ask.token)
  if (answer.status !== 200 || answer.body.code !== codes.success)
    say('own rows only', `answered ${answer.status} ${answer.body.code} to his own row`)
}

/** The point that a caller needs for it; for a file, the one that its use requires. */
const pointFor = ({ point, area }: Endpoint): string =>
  point ?? (area === 'file' ? 'feedback:page' : `${area}:page`)

/** A response without rows: no entry of a list, no page, nothing counted, done or deleted. */
function isEmpty(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0
  const { records, total, done, ...others } = (data ?? {}) as {
    records?: unknown[]
    total?: number
    done?: number
  }
  if (records) return records.length === 0 && total === 0
  if (done !== undefined) return done === 0
  const counts = Object.values(others)
  return counts.length > 0 && counts.every((count) => count === 0)
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
): Promise<Answer> {
  const form = endpoint.upload ? await formOf([{ name: 'a.csv', content: 'a,b\n' }]) : undefined
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${addressOf(endpoint, sample)}`,
    headers: { ...form?.headers, ...(token !== null && { token }) },
    ...(form ? { payload: form.payload } : sample.body !== undefined && { payload: sample.body as object }),
  })
  // A download has no envelope.
  const isFile = response.headers['content-disposition'] !== undefined
  return {
    status: response.statusCode,
    body: isFile ? { code: codes.success, desc: '', data: null } : response.json(),
  }
}
