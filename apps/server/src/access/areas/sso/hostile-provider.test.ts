import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { type Forgery, startMadeUpProvider } from '#test/made-up-provider'
import { ssoCaller } from '#test/sso-people'
import { freePort } from '../../../../../../scripts/lib/sso-provider.ts'
import { offSettings } from './test/world.ts'

const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const provider = await startMadeUpProvider()
const listed = [new URL(provider.issuer).host, `127.0.0.1:${port}`]
const app = startApp({ publicUrl, outgoing: { listed } })
const settings = Object.assign({}, offSettings, { isOn: true, issuer: provider.issuer })
const { start, finish, configure } = ssoCaller(app, { settings })
afterAll(() => provider.close())

let adminId: string
beforeAll(async () => {
  const boss = await app.as('*')
  expect((await configure()).body.code).toBe('0000')
  adminId = await app.createAdmin({ username: 'somebody', password: 'right 12' })
  await app.pool.query(`insert into admin_role select $1, id from role where is_super limit 1`, [adminId])
  await boss('POST', '/sso/identity', { adminId, subject: 'somebody' })
})

/** A sign-in with a forged token. */
async function signIn(forgery: Forgery = {}, language = 'zh-CN', change: (at: URL) => void = () => {}) {
  provider.forgery = forgery
  const { address, flow } = await start()
  const at = provider.visit(address)
  change(at)
  return finish(null, flow, at, language)
}

const logOut = async (token: string, language = 'zh-CN') => {
  const { statusCode, body } = await app.app.inject({
    method: 'POST',
    url: '/api/sso/back-channel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })
  return [statusCode, body === '' ? '' : JSON.parse(body).error_description]
}

const isOver = async (token: string) =>
  (await app.app.inject({ url: '/api/admin/me', headers: { token } })).json().code === '2000'

test.each<[string, Forgery]>([
  ['for another client', { claims: { aud: 'somebody else' } }],
  ['for several clients, of which another one is meant', { claims: { aud: ['kabao', 'x'], azp: 'x' } }],
  ['without a signature', { signature: 'none' }],
  ['signed by somebody else', { signature: 'foreign' }],
  ['with another nonce', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: null } } as unknown as Forgery],
  ['that has expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 600 } }],
])('an ID token %s is refused', async (_name, forgery) => {
  expect((await signIn()).data.username).toBe('somebody')
  expect(await signIn(forgery)).toMatchObject({
    code: '4010',
    desc: 'Company 返回的身份令牌未通过校验，登录未受理',
  })
  expect((await signIn(forgery, 'en-US')).desc).toBe(
    'The ID token of Company did not pass the checks, so the sign-in was not taken',
  )
})

test('another issuer is refused: in the token, in the address, and in the discovery document', async () => {
  const sentence = '返回的签发者与设置的不一致，登录未受理'
  const english = 'The issuer of the answer is not the one that is configured, so it was not taken'
  expect((await signIn({ claims: { iss: 'https://other.example.com' } })).desc).toBe(sentence)
  const inAddress = (at: URL) => at.searchParams.set('iss', 'https://other.example.com')
  expect((await signIn({}, 'en-US', inAddress)).desc).toBe(english)
  provider.says = { issuer: 'https://other.example.com' }
  await app.pool.query('update sso set version = version + 1')
  expect((await app.request('POST', '/sso/start', {})).body.desc).toBe(sentence)
  provider.says = {}
})

test('a provider that is down or speaks nonsense is named in a sentence', async () => {
  provider.says = { token_endpoint: `http://127.0.0.1:${port}/token` }
  await app.pool.query('update sso set version = version + 1')
  const down = await signIn()
  expect(down.desc).toBe('暂时无法连接 Company，请稍后再试（connectionRefused）')
  expect((await signIn({}, 'en-US')).desc).toBe(
    'Company can’t be reached at the moment. Try again later (connectionRefused).',
  )
  provider.says = { token_endpoint: 'http://169.254.169.254/token' }
  await app.pool.query('update sso set version = version + 1')
  expect((await signIn()).desc).toContain('暂时无法连接 Company')
  provider.says = {}
  await app.pool.query('update sso set version = version + 1')
})

test('a logout token ends the session that it names, or all that the provider has opened for a person; once', async () => {
  const { token } = (await signIn()).data
  const byPassword = (
    await app.request('POST', '/admin/login', { username: 'somebody', password: 'right 12' })
  ).body.data.token
  expect(await logOut(await provider.logoutToken({ sid: 'another session' }))).toEqual([200, ''])
  expect(await isOver(token)).toBe(false)
  const named = await provider.logoutToken({ sid: 'a session' })
  expect(await logOut(named)).toEqual([200, ''])
  expect([await isOver(token), await isOver(byPassword)]).toEqual([true, false])

  const again = (await signIn()).data.token
  expect(await logOut(named)).toEqual([400, '该退出令牌已经使用过'])
  expect(await logOut(named, 'en-US')).toEqual([400, 'This logout token was used before'])
  expect(await isOver(again)).toBe(false)
  expect(await logOut(await provider.logoutToken({ sub: 'somebody' }))).toEqual([200, ''])
  expect([await isOver(again), await isOver(byPassword)]).toEqual([true, false])
})

test('what is no logout token of the provider for us ends nothing', async () => {
  const { token } = (await signIn()).data
  const sid = 'a session'
  const old = Math.floor(Date.now() / 1_000) - 3_600
  const forged = [
    await provider.logoutToken({ sid }, { signature: 'none' }),
    await provider.logoutToken({ sid }, { signature: 'foreign' }),
    await provider.logoutToken({ sid, aud: 'somebody else' }),
    await provider.logoutToken({ sid, iss: 'https://other.example.com' }),
    await provider.logoutToken({ sid, iat: old, exp: old + 60 }),
    await provider.logoutToken({ sid, events: {} }),
    await provider.logoutToken({ sid, nonce: 'of an ID token' }),
    await provider.logoutToken({ sid, jti: null } as never),
    await provider.logoutToken({ sub: null } as never),
    'not.a.token',
    '',
  ]
  for (const each of forged) expect(await logOut(each)).toEqual([400, '退出令牌未通过校验'])
  expect(await logOut('', 'en-US')).toEqual([400, 'The logout token did not pass the checks'])
  expect(await isOver(token)).toBe(false)
  await app.pool.query('update sso set is_on = false')
  expect(await logOut(await provider.logoutToken({ sid }))).toEqual([400, '未启用单点登录'])
  await app.pool.query('update sso set is_on = true')
})
