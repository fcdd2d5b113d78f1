import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { bodyExamples } from '@kabao/contract/app/api-document'
import { channel } from '@kabao/contract/supply/channel'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '#test/harness'
import { runListed } from '#test/run-jobs'
import { createSqlGate } from '#test/sql-gate'
import { createPool } from '../db/client.ts'
import { keepingOf, mostKept } from './kept-answers.ts'

const app = startApp()
type Person = Awaited<ReturnType<typeof app.as>>
let request: Person
let other: Person
beforeAll(async () => {
  request = await app.as('*')
  other = await app.as('*')
})

/** Sends with a key, as an administrator. */
const send = (path: string, body: unknown, key: string, by = request) => by('POST', path, body, 'en-US', key)
const newChannel = (name: string = randomUUID()) => ({ ...bodyExamples['channel.create'], name })
const countOf = async (table: string, name: string) =>
  (await app.pool.query(`select count(*)::int as n from ${table} where name = $1`, [name])).rows[0].n
const linesOf = async (table: string, id: string) =>
  (
    await app.pool.query('select count(*)::int as n from audit_log where target_id = $1 and point = $2', [
      id,
      `${table}:create`,
    ])
  ).rows[0].n

test('a channel, a plan, an organization and a product that are sent twice with one key are made once', async () => {
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow) values ('kept', 'kept', 'full') returning id`,
  )
  for (const table of ['channel', 'plan', 'org', 'product'] as const) {
    const name = randomUUID()
    const body = {
      ...bodyExamples[`${table}.create`],
      name,
      ...(table === 'plan' && { orgId: rows[0].id }),
    }
    const key = randomUUID()
    const [first, second] = [await send(`/${table}`, body, key), await send(`/${table}`, body, key)]
    expect(first.body.code, table).toBe('0000')
    expect(second.body, table).toEqual(first.body)
    expect([await countOf(table, name), await linesOf(table, first.body.data.id)], table).toEqual([1, 1])
  }
})

test('twenty equal calls at once, at two instances, are done once and answered alike', async () => {
  const second = await app.another()
  const [body, key] = [newChannel(), randomUUID()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      const headers = { token: request.token, 'idempotency-key': key }
      const at = nth % 2 === 0 ? app.app : second
      return (await at.inject({ method: 'POST', url: '/api/channel', headers, payload: body })).body
    }),
  )
  expect(new Set(answers).size).toBe(1)
  const { code, data } = JSON.parse(answers[0] as string)
  expect([code, await countOf('channel', body.name), await linesOf('channel', data.id)]).toEqual([
    '0000',
    1,
    1,
  ])
})

test('another call under the key of one that was done is refused, and says that it was done', async () => {
  const [body, key] = [newChannel(), randomUUID()]
  await send('/channel', body, key)
  const changed = newChannel()
  const refused = {
    code: '4090',
    desc: expect.stringMatching(/^What was sent before was already done, with other values/),
  }
  expect((await send('/channel', changed, key)).body).toMatchObject(refused)
  expect((await send('/channel/uv', { ...body, flow: 'uv' }, key)).body).toMatchObject(refused)
  expect(await countOf('channel', changed.name)).toBe(0)
})

test('the keys of two administrators have nothing to do with each other', async () => {
  const [mine, theirs, key] = [newChannel(), newChannel(), randomUUID()]
  await send('/channel', mine, key)
  expect((await send('/channel', theirs, key, other)).body.data.name).toBe(theirs.name)
})

test('a refused call keeps nothing: under its key, it or another one can be sent', async () => {
  const [body, key] = [newChannel(), randomUUID()]
  const bad = { ...body, ownerId: '999999999' }
  const refused = await send('/channel', bad, key)
  expect(refused.body.code).not.toBe('0000')
  expect((await send('/channel', bad, key)).body).toEqual(refused.body)
  expect((await send('/channel', body, key)).body.code).toBe('0000')
})

test.each(['', 'a b', 'x'.repeat(129), 'ä'])('“%s” is no key', async (key) => {
  expect((await send('/channel', newChannel(), key)).body).toMatchObject({ code: '4000' })
})

test('a reveal counts each time, and a read has no key', async () => {
  const { rows } = await app.pool.query(
    `insert into channel (name, flow, contact_name) values ('kept', 'full', '王') returning id`,
  )
  const key = randomUUID()
  for (const _ of [1, 2]) await send(`/row/channel/${rows[0].id}/reveal`, undefined, key)
  const { rows: lines } = await app.pool.query(
    `select count(*)::int as n from audit_log where point = 'channel:reveal' and target_id = $1`,
    [rows[0].id],
  )
  expect(lines[0].n).toBe(2)
  for (const size of [1, 2]) expect((await send('/channel/page', { size }, key)).body.data.size).toBe(size)
})

test('an export that is sent twice is one, and is written once', async () => {
  const [key, body] = [randomUUID(), { format: 'csv', columns: ['name'] }]
  const [first, second] = [
    await send('/channel/page/export', body, key),
    await send('/channel/page/export', body, key),
  ]
  expect([first.body.code, second.body]).toEqual(['0000', first.body])
  const { rows } = await app.pool.query(
    'select (select count(*)::int from export_task) as tasks, (select count(*)::int from file) as files',
  )
  expect(rows).toEqual([{ tasks: 1, files: 1 }])
})

describe('the answer', () => {
  test('is sealed, and kept for a day', async () => {
    const [old, young] = [randomUUID(), randomUUID()]
    const body = newChannel()
    await send('/channel', body, old)
    await send('/channel', newChannel(), young)
    const kept = async () =>
      (
        await app.pool.query('select key, answer_sealed from admin_answer where key = any($1)', [
          [old, young],
        ])
      ).rows
    for (const { answer_sealed: sealed } of await kept()) expect(sealed.includes(body.name)).toBe(false)
    await app.pool.query(`update admin_answer set created_at = now() - interval '25 hours' where key = $1`, [
      old,
    ])
    await runListed(app, 'session-retention')
    expect((await kept()).map(({ key }) => key)).toEqual([young])
  })

  test('is not kept if it is very long; the call is not done again either', async () => {
    const called = {
      endpoint: channel.create,
      input: {},
      caller: { adminId: request.adminId },
      request: { headers: { 'idempotency-key': randomUUID() }, server: app.app },
    }
    const keeping = keepingOf(called as never)
    await app.db.transaction().execute(async (db) => {
      expect(await keeping?.claim(db)).toBeNull()
      await keeping?.keep(db, 'x'.repeat(mostKept))
    })
    await expect(keeping?.find(app.db)).rejects.toMatchObject({ words: 'sentBefore' })
  })
})

test('a commit that was done and whose answer is lost is repeated under its key, and done once', async () => {
  const { host, port, user, database } = app.servicePool.options
  const gate = await createSqlGate(join(host as string, `.s.PGSQL.${port}`))
  onTestFinished(() => gate.close())
  const pool = createPool({ host: '127.0.0.1', port: gate.port, user, database, silenceMs: 1_500 })
  const instance = await app.another({ pool })
  const [body, key] = [newChannel(), randomUUID()]
  const headers = { token: request.token, 'idempotency-key': key, 'accept-language': 'en-US' }
  const again = async () =>
    (await instance.inject({ method: 'POST', url: '/api/channel', headers, payload: body })).json()
  const stopped = gate.arm({
    when: 'after',
    is: ({ text, before }) => /^commit/i.test(text) && before.includes('admin_answer'),
  })
  expect((await again()).desc).toMatch(/it may have been done/)
  await stopped
  await expect.poll(async () => (await again()).code).toBe('0000')
  const { data } = await again()
  expect([await countOf('channel', body.name), await linesOf('channel', data.id)]).toEqual([1, 1])
})

test('a call whose first sending takes too long is told so', async () => {
  const { host, port, user, database } = app.servicePool.options
  const pool = createPool({ host, port, user, database, statement_timeout: 300 })
  const instance = await app.another({ pool })
  const [body, key] = [newChannel(), randomUUID()]
  const holding = await app.pool.connect()
  onTestFinished(() => holding.release())
  await holding.query('begin')
  await holding.query('insert into admin_answer (admin_id, key) values ($1, $2)', [request.adminId, key])
  const headers = { token: request.token, 'idempotency-key': key, 'accept-language': 'en-US' }
  const call = { method: 'POST', url: '/api/channel', headers, payload: body } as const
  expect((await instance.inject(call)).json()).toMatchObject({
    code: '4090',
    desc: expect.stringContaining('still under way'),
  })
  await holding.query('rollback')
  expect((await instance.inject(call)).json().code).toBe('0000')
})
