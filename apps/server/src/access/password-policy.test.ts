import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { hashPassword } from './password.ts'
import { checkNewPassword, setPassword } from './password-policy.ts'

const app = startApp()
const rules = { minLength: 10, refuseCommon: true, history: 3, maxAgeDays: 0 }

const problemWith = async (adminId: string, next: string, over: Partial<typeof rules> = {}) => {
  const checked = checkNewPassword(app.db, { adminId, username: 'Lin-Fang' }, { next }, { ...rules, ...over })
  return checked.then(
    () => null,
    (error: { details: { fields: Record<string, string>; values: object } }) => error.details.fields.next,
  )
}

test('a password that is short, common or holds the user name is refused', async () => {
  const id = await app.createAdmin({ username: 'Lin-Fang', password: 'present 12' })
  expect(await problemWith(id, 'short 123')).toBe('passwordLength')
  expect(await problemWith(id, '密码密码密码密码1x')).toBe(null)
  expect(await problemWith(id, 'my LIN-fang 12')).toBe('passwordUsername')
  expect(await problemWith(id, 'Password123')).toBe('passwordCommon')
  expect(await problemWith(id, 'Password123', { refuseCommon: false })).toBe(null)
  expect(await problemWith(id, 'correct horse 12')).toBe(null)
})

test('the current and the last passwords are refused; older ones are accepted', async () => {
  const id = await app.createAdmin({ username: 'history', password: 'present 00' })
  for (const next of ['present 01', 'present 02', 'present 03'])
    await setPassword(app.db, id, await hashPassword(next))
  expect(await problemWith(id, 'present 03')).toBe('passwordUsed')
  expect(await problemWith(id, 'present 01')).toBe('passwordUsed')
  expect(await problemWith(id, 'present 00')).toBe(null)
  expect(await problemWith(id, 'present 03', { history: 0 })).toBe(null)
  const { rows } = await app.pool.query('select id from password_history where admin_id = $1', [id])
  expect(rows).toHaveLength(3)
})

test('a refusal is at its field, with its number, in the reader’s language; guesses of the current password are delayed', async () => {
  await app.createAdmin({ username: 'speaking', password: 'present 00' })
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { username: 'speaking', password: 'present 00' },
  })
  const { token } = answer.json().data
  const change = async (current: string, next: string, language = 'zh-CN') => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/admin/password',
      headers: { token, 'accept-language': language },
      payload: { current, next },
    })
    return response.json()
  }
  expect((await change('present 00', 'speaking 99')).data.fields).toEqual({ next: '密码不能包含用户名' })
  expect((await change('present 00', 'next 1234')).code).toBe('0000')
  expect((await change('next 1234', 'present 00', 'en-US')).data.fields).toEqual({
    next: 'Must differ from the last 5 passwords',
  })
  const guesses = await Promise.all(Array.from({ length: 20 }, () => change('a guess', 'other 1234')))
  expect(guesses.filter(({ code }) => code === '4000')).toHaveLength(5)
  expect(guesses.filter(({ code }) => code === '4290')).toHaveLength(15)
  const policy = await app.app.inject({ url: '/api/account/password-policy', headers: { token } })
  expect(policy.json().data).toEqual({ minLength: 8, refuseCommon: true, history: 5, maxAgeDays: 0 })
}, 20_000)
