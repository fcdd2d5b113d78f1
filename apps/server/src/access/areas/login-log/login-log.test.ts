import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'

const signIn = async (username: string, password: string, remoteAddress = '10.0.0.1') => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers: { 'user-agent': chrome },
    remoteAddress,
    payload: { username, password },
  })
  return response.json()
}

test('every attempt is an entry with its reason, including refused ones whose transaction was rolled back', async () => {
  await app.createAdmin({ username: 'log-may', password: 'right 12' })
  await app.createAdmin({ username: 'log-off', password: 'right 12', status: 'disabled' })
  await signIn('LOG-may', 'wrong')
  await signIn('log-may', 'right 12')
  await signIn('log-off', 'right 12')
  await signIn('my-s3cret-password', 'oops')
  const request = await app.as('loginLog:page')
  const { records } = (await request('POST', '/login-log/page', { ip: '10.0.0.1', sort: 'at' })).body.data
  const lines = records.map((row: Record<string, unknown>) => [row.username, row.result, row.reason])
  expect(lines).toEqual([
    ['log-may', 'failed', 'wrongPassword'],
    ['log-may', 'succeeded', 'ok'],
    ['log-off', 'failed', 'disabled'],
    [null, 'failed', 'unknownAccount'],
  ])
  expect(records[0]).toMatchObject({ device: 'Chrome 141 · Windows', userAgent: chrome, attempts: 1 })
  expect(records[3].nameMark).toMatch(/^[0-9a-f]{8}$/)
})

test('an unknown name is stored only as a hash, and an attempt is found by typing the name again', async () => {
  await signIn('Pa55word-in-the-wrong-field', 'x', '10.0.0.2')
  const { rows } = await app.pool.query('select login_log::text as line from login_log')
  const { rows: locks } = await app.pool.query('select lockout::text as line from lockout')
  expect(JSON.stringify([rows, locks]).toLowerCase()).not.toContain('pa55word')
  const request = await app.as('loginLog:page')
  const find = async (account: string) =>
    (await request('POST', '/login-log/page', { account })).body.data.records.map(
      (row: { ip: string }) => row.ip,
    )
  expect(await find('pa55WORD-in-the-wrong-field')).toEqual(['10.0.0.2'])
  expect(await find('pa55word')).toEqual([])
})

test('an IPv4 caller has one address in the logs, also at a socket of IPv6', async () => {
  await signIn('nobody-here', 'x', '::ffff:10.0.0.9')
  const request = await app.as('loginLog:page')
  for (const ip of ['10.0.0.9', '::ffff:10.0.0.9', '::ffff:a00:9'])
    expect((await request('POST', '/login-log/page', { ip })).body.data.records).toMatchObject([
      { ip: '10.0.0.9' },
    ])
})

test('attempts that are refused before the password is checked are one entry a minute, with their count', async () => {
  await app.createAdmin({ username: 'log-storm', password: 'right 12' })
  await Promise.all(Array.from({ length: 30 }, () => signIn('log-storm', 'wrong', '10.0.0.3')))
  const request = await app.as('loginLog:page')
  const { records } = (await request('POST', '/login-log/page', { account: 'log-storm', size: 100 })).body
    .data
  const of = (reason: string) => records.filter((row: { reason: string }) => row.reason === reason)
  expect(of('wrongPassword')).toHaveLength(5)
  const locked = of('locked')
  expect(locked.length).toBeLessThanOrEqual(2)
  expect(locked.reduce((sum: number, row: { attempts: number }) => sum + row.attempts, 0)).toBe(25)
})

test('instances whose clocks differ write one entry, because the database’s clock counts', async () => {
  await app.createAdmin({ username: 'log-clocks', password: 'right 12' })
  const now = Date.now()
  for (let n = 0; n < 12; n++) {
    vi.spyOn(Date, 'now').mockReturnValue(now + n * 3_600_000)
    await signIn('log-clocks', 'wrong', '10.0.0.4')
  }
  vi.restoreAllMocks()
  const request = await app.as('loginLog:page')
  const { records } = (await request('POST', '/login-log/page', { account: 'log-clocks', size: 100 })).body
    .data
  const locked = records.filter((row: { reason: string }) => row.reason === 'locked')
  expect(locked.length).toBeGreaterThan(0)
  expect(locked.length).toBeLessThanOrEqual(2)
})

test('filters combine; the data scope `own` shows only own entries, and everybody sees their own latest ones', async () => {
  const request = await app.as('loginLog:page')
  const all = (await request('POST', '/login-log/page', { result: 'failed', reason: 'disabled' })).body.data
  expect(all.total).toBe(1)
  const { rows } = await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1) returning id`,
    [request.adminId],
  )
  expect(rows).toHaveLength(1)
  expect((await request('POST', '/login-log/page', {})).body.data.total).toBe(0)
  expect((await request('POST', '/login-log/page', { account: 'log-may' })).body.data.total).toBe(0)

  const { token } = (await signIn('log-may', 'right 12')).data
  const mine = await app.app.inject({ url: '/api/login-log/mine', headers: { token } })
  expect(mine.json().data.map((row: { username: string }) => row.username)).toEqual(Array(3).fill('log-may'))
})
