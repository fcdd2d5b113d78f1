import { afterAll, beforeEach, expect, test } from 'vitest'
import { secret, startApp } from '#test/harness'
import { ssoPeople } from '#test/sso-people'
import { freePort, startSsoProvider } from '../../../../../../scripts/lib/sso-provider.ts'

const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const provider = await startSsoProvider(publicUrl, secret('a secret of the client that no log may show'))
afterAll(() => provider.close())
const app = startApp({ publicUrl, outgoing: { listed: [new URL(provider.issuer).host] } })

const { configure, signIn, someone, start, finish } = ssoPeople(app, provider)
const nameOfProvider = '企业账号'

const refusals = async (sub: string) =>
  [(await signIn(sub)).desc, (await signIn(sub, { language: 'en-US' })).desc] as const

beforeEach(async () => {
  await app.pool.query('delete from sso')
})

test('the login page offers single sign-on only where it is on', async () => {
  const offer = async () => (await app.app.inject({ url: '/config.json' })).json().sso
  expect(await offer()).toBeNull()
  expect((await app.request('POST', '/sso/start', {})).body).toMatchObject({
    code: '4010',
    desc: '未启用单点登录',
  })
  expect((await configure()).body.code).toBe('0000')
  expect(await offer()).toBe(nameOfProvider)
})

test('a person is found by the verified e-mail, later by the subject, and the session and the log say so', async () => {
  await configure()
  const { id, sub, username } = await someone()
  const { code, data } = await signIn(sub)
  expect([code, data.username, data.mustChangePassword]).toEqual(['0000', username, false])
  const me = await app.app.inject({ url: '/api/session/mine', headers: { token: data.token } })
  expect(me.json().data).toMatchObject([{ isCurrent: true, way: 'sso' }])

  provider.people.set(sub, { email: 'other@example.com', email_verified: false })
  expect((await signIn(sub)).data.username).toBe(username)
  const { rows } = await app.pool.query(
    'select result, reason from login_log where admin_id = $1 order by id',
    [id],
  )
  expect(rows).toEqual([
    { result: 'succeeded', reason: 'sso' },
    { result: 'succeeded', reason: 'sso' },
  ])
})

test('the address asks for a code with PKCE, state and nonce, and for our own address', async () => {
  await configure()
  const { address } = await start()
  const { origin, searchParams } = new URL(address)
  expect(origin).toBe(provider.issuer)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'kabao',
    redirect_uri: `${publicUrl}/login`,
    response_type: 'code',
    scope: 'openid profile email phone',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('an e-mail or a phone that the provider has not verified finds nobody', async () => {
  await configure()
  const { sub } = await someone({ verified: false })
  expect(await refusals(sub)).toEqual([
    '企业账号 没有提供已验证的邮箱，不能登录',
    '企业账号 has no verified email of yours, so you can’t sign in',
  ])
  await configure({ claim: 'phone' })
  const { id, sub: other } = await someone()
  await app.pool.query(`update admin set phone = '13800138000' where id = $1`, [id])
  const phone = { phone_number: '+86 138 0013 8000' }
  provider.people.set(other, phone)
  expect((await signIn(other)).desc).toBe('企业账号 没有提供已验证的手机号，不能登录')
  provider.people.set(other, { ...phone, phone_number_verified: true })
  expect((await signIn(other)).code).toBe('0000')
})

test('an account of somebody else at the provider, two accounts with one e-mail and a disabled account are refused', async () => {
  await configure()
  const first = await someone()
  expect((await signIn(first.sub)).code).toBe('0000')
  provider.people.set('thief', { email: first.email, email_verified: true })
  expect(await refusals('thief')).toEqual([
    '您的账号已关联到另一个身份，请联系管理员',
    'Your account is linked to another identity. Ask your administrator.',
  ])
  const second = await someone()
  await app.pool.query('update admin set email = $2 where id = $1', [first.id, second.email])
  expect((await signIn(second.sub)).desc).toContain('有多个账号')
  await app.pool.query(`update admin set status = 'disabled' where id = $1`, [first.id])
  expect(await refusals(first.sub)).toEqual(['您的账号已停用', 'Your account is disabled'])
})

test('a code is taken once, a flow is used once, and expires', async () => {
  await configure()
  const { sub } = await someone()
  provider.sub = sub
  const { address, flow } = await start()
  const at = await provider.visit(address)
  expect((await finish(null, flow, at)).code).toBe('0000')
  expect((await finish(null, flow, at)).desc).toBe('单点登录已超时或已经使用过，请重新登录')
  expect((await finish(null, flow, at, 'en-US')).desc).toContain('has expired or was used before')

  // The code belongs to another flow: another verifier.
  const other = await start()
  const mixed = await provider.visit(other.address)
  mixed.searchParams.set('code', at.searchParams.get('code') ?? '')
  expect((await finish(null, other.flow, mixed)).desc).toContain('它可能已使用或已过期')

  const late = await start()
  const later = await provider.visit(late.address)
  await app.pool.query(`update sso_flow set expires_at = now() - interval '1 second'`)
  expect((await finish(null, late.flow, later)).desc).toContain('已超时')
})

test('an answer for another browser is refused: its state is not that of the flow', async () => {
  await configure()
  const { sub } = await someone()
  provider.sub = sub
  const mine = await start()
  const theirs = await start()
  const at = await provider.visit(theirs.address)
  const answers = [await finish(null, mine.flow, at), await finish(null, (await start()).flow, at, 'en-US')]
  expect(answers.map(({ desc }) => desc)).toEqual([
    '返回的结果与本次登录不一致，请重新登录',
    'The answer does not belong to this sign-in. Sign in again.',
  ])
})

test('whom the provider refuses, and a wrong secret of the client, get a sentence', async () => {
  await configure()
  const { sub } = await someone()
  const { address, flow } = await start()
  const at = new URL(`${publicUrl}/login?error=access_denied`)
  at.searchParams.set('state', new URL(address).searchParams.get('state') ?? '')
  at.searchParams.set('iss', provider.issuer)
  const denied = await finish(null, flow, at, 'en-US')
  expect(denied.desc).toBe('企业账号 did not agree to the sign-in. Try again, or ask your administrator.')
  await configure({ clientSecret: secret('not the secret of the client') })
  expect((await signIn(sub)).desc).toBe('企业账号 不接受本系统的客户端 ID 或密钥，请联系管理员')
})

test('secrets, codes and tokens are stored nowhere in clear', async () => {
  await configure()
  const { sub } = await someone()
  await signIn(sub)
  const { rows } = await app.pool.query('select s.*, s::text as whole from sso s')
  expect(rows[0].whole).not.toContain(provider.clientSecret)
  expect(app.vault.open(rows[0].client_secret_sealed, 'sso.clientSecret')).toBe(provider.clientSecret)
  const { rows: lines } = await app.pool.query(`select after::text from audit_log where point = 'sso:update'`)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.map(({ after }) => after).join()).not.toContain(provider.clientSecret)
})
