import type { CheckKeyRow } from '@kabao/contract/partners/check-key'
import { mostUnhashed } from '@kabao/contract/partners/check-key'
import { beforeEach, expect, test } from 'vitest'
import { fillSome } from '#intake/check-key-job'
import { secret, startApp } from '#test/harness'
import { newChannel, newPhone } from '#test/open-caller'
import { endCheckKey, ensureCheckKey, phoneHash, readCheckKeys } from '../../check-keys.ts'

const app = startApp()
const points = ['list', 'reveal', 'add', 'end'].map((act) => `checkKey:${act}`)
let request: Awaited<ReturnType<typeof app.as>>
beforeEach(async () => {
  request = await app.as(...points)
  await app.pool.query('delete from check_key')
  await ensureCheckKey(app.db, app.vault)
})
const list = async (): Promise<CheckKeyRow[]> => (await request('GET', '/checkKey/list')).body.data
const only = async () => (await list())[0] as CheckKeyRow
const add = async (): Promise<CheckKeyRow> => (await request('POST', '/checkKey')).body.data
const entries = async () =>
  (
    await app.pool.query(
      `select point, target_id, result, before, after from audit_log where admin_id = $1 order by id`,
      [request.adminId],
    )
  ).rows

test('the value is shown by a reveal only, which is audited without it, and a channel can check with it', async () => {
  const key = await only()
  expect(key).toMatchObject({ slot: 'a', createdBy: null })
  const { value } = (await request('POST', `/checkKey/${key.id}/reveal`)).body.data
  expect(secret(value)).toMatch(/^ckey_[\w-]{43}$/)
  expect(JSON.stringify(await list())).not.toContain(value)
  expect(await entries()).toMatchObject([{ point: 'checkKey:reveal', target_id: key.id, result: 'done' }])
  expect(JSON.stringify(await entries())).not.toContain(value)

  const channel = await newChannel(app)
  const phone = newPhone()
  await channel.call('POST', '/user', { phone })
  const asked = { phoneHash: phoneHash(value, phone).toString('hex') }
  await expect
    .poll(async () => (await channel.call('POST', '/check', asked)).body.data)
    .toEqual({ result: 'yours' })
})

test('a reveal counts against the limit of reveals', async () => {
  await app.set('masking.revealsPerHour', 1)
  const { id } = await only()
  expect((await request('POST', `/checkKey/${id}/reveal`)).body.code).toBe('0000')
  const added = await add()
  expect((await request('POST', `/checkKey/${added.id}/reveal`)).body.code).toBe('4290')
  await app.set('masking.revealsPerHour', null)
})

test('a second key is added by its administrator, a third is refused with a sentence', async () => {
  const added = await add()
  expect(added).toMatchObject({ slot: 'b', createdBy: expect.any(String) })
  expect((await list()).map(({ slot }) => slot)).toEqual(['a', 'b'])
  const third = await request('POST', '/checkKey')
  expect([third.body.code, third.body.desc]).toEqual(['4090', '已有两个查重密钥，请先停用一个'])
  const values = (await readCheckKeys(app.db, app.vault)).map(({ value }) => secret(value))
  expect(new Set(values).size).toBe(2)
  expect((await entries())[0]).toMatchObject({
    point: 'checkKey:add',
    target_id: added.id,
    after: { slot: 'b' },
  })
})

test('the only key is not ended', async () => {
  const { id } = await only()
  const { body } = await request('DELETE', `/checkKey/${id}`)
  expect([body.code, body.desc]).toEqual(['4090', '这是唯一的查重密钥，请先添加一个再停用它'])
  expect(await only()).toMatchObject({ id })
})

test('of two who end one key each at the same time, the second waits and is refused', async () => {
  const first = await only()
  const second = await add()
  const isWaiting = async () =>
    (await app.pool.query(`select from pg_locks where relation = 'check_key'::regclass and not granted`))
      .rowCount === 1
  const { asked } = await app.db.transaction().execute(async (write) => {
    await endCheckKey(write, first.id)
    const asked = request('DELETE', `/checkKey/${second.id}`)
    await Promise.race([asked, expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)])
    return { asked }
  })
  expect((await asked).body.code).toBe('4090')
  expect(await list()).toMatchObject([{ id: second.id }])
})

test('an ended key is gone: it is neither revealed nor ended again', async () => {
  const first = await only()
  await add()
  expect((await request('DELETE', `/checkKey/${first.id}`)).body.code).toBe('0000')
  expect((await list()).map(({ slot }) => slot)).toEqual(['b'])
  for (const [method, path] of [
    ['POST', `/checkKey/${first.id}/reveal`],
    ['DELETE', `/checkKey/${first.id}`],
  ] as const)
    expect((await request(method, path)).body.code).toBe('4040')
  expect((await add()).slot).toBe('a')
})

test('the rows that the job still has to hash are counted, up to a limit, and without what just registered', async () => {
  const fill = async () => {
    for (const key of await readCheckKeys(app.db, app.vault))
      for (const table of ['user', 'blacklist'] as const) {
        let last: string | null = null
        do last = await fillSome(app.db, key, table, last)
        while (last !== null)
      }
  }
  await app.pool.query(`update "user" set created_at = now() - interval '1 day'`)
  await app.pool.query(
    `insert into "user" (phone, flow, created_at) select '1990' || lpad(n::text, 7, '0'), 'full', now() - interval '1 day'
     from generate_series(1, $1) n`,
    [mostUnhashed + 5],
  )
  await app.pool.query(
    `insert into blacklist (kind, value, created_at) values ('phone', $1, now() - interval '1 day')`,
    [newPhone()],
  )
  expect(await only()).toMatchObject({ usersLeft: mostUnhashed, blacklistLeft: 1 })
  await fill()
  expect(await only()).toMatchObject({ usersLeft: 0, blacklistLeft: 0 })
  await app.pool.query(`insert into "user" (phone, flow) values ($1, 'full')`, [newPhone()])
  expect(await only()).toMatchObject({ usersLeft: 0 })
  const added = await add()
  expect(added).toMatchObject({ usersLeft: mostUnhashed, blacklistLeft: 1 })
})
