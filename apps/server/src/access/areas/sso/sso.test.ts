import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Answer, secret, startApp } from '#test/harness'
import { type Browser, freePort, startSsoProvider } from '#test/sso-provider'

const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const provider = await startSsoProvider(publicUrl)
afterAll(() => provider.close())
const app = startApp({ publicUrl, outgoing: { listed: [new URL(provider.issuer).host] } })

const nameOfProvider = '企业账号'
const standard = {
  isOn: true,
  name: nameOfProvider,
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  scopes: 'profile email phone',
  claim: 'email',
  creates: false,
  groupsClaim: '',
  roles: [] as { value: string; roleId: string }[],
  factor: 'own',
  signsOut: false,
  passwordsOff: false,
  breakGlassId: null as string | null,
}

/** Changes the settings as a super administrator. */
async function configure(changes: Partial<Record<keyof typeof standard, unknown>> = {}): Promise<Answer> {
  const root = await app.as('*')
  const { version } = (await root('GET', '/sso')).body.data
  return root('PUT', '/sso', { ...standard, version, ...changes })
}

async function createRole(code: string): Promise<string> {
  const { rows } = await app.pool.query('insert into role (code, name) values ($1, $1) returning id', [code])
  return rows[0].id
}

let made = 0
/** An administrator with an e-mail address, and a person of the provider with the same. */
async function someone({ verified = true }: { verified?: boolean } = {}) {
  const sub = `sub-${++made}`
  const username = `someone${made}`
  const email = `${username}@example.com`
  const id = await app.createAdmin({ username, password: 'right 12' })
  const role = await createRole(`role-of-${made}`)
  await app.pool.query('insert into admin_role values ($1, $2)', [id, role])
  await app.pool.query('update admin set email = $2 where id = $1', [id, email.toUpperCase()])
  provider.people.set(sub, { email, email_verified: verified, name: username, preferred_username: username })
  return { id, sub, username, email, role }
}

const withToken = (token: string | null, language: string) => async (path: string, payload: object) => {
  const response = await app.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'accept-language': language, ...(token !== null && { token }) },
    payload,
  })
  return response.json()
}

const start = async (
  confirm = false,
  token: string | null = null,
): Promise<{ address: string; flow: string }> => {
  const { data } = await withToken(token, 'zh-CN')('/sso/start', { confirm })
  secret(data.flow)
  return data
}

/** What the provider gave the browser, as the console sends it. */
const returned = (at: URL): Record<string, string> => {
  const values = Object.fromEntries(
    ['code', 'state', 'iss', 'error'].flatMap((name) => {
      const value = at.searchParams.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  if (values.code) secret(values.code)
  return values
}

/** The whole way of a sign-in. */
async function signIn(
  sub: string,
  { browser, language = 'zh-CN' }: { browser?: Browser; language?: string } = {},
) {
  provider.sub = sub
  const { address, flow } = await start()
  const at = await provider.visit(address, browser)
  return withToken(null, language)('/sso/finish', { flow, ...returned(at) })
}

const refusals = async (sub: string) =>
  [(await signIn(sub)).desc, (await signIn(sub, { language: 'en-US' })).desc] as const

beforeEach(async () => {
  await app.pool.query('delete from sso')
})

test('the login page offers single sign-on only where it is on', async () => {
  const offer = async () => (await app.request('GET', '/sso/offer')).body.data
  expect(await offer()).toEqual({ name: null, passwordsOff: false })
  expect((await app.request('POST', '/sso/start', {})).body).toMatchObject({
    code: '4010',
    desc: '未启用单点登录',
  })
  expect((await configure()).body.code).toBe('0000')
  expect(await offer()).toEqual({ name: nameOfProvider, passwordsOff: false })
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
  const sent = returned(await provider.visit(address))
  const finish = (language: string, body: object) => withToken(null, language)('/sso/finish', body)
  expect((await finish('zh-CN', { flow, ...sent })).code).toBe('0000')
  expect((await finish('zh-CN', { flow, ...sent })).desc).toBe('单点登录已超时或已经使用过，请重新登录')
  expect((await finish('en-US', { flow, ...sent })).desc).toContain('has expired or was used before')

  // The flow of another tab, for which the code was not made.
  const other = await start()
  const { state } = returned(await provider.visit(other.address))
  expect((await finish('zh-CN', { flow: other.flow, ...sent, state })).desc).toContain('它可能已使用或已过期')

  const late = await start()
  const code = returned(await provider.visit(late.address))
  await app.pool.query(`update sso_flow set expires_at = now() - interval '1 second'`)
  expect((await finish('zh-CN', { flow: late.flow, ...code })).desc).toContain('已超时')
})

test('an answer for another browser is refused: its state is not that of the flow', async () => {
  await configure()
  const { sub } = await someone()
  provider.sub = sub
  const mine = await start()
  const theirs = await start()
  const sent = returned(await provider.visit(theirs.address))
  const answers = [
    await withToken(null, 'zh-CN')('/sso/finish', { flow: mine.flow, ...sent }),
    await withToken(null, 'en-US')('/sso/finish', { flow: (await start()).flow, ...sent }),
  ]
  expect(answers.map(({ desc }) => desc)).toEqual([
    '返回的结果与本次登录不一致，请重新登录',
    'The answer does not belong to this sign-in. Sign in again.',
  ])
})

test('whom the provider refuses, and a wrong secret of the client, get a sentence', async () => {
  await configure()
  const { sub } = await someone()
  const { address, flow } = await start()
  const state = new URL(address).searchParams.get('state')
  const denied = await withToken(null, 'en-US')('/sso/finish', {
    flow,
    state,
    iss: provider.issuer,
    error: 'access_denied',
  })
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
