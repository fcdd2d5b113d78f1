import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp({ heartbeatMs: 60_000 })
const password = 'right 12'

interface SignedIn {
  token: string
  request: (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => Promise<Answer>
}
interface Answer {
  code: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the expected fields, and fails if they are missing
  data: any
}

async function signIn(username: string, userAgent = 'curl/8.5.0', secret = password): Promise<SignedIn> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers: { 'user-agent': userAgent },
    payload: { username, password: secret },
  })
  const token: string = answer.json().data?.token ?? ''
  const request: SignedIn['request'] = async (method, path, payload) => {
    const response = await app.app.inject({
      method,
      url: `/api${path}`,
      headers: { token },
      ...(payload && { payload }),
    })
    return response.json()
  }
  return { token, request }
}
const isOver = async ({ request }: SignedIn) => (await request('GET', '/admin/me')).code === '2000'

/** Opens a message stream; the result says whether the service has closed it. */
async function listen(token: string) {
  if (!app.app.server.listening) await app.app.listen({ port: 0 })
  const { port } = app.app.server.address() as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}/api/message/stream`, { headers: { token } })
  let hasEnded = false
  const read = async () => {
    for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>);
    hasEnded = true
  }
  void read()
  return { hasEnded: () => hasEnded }
}

test('administrators see their own sessions, the current one first, and end one or all others; their streams close', async () => {
  await app.createAdmin({ username: 'home', password })
  await app.createAdmin({ username: 'stranger', password })
  const [first, second, third] = [
    await signIn('home', 'Mozilla/5.0 (Windows NT 10.0) Firefox/143.0'),
    await signIn('home'),
    await signIn('home'),
  ]
  const other = await signIn('stranger')
  const list = (await second.request('GET', '/session/mine')).data
  expect(list.map((row: { isCurrent: boolean }) => row.isCurrent)).toEqual([true, false, false])
  expect(list.map((row: { device: string }) => row.device)).toContain('Firefox 143 · Windows')
  const idOf = async (session: SignedIn) => (await session.request('GET', '/session/mine')).data[0].id

  const stream = await listen(first.token)
  const kept = await listen(third.token)
  expect((await other.request('DELETE', `/session/mine/${await idOf(first)}`)).code).toBe('4040')
  expect((await second.request('DELETE', `/session/mine/${await idOf(first)}`)).code).toBe('0000')
  expect(await isOver(first)).toBe(true)
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), { timeout: 3_000 })
  expect(kept.hasEnded()).toBe(false)

  expect((await second.request('POST', '/session/mine/end-others')).data).toEqual({ ended: 1 })
  expect([await isOver(third), await isOver(second), await isOver(other)]).toEqual([true, false, false])
  await vi.waitFor(() => expect(kept.hasEnded()).toBe(true), { timeout: 3_000 })
})

test('with the permission points an administrator sees and ends all sessions; with the scope `own` only their own', async () => {
  await app.createAdmin({ username: 'watched', password })
  const watched = await signIn('watched')
  const request = await app.as('session:page', 'session:end')
  const page = async () => (await request('POST', '/session/page', { username: 'WATCHED' })).body.data.records
  const [row] = await page()
  expect(row).toMatchObject({ username: 'watched', isCurrent: false, device: 'curl 8' })

  const scope = (to: string) =>
    app.pool.query(
      `update role set data_scope = $2 where id in (select role_id from admin_role where admin_id = $1)`,
      [request.adminId, to],
    )
  await scope('own')
  expect(await page()).toEqual([])
  expect((await request('DELETE', `/session/${row.id}`)).body.code).toBe('4040')
  expect(await isOver(watched)).toBe(false)
  await scope('all')
  expect((await request('DELETE', `/session/${row.id}`)).body.code).toBe('0000')
  expect(await isOver(watched)).toBe(true)
  expect((await request('DELETE', `/session/${row.id}`)).body.code).toBe('4040')
  const { rows } = await app.pool.query(
    `select point, target_id, before from audit_log where admin_id = $1 and point = 'session:end' and result = 'done'`,
    [request.adminId],
  )
  expect(rows).toEqual([{ point: 'session:end', target_id: row.id, before: { adminId: row.adminId } }])
})

test('an expired session is in no list', async () => {
  await app.createAdmin({ username: 'aged', password })
  const idle = await signIn('aged')
  const present = await signIn('aged')
  const [{ id }] = (await idle.request('GET', '/session/mine')).data
  await app.pool.query(`update session set last_seen_at = now() - interval '3 hours' where id = $1`, [id])
  const ids = async () =>
    (await present.request('GET', '/session/mine')).data.map((row: { id: string }) => row.id)
  expect(await ids()).not.toContain(id)
  const request = await app.as('session:page')
  const { records } = (await request('POST', '/session/page', { username: 'aged' })).body.data
  expect(records.map((row: { id: string }) => row.id)).toEqual(await ids())
})

test('no session that opens during a change of the password survives it', async () => {
  const id = await app.createAdmin({ username: 'racing', password: 'present 0' })
  let now = 'present 0'
  for (let round = 1; round <= 12; round++) {
    const holder = await signIn('racing', 'curl/8.5.0', now)
    const next = `present ${round}`
    const [changed, ...others] = await Promise.all([
      holder.request('POST', '/admin/password', { current: now, next }),
      ...Array.from({ length: 4 }, () => signIn('racing', 'curl/8.5.0', now)),
    ])
    expect(changed.code).toBe('0000')
    for (const session of others) expect(await isOver(session)).toBe(true)
    expect(await isOver(holder)).toBe(false)
    now = next
    await app.pool.query('delete from lockout where admin_id = $1', [id])
  }
}, 60_000)
