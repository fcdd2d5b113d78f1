import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { changeChannel, createChanges } from '#platform/db/changes'
import { type RequestFn, startApp } from '#test/harness'
import { listenTo } from '#test/streams'
import { changeFeed } from './changes.ts'

// Heartbeats would fetch the changes by themselves.
const app = startApp({ heartbeatMs: 600_000 })
const patience = { timeout: 5_000, interval: 20 }
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const addEntry = (request: RequestFn, value = `device-${randomUUID()}`) =>
  request('POST', '/blacklist', { kind: 'device', value })

/** Every notification of changes that PostgreSQL delivers. */
async function notifications() {
  const client = new pg.Client(app.pool.options as pg.ClientConfig)
  await client.connect()
  onTestFinished(() => client.end())
  const received: string[] = []
  client.on('notification', ({ payload = '' }) => received.push(payload))
  await client.query(`listen ${changeChannel}`)
  return received
}

/** A stream on an instance, after its initial events. */
async function reader(instance: Parameters<typeof listenTo>[0], ...points: string[]) {
  const request = await app.as(...points)
  const received = await listenTo(instance, request.token)
  await vi.waitFor(() => expect(received.unread()).toHaveLength(1), patience)
  await rest(50)
  const before = received.changes().length
  return { request, received, changes: () => received.changes().slice(before) }
}

test('a change on one instance is sent on every instance to those who may read the area, and to nobody else', async () => {
  const other = await app.another()
  const here = await reader(app.app, 'blacklist:page')
  const there = await reader(other, 'blacklist:page')
  const everything = await reader(other, '*')
  const stranger = await reader(other, 'feedback:page', 'blacklist:create')
  expect((await addEntry(await app.as('blacklist:create'))).body.code).toBe('0000')
  await vi.waitFor(
    () => expect([here.changes(), there.changes()]).toEqual([[['blacklist']], [['blacklist']]]),
    patience,
  )
  // Readers of the audit log are notified of its new entry.
  await vi.waitFor(() => expect(everything.changes()).toEqual([['blacklist', 'audit']]), patience)
  await rest(200)
  expect(stranger.changes()).toEqual([])
})

test('refusals, reads and changes of only the caller’s data are not announced', async () => {
  const received = await notifications()
  const request = await app.as('blacklist:create', 'blacklist:page')
  const value = `device-${randomUUID()}`
  await addEntry(request, value)
  await vi.waitFor(() => expect(received).toEqual(['blacklist,audit']), patience)
  await rest(1_100)
  expect((await addEntry(request, value)).body.code).toBe('4090')
  await request('POST', '/blacklist/page', {})
  await request('POST', '/message/readAll', {})
  await app.request('POST', '/errors', { source: 'window', name: 'Error', message: 'of a test', page: '/' })
  await rest(1_300)
  expect(received).toEqual(['blacklist,audit'])
})

test('nothing is announced before the commit', async () => {
  const received = await notifications()
  const request = await app.as('blacklist:create')
  const { rows } = await app.pool.query('select 1 as one')
  expect(rows).toHaveLength(1)
  const holding = await app.pool.connect()
  const value = `device-${randomUUID()}`
  // Another transaction is about to add the same value, so the write waits for it.
  await holding.query('begin')
  await holding.query(`insert into blacklist (kind, value) values ('device', $1)`, [value])
  const adding = addEntry(request, value)
  await rest(300)
  expect(received).toEqual([])
  await holding.query('rollback')
  holding.release()
  expect((await adding).body.code).toBe('0000')
  await vi.waitFor(() => expect(received).toEqual(['blacklist,audit']), patience)
})

test('many changes at once make few notifications', async () => {
  const received = await notifications()
  const request = await app.as('blacklist:create')
  await rest(1_100)
  const started = performance.now()
  await Promise.all(Array.from({ length: 40 }, () => addEntry(request)))
  const seconds = (performance.now() - started) / 1_000
  await rest(1_200)
  expect(received.length).toBeGreaterThan(0)
  expect(received.length).toBeLessThanOrEqual(2 + Math.ceil(seconds))
  expect(new Set(received)).toEqual(new Set(['blacklist,audit']))
})

test('after a lost listening connection, any area may have changed', async () => {
  const here = await reader(app.app, 'blacklist:page')
  // The connection runs LISTEN or a check that it is alive.
  const { rowCount } = await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
       and (query ilike 'listen %' or query = 'select 1')`,
  )
  expect(rowCount).toBeGreaterThan(0)
  await vi.waitFor(() => expect(here.changes()).toContain(null), patience)
})

test('an administrator gets the changes of an area as soon as a role may read it, and none when it no longer may', async () => {
  const root = await app.as('*')
  const make = async (nodes: string[]) =>
    (
      await root('POST', '/role', {
        code: `r${randomUUID().slice(0, 8)}`,
        name: randomUUID().slice(0, 8),
        nodes,
      })
    ).body.data
  const role = await make(['user:page'])
  const person = await reader(app.app)
  await app.pool.query('insert into admin_role values ($1, $2)', [person.request.adminId, role.id])
  const change = (version: number, nodes: string[]) =>
    root('PUT', '/role', { id: role.id, version, name: role.name, nodes })
  const named = () => person.changes().flatMap((areas) => areas ?? [])
  expect((await change(1, ['UserBlackList', 'blacklist:page'])).body.code).toBe('0000')
  await vi.waitFor(() => expect(person.received.menus().length).toBeGreaterThan(1), patience)
  await addEntry(root)
  await vi.waitFor(() => expect(named()).toEqual(['blacklist']), patience)
  const menus = person.received.menus().length
  expect((await change(2, ['UserList', 'user:page'])).body.code).toBe('0000')
  await vi.waitFor(() => expect(person.received.menus().length).toBeGreaterThan(menus), patience)
  await addEntry(root)
  await rest(1_500)
  expect(named()).toEqual(['blacklist'])
})

describe('a new stream', () => {
  test('begins with the changes shortly before it, and how long ago they were', async () => {
    let clock = 100_000
    const feed = changeFeed(() => clock)
    expect(feed.recent()).toEqual([])
    feed.receive('user,audit')
    clock += 20_000
    feed.receive('user')
    clock += 0.5
    expect(feed.recent()).toEqual([
      { areas: ['user'], ago: 0 },
      { areas: ['audit'], ago: 20_000 },
    ])
    clock += 10_000
    expect(feed.recent()).toEqual([{ areas: ['user'], ago: 10_000 }])
    feed.receive(null)
    clock += 1_000
    feed.receive('audit,push')
    expect(feed.recent()).toEqual([
      { areas: null, ago: 1_000 },
      { areas: ['audit', 'push'], ago: 0 },
    ])
    clock += 30_001
    expect(feed.recent()).toEqual([])
  })

  test('sends them over HTTP, only for areas that the caller may read', async () => {
    const other = await app.another()
    // It is subscribed as soon as it is ready.
    await other.ready()
    await rest(1_100)
    await addEntry(await app.as('blacklist:create'))
    await rest(300)
    const received = await listenTo(other, (await app.as('blacklist:page')).token)
    await vi.waitFor(() => expect(received.changes()).toEqual([['blacklist']]), patience)
  })
})

describe('announcements', () => {
  test('a failed announcement is repeated with the next one, and the rest is sent at the end', async () => {
    const received = await notifications()
    const reports: Error[] = []
    const broken = { isBroken: true }
    // A database that refuses until it is repaired.
    const db = app.db.withPlugin({
      transformQuery: ({ node }) => {
        if (broken.isBroken) throw new Error('refused')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const changes = createChanges(db, (error) => reports.push(error))
    changes.note(['user'])
    await vi.waitFor(() => expect(reports).toHaveLength(1), patience)
    broken.isBroken = false
    changes.note(['push'])
    await vi.waitFor(() => expect(received.join()).toBe('user,push'), patience)
    changes.note(['role'])
    await changes.stop()
    await vi.waitFor(() => expect(received.at(-1)).toBe('role'), patience)
  })

  test('more names than fit into a notification are announced as any area', async () => {
    const received = await notifications()
    const changes = createChanges(app.db, () => undefined)
    changes.note(Array.from({ length: 1_000 }, (_, index) => `area-${index}`))
    await vi.waitFor(() => expect(received).toEqual(['*']), patience)
    await changes.stop()
  })
})
