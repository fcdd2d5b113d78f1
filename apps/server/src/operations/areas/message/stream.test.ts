import { menuFingerprint } from '@kabao/contract/app/menu'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { sendMessage } from '#platform/db/messages'
import { type RequestFn, startApp } from '#test/harness'
import { listenTo } from '#test/streams'

const heartbeatMs = 150
const app = startApp({ heartbeatMs })
const listen = (token: string, { instance = app.app, lastId = '' } = {}) => listenTo(instance, token, lastId)

const send = (adminId: string, title: string) =>
  app.db.transaction().execute((db) => sendMessage(db, news(adminId, title)))
const news = (adminId: string, title: string) =>
  ({ to: [adminId], kind: 'notice', title: [title, title], content: ['', ''] }) as const
const patience = { timeout: 5_000, interval: 20 }
const quiet = (ms = 200) => new Promise((resolve) => setTimeout(resolve, ms))

test('a stream sends the counts at once, a message after its commit, and nothing that was rolled back', async () => {
  const request = await app.as()
  await send(request.adminId, 'before')
  const stream = await listen(request.token)
  await vi.waitFor(() => expect(stream.unread()).toEqual([1]), patience)
  await app.db.transaction().execute(async (db) => {
    await sendMessage(db, news(request.adminId, 'committed'))
    await quiet()
    expect(stream.titles()).toEqual([])
  })
  await vi.waitFor(() => expect(stream.titles()).toEqual(['committed']), patience)
  const undone = app.db.transaction().execute(async (db) => {
    await sendMessage(db, news(request.adminId, 'rolled back'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await send((await app.as()).adminId, "somebody else's")
  await quiet()
  expect(stream.titles()).toEqual(['committed'])
  await vi.waitFor(() => expect(stream.unread()).toEqual([1, 2]), patience)
})

test('reading a message in one place changes the counts in all streams of its owner', async () => {
  const request = await app.as()
  await send(request.adminId, 'one')
  const [here, there] = [await listen(request.token), await listen(request.token)]
  await vi.waitFor(() => expect([here.unread(), there.unread()]).toEqual([[1], [1]]), patience)
  await request('POST', '/message/readAll', {})
  await vi.waitFor(
    () =>
      expect([here.unread(), there.unread()]).toEqual([
        [1, 0],
        [1, 0],
      ]),
    patience,
  )
})

test('every instance on one database delivers messages', async () => {
  const request = await app.as()
  const other = await app.another()
  const streams = [await listen(request.token), await listen(request.token, { instance: other })]
  await vi.waitFor(() => expect(streams.map((each) => each.unread().length)).toEqual([1, 1]), patience)
  await send(request.adminId, 'to both')
  await vi.waitFor(
    () => expect(streams.map((each) => each.titles())).toEqual([['to both'], ['to both']]),
    patience,
  )
})

test('after a reconnect the stream sends the missed messages in order, including one written before and committed after', async () => {
  const request = await app.as()
  const first = await listen(request.token)
  await vi.waitFor(() => expect(first.unread()).toHaveLength(1), patience)
  let commit = () => {}
  const late = app.db.transaction().execute(async (db) => {
    await sendMessage(db, news(request.adminId, 'late'))
    await new Promise<void>((resolve) => {
      commit = resolve
    })
  })
  await quiet(50)
  await send(request.adminId, 'seen')
  await vi.waitFor(() => expect(first.titles()).toEqual(['seen']), patience)
  first.leave()
  commit()
  await late
  for (let at = 0; at < 600; at++) await send(request.adminId, `missed ${at}`)
  const second = await listen(request.token, { lastId: first.lastId() as string })
  const missed = Array.from({ length: 600 }, (_, index) => `missed ${index}`)
  await vi.waitFor(() => expect(second.titles()).toEqual(['late', ...missed]), patience)
  await send(request.adminId, 'and on')
  await vi.waitFor(() => expect(second.titles().at(-1)).toBe('and on'), patience)
  expect(second.titles()).toHaveLength(602)
}, 20_000)

test('after a lost listening connection, the messages written in between are delivered', async () => {
  const request = await app.as()
  const stream = await listen(request.token)
  await vi.waitFor(() => expect(stream.unread()).toHaveLength(1), patience)
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  )
  await send(request.adminId, 'in between')
  await vi.waitFor(() => expect(stream.titles()).toEqual(['in between']), patience)
})

test('a stream sends heartbeats, does not keep an idle session alive, and ends within a heartbeat of the session', async () => {
  const request = await app.as()
  await app.pool.query(`update session set last_seen_at = now() - interval '1 hour' where admin_id = $1`, [
    request.adminId,
  ])
  const stream = await listen(request.token)
  expect(stream.type).toContain('text/event-stream')
  await vi.waitFor(() => expect(stream.beats()).toBeGreaterThan(1), patience)
  const { rows } = await app.pool.query(
    `select last_seen_at < now() - interval '59 minutes' as idle from session where admin_id = $1`,
    [request.adminId],
  )
  expect(rows).toEqual([{ idle: true }])
  await request('POST', '/admin/logout')
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), { timeout: heartbeatMs * 4, interval: 10 })
})

test('a caller without a session gets an envelope and no stream', async () => {
  expect((await app.request('GET', '/message/stream')).body.code).toBe('2000')
})

test('open streams do not delay the stop of the service', async () => {
  const request = await app.as()
  const instance: FastifyInstance = await app.another({ heartbeatMs: 60_000 })
  const stream = await listen(request.token, { instance })
  await vi.waitFor(() => expect(stream.unread()).toHaveLength(1), patience)
  const started = performance.now()
  await instance.close()
  expect(performance.now() - started).toBeLessThan(1_500)
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), patience)
})

describe('the menu of a connected administrator', () => {
  // Heartbeats would make up for a missing announcement.
  const still = startApp({ heartbeatMs: 600_000 })
  const fingerprintOf = async (request: RequestFn) =>
    menuFingerprint((await request('GET', '/menu/listByToken')).body.data)

  test('is sent at once and after each change of their roles, on every instance, but not if it stays the same', async () => {
    const root = await still.as('*')
    const request = await still.as()
    const { data: role } = (
      await root('POST', '/role', { code: 'followed', name: '跟随', nodes: ['UserList', 'user:page'] })
    ).body
    await still.pool.query('insert into admin_role values ($1, $2)', [request.adminId, role.id])
    const streams = [
      await listen(request.token, { instance: still.app }),
      await listen(request.token, { instance: await still.another() }),
    ]
    const before = await fingerprintOf(request)
    await vi.waitFor(
      () => expect(streams.map((each) => each.menus())).toEqual([[before], [before]]),
      patience,
    )

    const edit = (version: number, fields: object) =>
      root('PUT', '/role', { id: role.id, version, name: '跟随', nodes: role.nodes, ...fields })
    await edit(1, { dataScope: 'own' })
    await edit(2, { nodes: ['UserList', 'user:page', 'user:delete'] })
    const after = await fingerprintOf(request)
    expect(after).not.toBe(before)
    await vi.waitFor(
      () =>
        expect(streams.map((each) => each.menus())).toEqual([
          [before, after],
          [before, after],
        ]),
      patience,
    )
  })

  test.each(['disable', 'reset-password'])('%s ends their stream at once', async (act) => {
    const root = await still.as('*')
    const request = await still.as()
    const stream = await listen(request.token, { instance: still.app })
    await vi.waitFor(() => expect(stream.menus()).toHaveLength(1), patience)
    expect((await root('POST', `/admin/${request.adminId}/${act}`)).body.code).toBe('0000')
    await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), patience)
    expect((await request('GET', '/admin/me')).body.code).toBe('2000')
  })
})
