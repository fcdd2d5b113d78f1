import { randomUUID } from 'node:crypto'
import { codes, type Endpoint } from '@kabao/contract'
import { tokenPrefix } from '@kabao/contract/access/access-token'
import { allPoints } from '@kabao/contract/app/areas'
import { hashToken, newToken } from '#platform/base/token'
import { wrongHeaders } from '../answer-headers.ts'
import { type Answer, secret, type TestApp } from '../harness.ts'
import { anyAddress } from '../hostile/caller.ts'
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
  | 'by an unknown access token'
  | 'by an expired access token'
  | 'by an access token without the point'
  | 'by an access token whose owner lost the point'
  | 'by an access token from elsewhere'
  | 'by an access token instead of the person'
  | 'by an access token with the point'
  | 'by an access token for own rows only'
  | 'by an access token that is narrower than its owner'

/** How many calls are sent side by side. */
const together = 8

/**
 * What endpoints do wrong, one sentence each; empty if they are correct. Whoever must be refused is refused by all of them before anybody
 * is admitted, because the rows that they name stay untouched until then.
 */
export async function findings(test: TestApp, endpoints: readonly Endpoint[]): Promise<string[]> {
  const found: string[] = []
  const say: Say = (names, row, what) => found.push(`${names}, ${row}: ${what}`)
  const world = await createWorld(test)
  await refused(test, endpoints, world, say)
  await notOfOthers(test, endpoints, world, say)
  await sameForAll(test, endpoints, world, say)
  await admitted(test, endpoints, world, say)
  return found
}

/** @param names of the endpoint, or of those that were called side by side */
type Say = (names: string, row: Row, what: string) => void
type TokensFor = (some: readonly Endpoint[]) => Promise<(string | null)[]>
type Judge = (called: { endpoint: Endpoint; sample: Sample }, answer: Answer) => void

/**
 * Sends calls that may write nothing, several side by side.
 * @param tokensFor the tokens of the callers of some endpoints; what it writes does not count
 */
async function sendRefused(
  test: TestApp,
  { row, endpoints, world, say }: { row: Row; endpoints: readonly Endpoint[]; world: World; say: Say },
  tokensFor: TokensFor,
  judge: Judge,
) {
  for (let at = 0; at < endpoints.length; at += together) {
    const some = endpoints.slice(at, at + together)
    const tokens = await tokensFor(some)
    const before = await stateOf(test.pool)
    const calls = some.map((endpoint) => ({ endpoint, sample: callOf(endpoint, world) }))
    const answers = await Promise.all(
      calls.map(({ endpoint, sample }, nth) => call(test, endpoint, sample, tokens[nth] ?? null)),
    )
    const written = changed(before, await stateOf(test.pool))
    if (written.length > 0)
      say(some.map(({ name }) => name).join(' or '), row, `wrote to ${written.join(', ')}`)
    for (const [nth, called] of calls.entries()) {
      const answer = answers[nth] as CallAnswer
      for (const what of answer.wrongHeaders) say(called.endpoint.name, row, what)
      judge(called, answer)
    }
  }
}

/** The callers that endpoints must refuse, each with its code. */
async function refused(test: TestApp, endpoints: readonly Endpoint[], world: World, say: Say) {
  const expectCode = (row: Row, some: readonly Endpoint[], code: string, tokensFor: TokensFor) =>
    sendRefused(
      test,
      { row, endpoints: some, world, say },
      tokensFor,
      ({ endpoint: { name } }, { status, body }) => {
        if (status !== 200 || body.code !== code)
          say(name, row, `answered ${status} ${body.code} instead of ${code}`)
        if (body.code !== codes.success && leaks(body.data)) say(name, row, 'a refusal carried data')
      },
    )
  const always =
    (token: string | null): TokensFor =>
    async (some) =>
      some.map(() => token)

  const closed = endpoints.filter(({ access }) => access !== 'anyone')
  await expectCode('nobody', closed, codes.sessionExpired, always(null))
  await expectCode('an unknown token', closed, codes.sessionExpired, always(secret(newToken())))
  await expectCode('an expired session', closed, codes.sessionExpired, always(await expiredToken(test)))

  const guarded = endpoints.filter(({ point }) => point !== null)
  await expectCode('without the point', guarded, codes.forbidden, await callersWithout(test))
  const points = [...new Set(guarded.map(({ point }) => point as string))]
  const unchanged = await test.as(...points)
  await test.pool.query('update admin set must_change_password = true where id = $1', [unchanged.adminId])
  await expectCode('before the password change', guarded, codes.forbidden, always(unchanged.token))
  const bare = await test.as(...points)
  await test.pool.query(
    'update role set requires_second_factor = true where id in (select role_id from admin_role where admin_id = $1)',
    [bare.adminId],
  )
  await expectCode('before the second factor', guarded, codes.forbidden, always(bare.token))

  const [all, owner] = [allPoints(), await test.as(...points)]
  const tokenOf = async (adminId: string, some: readonly string[]) => {
    const { token } = await test.byToken(adminId, some)
    await markUsed(test, token)
    return token
  }
  const unknown = always(secret(`${tokenPrefix}${newToken()}`))
  await expectCode('by an unknown access token', closed, codes.sessionExpired, unknown)
  const expired = await tokenOf(owner.adminId, all)
  await test.pool.query('update access_token set expires_at = now() where token_hash = $1', [
    hashToken(expired),
  ])
  await expectCode('by an expired access token', closed, codes.sessionExpired, always(expired))
  const elsewhere = await tokenOf(owner.adminId, all)
  await test.pool.query(`update access_token set allowed_ips = '{203.0.113.7}' where token_hash = $1`, [
    hashToken(elsewhere),
  ])
  await expectCode('by an access token from elsewhere', closed, codes.forbidden, always(elsewhere))
  const byPerson = closed.filter((endpoint) => endpoint.byPerson)
  const whole = await tokenOf(owner.adminId, all)
  await expectCode('by an access token instead of the person', byPerson, codes.forbidden, always(whole))
  const narrower = (await test.byToken(owner.adminId, all, 'own')).token
  await markUsed(test, narrower)
  const asOwner = guarded.filter((endpoint) => endpoint.asOwner)
  await expectCode(
    'by an access token that is narrower than its owner',
    asOwner,
    codes.forbidden,
    always(narrower),
  )
  await expectCode('by an access token without the point', guarded, codes.forbidden, (some) =>
    Promise.all(
      some.map(({ point }) =>
        tokenOf(
          owner.adminId,
          all.filter((each) => each !== point),
        ),
      ),
    ),
  )
  const without = await callersWithout(test)
  await expectCode('by an access token whose owner lost the point', guarded, codes.forbidden, async (some) =>
    Promise.all((await without(some)).map(async (token) => tokenOf(await adminOf(test, token), all))),
  )
}

/** The token counts as used just now; otherwise the service would note the call. */
const markUsed = ({ pool }: TestApp, token: string) =>
  pool.query('update access_token set last_used_at = now() where token_hash = $1', [hashToken(token)])

const adminOf = async ({ pool }: TestApp, token: string | null): Promise<string> =>
  (await pool.query('select admin_id from session where token_hash = $1', [hashToken(token as string)]))
    .rows[0].admin_id

/**
 * Callers who have all points but one. They count as seen just now; otherwise the service would note the call in the session.
 * @returns gives the tokens of callers who lack the points of some endpoints, until the next call
 */
async function callersWithout({ pool, as }: TestApp): Promise<TokensFor> {
  const all = allPoints()
  const callers = await Promise.all(
    Array.from({ length: together }, async () => ({ ...(await as(...all)), lacks: null as string | null })),
  )
  return (some) =>
    Promise.all(
      some.map(async ({ point }, nth) => {
        const caller = callers[nth] as (typeof callers)[number]
        await pool.query(
          `with own as (select role_id from admin_role where admin_id = $1),
             seen as (update session set last_seen_at = now() where admin_id = $1),
             back as (insert into role_node (role_id, node) select role_id, $2 from own where $2::text <> $3)
           delete from role_node where role_id in (select role_id from own) and node = $3`,
          [caller.adminId, caller.lacks, point],
        )
        caller.lacks = point
        return caller.token
      }),
    )
}

/** Whether a request is about one row, and not about a list. */
export const isOfOne = ({ params, body }: Sample) =>
  Object.keys(params).length > 0 || 'id' in ((body ?? {}) as object)

/** For a caller with the data scope `own`, another owner's rows do not exist: they are not read, written or counted. */
async function notOfOthers(test: TestApp, endpoints: readonly Endpoint[], world: World, say: Say) {
  const owned = endpoints.filter((endpoint) => endpoint.owned)
  await noneOfOthers(test, { row: 'own rows only', endpoints: owned, world, say }, async (some) =>
    (await Promise.all(some.map((endpoint) => ownScoped(test, endpoint)))).map(({ token }) => token),
  )
  const row = 'by an access token for own rows only'
  const open = owned.filter(({ byPerson, asOwner }) => !byPerson && !asOwner)
  // Their owners see all rows.
  const owner = await test.as(...new Set([...allPoints(), ...open.map(pointFor)]))
  await noneOfOthers(test, { row, endpoints: open, world, say }, async (some) => {
    return Promise.all(
      some.map(async (endpoint) => {
        const { token } = await test.byToken(owner.adminId, [pointFor(endpoint)], 'own')
        await markUsed(test, token)
        return token
      }),
    )
  })
}

async function noneOfOthers(test: TestApp, how: Parameters<typeof sendRefused>[1], tokensFor: TokensFor) {
  const { row, say } = how
  await sendRefused(test, how, tokensFor, ({ endpoint: { name }, sample }, { status, body }) => {
    // Of a row without an owner, the people of others are left out.
    const showsNobody = Array.isArray(body.data) && body.data.length === 0
    if (isOfOne(sample)) {
      if (body.code !== codes.notFound && !showsNobody)
        say(name, row, `answered ${status} ${body.code} to another's row`)
    } else if (name.endsWith('Matching')) {
      // An act on so many matching rows finds none of them, and says so.
      if (body.code !== codes.conflict) say(name, row, `answered ${status} ${body.code}`)
    } else if (body.code === codes.success ? !isEmpty(body.data) : leaks(body.data))
      say(name, row, `showed ${JSON.stringify(body.data).slice(0, 200)}`)
  })
}

/** What is answered otherwise to somebody else or at another time, although it is not `owned`. */
const different: Readonly<Record<string, string>> = {
  'admin.page':
    'says which of them the caller may manage, which depends on the powers of both (powers.test.ts)',
  'admin.roles': 'as admin.page',
  'role.page': 'as admin.page',
  'role.get': 'as admin.page',
  'savedView.roles': 'as admin.page',
  'session.page': 'has the sessions of the caller whatever the scope (open-sessions.test.ts)',
  'accessToken.page': 'has the tokens of the caller whatever the scope (access-token.test.ts)',
  'audit.page': 'has the acts of the caller whatever the scope (audit.test.ts)',
  'audit.get': 'as audit.page',
  'operation.overview': 'is of this moment',
  'org.previewTemplate': 'has another nonce each time',
  'orgUv.previewTemplate': 'has another nonce each time',
}

/**
 * Where rows have no owner, the data scope makes no difference to what is read; where it does, the endpoint must say that it is `owned`, or
 * nobody would try it with rows of others.
 */
async function sameForAll(test: TestApp, endpoints: readonly Endpoint[], world: World, say: Say) {
  for (const endpoint of endpoints) {
    if (endpoint.owned || endpoint.kind !== 'read' || endpoint.point === null || endpoint.download) continue
    if (endpoint.name in different) continue
    const sample = callOf(endpoint, world)
    const [all, own] = [await test.as(endpoint.point), await ownScoped(test, endpoint)]
    const answerTo = async (token: string) => {
      const { body } = await call(test, endpoint, sample, token)
      return JSON.stringify([body.code, body.data])
    }
    // The first one asks before and after, because the next time of a job changes when a minute begins.
    const [before, ofOwn, after] = [
      await answerTo(all.token),
      await answerTo(own.token),
      await answerTo(all.token),
    ]
    if (ofOwn !== before && ofOwn !== after)
      say(endpoint.name, 'own rows only', 'answered otherwise, and is not declared as owned')
  }
}

/** A call by somebody to whom the rows belong. */
interface Attempt {
  row: Row
  endpoint: Endpoint
  newCaller: () => Promise<{ adminId: string; token: string }>
}

/**
 * A caller with the point passes the check, and one with the data scope `own` finds his own row; otherwise the checks above would prove
 * nothing. Calls share a world as long as they find in it what they need: of each area one call may change it, and what fails or is left
 * waits for the next world. The first call in a world has no excuse.
 */
async function admitted(test: TestApp, endpoints: readonly Endpoint[], first: World, say: Say) {
  let waiting = apart(endpoints).flatMap((endpoint) => attemptsOf(test, endpoint, first))
  for (let world = first; waiting.length > 0; world = await createWorld(test)) {
    const later: Attempt[] = []
    const changedAreas = new Set<string>()
    for (const [nth, attempt] of waiting.entries()) {
      const { row, endpoint } = attempt
      if (changedAreas.has(endpoint.area)) {
        later.push(attempt)
        continue
      }
      const wrong = await attemptIn(test, world, attempt, say).catch((error) => {
        if (nth === 0) throw error
        return String(error)
      })
      if (wrong === null) {
        if (endpoint.kind !== 'read') changedAreas.add(endpoint.area)
      } else if (nth === 0) say(endpoint.name, row, wrong)
      else later.push(attempt)
    }
    waiting = later
  }
}

function attemptsOf(test: TestApp, endpoint: Endpoint, world: World): Attempt[] {
  const { name, point, owned, byPerson } = endpoint
  const attempts: Attempt[] = []
  if (point !== null) {
    attempts.push({ row: 'with the point', endpoint, newCaller: () => test.as(point) })
    if (!byPerson && !queued.has(name))
      attempts.push({
        row: 'by an access token with the point',
        endpoint,
        newCaller: () => tokenOnly(test, point),
      })
  }
  if (owned && isOfOne(callOf(endpoint, world)))
    attempts.push({ row: 'own rows only', endpoint, newCaller: () => ownScoped(test, endpoint) })
  return attempts
}

/** @returns what is wrong with the answer; null if nothing is */
async function attemptIn(
  test: TestApp,
  world: World,
  { row, endpoint, newCaller }: Attempt,
  say: Say,
): Promise<string | null> {
  const { adminId, token } = await newCaller()
  await prepare(test, endpoint, world)
  await giveTo(adminId, test, world)
  const sample = callOf(endpoint, world)
  const key = endpoint.keyed ? randomUUID() : undefined
  const { status, body, wrongHeaders } = await call(test, endpoint, sample, token, key)
  if (wrongHeaders.length > 0) return wrongHeaders.join(', ')
  if (status !== 200 || body.code !== codes.success)
    return `answered ${status} ${body.code} ${JSON.stringify(body.data?.fields ?? body.desc)}`
  const again = () => call(test, endpoint, sample, token, key)
  if (key !== undefined) await sentAgain(test, { row, endpoint }, say, { body, again })
  return null
}

/**
 * In an order in which they seldom need a new world: reads first, as they leave their rows as they are, then writes of different areas by
 * turns, those that delete last.
 */
function apart(endpoints: readonly Endpoint[]): Endpoint[] {
  const turns = new Map<string, number>()
  const turnOf = ({ kind, method, name, area }: Endpoint) => {
    if (kind === 'read') return 0
    const turn = (turns.get(area) ?? 0) + 1
    turns.set(area, turn)
    return method === 'DELETE' || /remove/i.test(name) ? 1_000 + turn : turn
  }
  return endpoints
    .map((endpoint) => ({ endpoint, turn: turnOf(endpoint) }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ endpoint }) => endpoint)
}

/** Puts the row that some endpoints name into the state that they need. */
async function prepare({ pool }: TestApp, { name }: Endpoint, { idOf }: World) {
  if (name.endsWith('.enable'))
    await pool.query(`update admin set status = 'disabled' where id = $1`, [idOf.admin])
  if (name === 'checkKey.add') await pool.query(`delete from check_key where slot = 'b'`)
}

/** A write that is sent again under its key does nothing more: it writes to no table, also not to the audit log, and has the same answer. */
async function sentAgain(
  test: TestApp,
  { row, endpoint: { name } }: { row: Row; endpoint: Endpoint },
  say: Say,
  { body, again }: { body: Answer['body']; again: () => Promise<Answer> },
) {
  const linesOf = async () =>
    (await test.pool.query<{ n: string }>('select count(*) as n from audit_log')).rows[0]?.n
  const [before, lines] = [await stateOf(test.pool), await linesOf()]
  const second = await again()
  const written = changed(before, await stateOf(test.pool))
  if (written.length > 0) say(name, row, `wrote to ${written.join(', ')} when it was sent again`)
  if ((await linesOf()) !== lines) say(name, row, 'was audited again when it was sent again')
  if (JSON.stringify(second.body) !== JSON.stringify(body))
    say(name, row, `answered ${JSON.stringify(second.body)} when it was sent again`)
}

export async function ownScoped(test: TestApp, endpoint: Endpoint) {
  const request = await test.as(pointFor(endpoint))
  await test.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  return request
}

/** A job that waits is not queued again. */
const queued = new Set(['job.run', 'job.again'])

/** A token of somebody who has every point, with this one alone. */
async function tokenOnly(test: TestApp, point: string) {
  const { adminId } = await test.as(...new Set([...allPoints(), point]))
  const { token } = await test.byToken(adminId, [point])
  return { adminId, token }
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

type CallAnswer = Answer & { wrongHeaders: string[] }

const credentialOf = (token: string) =>
  token.startsWith(tokenPrefix) ? { authorization: `Bearer ${token}` } : { token }

/** Sends a request like a client, with headers. */
export async function call(
  { app }: Pick<TestApp, 'app'>,
  endpoint: Pick<Endpoint, 'method' | 'path' | 'upload'>,
  sample: Sample,
  token: string | null,
  key?: string,
): Promise<CallAnswer> {
  const form = endpoint.upload ? await formOf([{ name: 'a.csv', content: 'a,b\n' }]) : undefined
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${addressOf(endpoint, sample)}`,
    // Requests without a session are limited by their address.
    ...(token === null && { remoteAddress: anyAddress() }),
    headers: {
      ...form?.headers,
      ...(token !== null && credentialOf(token)),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(form ? { payload: form.payload } : sample.body !== undefined && { payload: sample.body as object }),
  })
  // A download has no envelope.
  const isFile = response.headers['content-disposition'] !== undefined
  return {
    status: response.statusCode,
    wrongHeaders: wrongHeaders(response.headers),
    body: isFile ? { code: codes.success, desc: '', data: null } : response.json(),
  }
}
