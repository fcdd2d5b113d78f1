import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const signIn = (username: string, password: string) =>
  app.request(
    'GET',
    `/admin/login?username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}`,
  )

test('a right password opens a session, whose token is stored only as a hash', async () => {
  await app.createAdmin({ username: 'lin', password: 'secret 1 密码' })
  const { status, body } = await signIn('LIN', 'secret 1 密码')
  expect([status, body]).toMatchObject([
    200,
    { code: '0000', data: { username: 'lin', mustChangePassword: false } },
  ])
  const { token } = body.data
  expect((await withToken(token)('GET', '/admin/me')).body.data).toMatchObject({
    username: 'lin',
    hasDefaultPassword: false,
  })
  // 256 random bits, of which only the hash is stored.
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await app.pool.query<{ token_hash: Buffer }>('select token_hash from session')
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([createHash('sha256').update(token).digest()])
})

test('a wrong password, an unknown account and a disabled account get the same response', async () => {
  await app.createAdmin({ username: 'may', password: 'right 12' })
  await app.createAdmin({ username: 'off', password: 'right 12', status: 'disabled' })
  const answers = [
    await signIn('may', 'wrong'),
    await signIn('nobody', 'wrong'),
    await signIn('off', 'right 12'),
  ]
  for (const { body } of answers) {
    expect(body).toEqual({
      code: '4010',
      status: 'fail',
      desc: '账号或者密码错误',
      msg: '账号或者密码错误',
      data: null,
    })
  }
})

test('the same fields may be sent by POST', async () => {
  await app.createAdmin({ username: 'post', password: 'right 12' })
  const { body } = await app.request('POST', '/admin/login', { username: 'post', password: 'right 12' })
  expect(body.code).toBe('0000')
})

test('guessing is slowed down, also with fifty concurrent guesses, and does not lock out another IP address', async () => {
  await app.createAdmin({ username: 'guess', password: 'right 12' })
  const storm = await Promise.all(Array.from({ length: 50 }, () => signIn('guess', 'wrong')))
  const codes = storm.map(({ body }) => body.code)
  expect(codes.filter((code) => code === '4010')).toHaveLength(5)
  expect(codes.filter((code) => code === '4290')).toHaveLength(45)
  expect((await signIn('guess', 'right 12')).body).toMatchObject({
    code: '4290',
    desc: expect.stringMatching(/请 \d+ 秒后再试/),
  })

  const elsewhere = await app.app.inject({
    url: '/api/admin/login?username=guess&password=right%2012',
    remoteAddress: '10.1.2.3',
  })
  expect(elsewhere.json().code).toBe('0000')
})

test('a request without a token, or with an unknown, idle or expired token, is refused', async () => {
  expect((await app.request('GET', '/menu/listByToken')).body.code).toBe('2000')
  expect((await withToken('made-up')('GET', '/menu/listByToken')).body.code).toBe('2000')
  for (const change of [
    `last_seen_at = now() - interval '3 hours'`,
    `created_at = now() - interval '13 hours'`,
  ]) {
    const request = await app.as('user:page')
    expect((await request('GET', '/menu/listByToken')).body.code).toBe('0000')
    await app.pool.query(`update session set ${change} where admin_id = $1`, [request.adminId])
    expect((await request('GET', '/menu/listByToken')).body).toMatchObject({
      code: '2000',
      desc: '登录已过期，请重新登录',
    })
  }
})

test('signing out ends the session, and disabling the account ends all its sessions', async () => {
  const request = await app.as('user:page')
  expect((await request('POST', '/admin/logout')).body.code).toBe('0000')
  expect((await request('GET', '/admin/me')).body.code).toBe('2000')

  const other = await app.as('user:page')
  await app.pool.query(`update admin set status = 'disabled' where id = $1`, [other.adminId])
  expect((await other('GET', '/admin/me')).body.code).toBe('2000')
})

test('the menu has only the pages of the role, and a changed role takes effect on the next request', async () => {
  const request = await app.as('UserBlackList', 'blacklist:page', 'user:page')
  const menu = async () => (await request('GET', '/menu/listByToken')).body.data
  expect(await menu()).toEqual([
    {
      path: '/user',
      name: 'User',
      type: 1,
      children: [
        {
          path: 'black-list',
          name: 'UserBlackList',
          type: 1,
          children: [{ path: '', name: 'blacklist:page', type: 2, children: [] }],
        },
      ],
    },
  ])
  expect((await request('POST', '/blacklist', { kind: 'phone', value: '13800000000' })).body.code).toBe(
    '4030',
  )
  await app.pool.query(
    `insert into role_node select role_id, 'blacklist:create' from admin_role where admin_id = $1`,
    [request.adminId],
  )
  expect((await request('POST', '/blacklist', { kind: 'phone', value: '13800000000' })).body.code).toBe(
    '0000',
  )
})

test('a super role sees every section in order', async () => {
  const request = await app.as('*')
  const names = (await request('GET', '/menu/listByToken')).body.data.map(
    (node: { name: string }) => node.name,
  )
  expect(names).toEqual([
    'Channel',
    'Org',
    'Plan',
    'Product',
    'Crm',
    'User',
    'Finance',
    'Chart',
    'PayConfig',
    'Admin',
  ])
})

test('until a password that must be changed is changed, every other request is refused', async () => {
  await app.createAdmin({ username: 'fresh', password: 'first 12', mustChangePassword: true })
  const { token } = (await signIn('fresh', 'first 12')).body.data
  const request = withToken(token)
  await app.pool.query(`insert into role (code, name, is_super) values ('fresh', 'fresh', true)`)
  await app.pool.query(
    `insert into admin_role select a.id, r.id from admin a, role r where a.username = 'fresh' and r.code = 'fresh'`,
  )
  expect((await request('POST', '/user/page', {})).body).toMatchObject({ code: '4030', desc: '请先修改密码' })

  const change = (current: string, next: string) => request('POST', '/admin/password', { current, next })
  expect((await change('nope', 'second 12')).body).toMatchObject({
    code: '4000',
    data: { fields: { current: '当前密码不正确' } },
  })
  expect((await change('first 12', 'short1')).body.data.fields).toEqual({
    next: '密码至少 8 位，且同时包含字母和数字',
  })
  expect((await change('first 12', 'first 12')).body.data.fields).toEqual({
    next: '新密码不能与当前密码相同',
  })

  const elsewhere = (await signIn('fresh', 'first 12')).body.data.token
  expect((await change('first 12', 'second 12')).body.code).toBe('0000')
  expect((await request('POST', '/user/page', {})).body.code).toBe('0000')
  expect((await withToken(elsewhere)('GET', '/admin/me')).body.code).toBe('2000')
  expect((await signIn('fresh', 'second 12')).body.code).toBe('0000')
})

const withToken = (token: string) => async (method: 'GET' | 'POST', path: string, payload?: object) => {
  const response = await app.app.inject({
    method,
    url: `/api${path}`,
    headers: { token },
    ...(payload && { payload }),
  })
  return { body: response.json() }
}
