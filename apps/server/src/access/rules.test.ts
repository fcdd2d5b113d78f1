import { expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const signIn = async (username: string, password: string) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { username, password },
  })
  return response.json()
}

test('the session settings apply to open sessions', async () => {
  const request = await app.as()
  const present = async () => (await request('GET', '/admin/me')).body.code
  const age = (column: string, minutes: number) =>
    app.pool.query(`update session set ${column} = now() - make_interval(mins => $2) where admin_id = $1`, [
      request.adminId,
      minutes,
    ])
  await age('last_seen_at', 10)
  await app.set('session.idleMinutes', 5)
  expect(await present()).toBe('2000')
  await app.set('session.idleMinutes', 30)
  expect(await present()).toBe('0000')
  await age('created_at', 90)
  await app.set('session.absoluteHours', 1)
  expect(await present()).toBe('2000')
  await app.set('session.absoluteHours', 2)
  expect(await present()).toBe('0000')
})

test('the lockout settings apply from the next attempt on', async () => {
  await app.set('lockout.failures', 3)
  await app.set('lockout.firstDelaySeconds', 30)
  await app.createAdmin({ username: 'ruled', password: 'right 12' })
  const codes = []
  for (let n = 0; n < 4; n++) codes.push((await signIn('ruled', 'wrong')).code)
  expect(codes).toEqual(['4010', '4010', '4010', '4290'])
  expect((await signIn('ruled', 'right 12')).desc).toMatch(/请 (30|29) 秒后再试/)
})

test('an expired password must be changed first, to one of the length that is required now', async () => {
  const id = await app.createAdmin({ username: 'old-one', password: 'right 12' })
  await app.pool.query(`update admin set password_changed_at = now() - interval '40 days' where id = $1`, [
    id,
  ])
  expect((await signIn('old-one', 'right 12')).data.mustChangePassword).toBe(false)
  await app.set('password.maxAgeDays', 30)
  await app.set('password.minLength', 12)
  const { token, mustChangePassword } = (await signIn('old-one', 'right 12')).data
  expect(mustChangePassword).toBe(true)
  const request = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const response = await app.app.inject({
      method,
      url: `/api${path}`,
      headers: { token },
      ...(payload && { payload }),
    })
    return response.json()
  }
  expect((await request('GET', '/account/profile')).desc).toBe('请先修改密码')
  const change = (next: string) => request('POST', '/admin/password', { current: 'right 12', next })
  expect((await change('newer 1234')).data.fields).toEqual({ next: '密码至少 12 位' })
  expect((await change('newer 1234 longer')).code).toBe('0000')
  expect((await request('GET', '/account/profile')).code).toBe('0000')
})
