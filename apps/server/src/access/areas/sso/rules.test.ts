import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secret, startApp } from '#test/harness'
import { ssoPeople } from '#test/sso-people'
import { type Browser, freePort, startSsoProvider } from '../../../../../../scripts/lib/sso-provider.ts'

const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const provider = await startSsoProvider(publicUrl, secret('a secret of the client that no log may show'))
afterAll(() => provider.close())
const app = startApp({ publicUrl, outgoing: { listed: [new URL(provider.issuer).host] } })
const { configure, signIn, someone, start, finish, createRole } = ssoPeople(app, provider)

beforeAll(() => app.app.listen({ host: '127.0.0.1', port }))
beforeEach(async () => {
  await app.pool.query('delete from sso')
})

const rolesOf = async (id: string): Promise<string[]> =>
  (
    await app.pool.query(
      'select r.code from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = $1 order by r.code',
      [id],
    )
  ).rows.map(({ code }) => code)

const isOver = async (token: string) => {
  const { code } = (await app.app.inject({ url: '/api/admin/me', headers: { token } })).json()
  return code === '2000'
}

test('groups give and take the roles that are mapped at each sign-in; without any role the person is refused', async () => {
  const [clerk, chief, byHand] = [
    await createRole('clerk'),
    await createRole('chief'),
    await createRole('hand'),
  ]
  await configure({
    groupsClaim: 'groups',
    roles: [
      { value: 'clerks', roleId: clerk },
      { value: 'chiefs', roleId: chief },
    ],
  })
  const { id, sub } = await someone({ roles: [byHand] })
  const inGroups = (...groups: string[]) => provider.people.set(sub, { ...provider.people.get(sub), groups })
  inGroups('clerks', 'chiefs', 'others')
  expect((await signIn(sub)).code).toBe('0000')
  expect(await rolesOf(id)).toEqual(['chief', 'clerk', 'hand'])
  inGroups('clerks')
  const { token } = (await signIn(sub)).data
  expect(await rolesOf(id)).toEqual(['clerk', 'hand'])

  await app.pool.query('delete from admin_role where admin_id = $1 and role_id = $2', [id, byHand])
  inGroups()
  expect((await signIn(sub)).desc).toBe('您在 企业账号 的用户组没有对应的角色，不能登录')
  expect((await signIn(sub, { language: 'en-US' })).desc).toContain('None of your groups')
  // What was taken stays taken, also for the session that is open.
  expect(await rolesOf(id)).toEqual([])
  expect((await app.app.inject({ url: '/api/admin/me', headers: { token } })).json().data.roles).toEqual([])
  const { rows } = await app.pool.query(
    `select before, after from audit_log where point = 'sso.finish' and target_id = $1 order by id`,
    [id],
  )
  expect(rows.at(-1)).toEqual({ before: { roles: ['clerk'] }, after: { roles: [] } })
  const { rows: refused } = await app.pool.query(
    `select result from login_log where admin_id = $1 and reason = 'ssoRefused'`,
    [id],
  )
  expect(refused).toEqual([{ result: 'failed' }, { result: 'failed' }])
})

test('somebody without an account gets one only where that is on, and never without a role', async () => {
  const role = await createRole('newcomers')
  const rules = { groupsClaim: 'groups', roles: [{ value: 'new', roleId: role }] }
  await configure(rules)
  const person = {
    email: 'newcomer@example.com',
    email_verified: true,
    preferred_username: 'newcomer',
    name: '新人',
  }
  provider.people.set('new-1', { ...person, groups: ['new'] })
  expect((await signIn('new-1')).desc).toBe('没有与您的身份对应的账号，请联系管理员开通')
  await configure({ ...rules, creates: true })
  provider.people.set('new-1', { ...person, groups: ['others'] })
  expect((await signIn('new-1')).desc).toContain('没有对应的角色')
  const count = async () =>
    (await app.pool.query(`select count(*)::int as n from admin where username = 'newcomer'`)).rows[0].n
  expect(await count()).toBe(0)
  provider.people.set('new-1', { ...person, groups: ['new'] })
  expect((await signIn('new-1')).data).toMatchObject({ username: 'newcomer', name: '新人' })
  expect((await signIn('new-1')).data.username).toBe('newcomer')
  expect(await count()).toBe(1)
  // The account has no password: none fits.
  for (const password of ['-', secret('any password 1')]) {
    const { body } = await app.request('POST', '/admin/login', { username: 'newcomer', password })
    expect(body.code).toBe('4010')
  }
})

test('the last super administrator does not lose the role by a sign-in', async () => {
  const root = await createRole('root', { isSuper: true })
  const { id, sub } = await someone({ roles: [root] })
  await configure({ groupsClaim: 'groups', roles: [{ value: 'root', roleId: root }] })
  await app.pool.query(
    `delete from admin_role where role_id <> $1 and role_id in (select id from role where is_super)`,
    [root],
  )
  const answer = await signIn(sub)
  expect([answer.code, answer.desc]).toEqual(['4090', '必须保留至少一位启用的超级管理员'])
  expect(await rolesOf(id)).toContain('root')
})

test('passwords can be off only with a break-glass account that has signed in with its password', async () => {
  const root = await createRole('glass', { isSuper: true })
  const { id, username } = await someone({ roles: [root] })
  const other = await someone()
  const login = async (name: string, password = 'right 12', language: 'zh-CN' | 'en-US' = 'zh-CN') =>
    (await app.request('POST', '/admin/login', { username: name, password }, language)).body
  const off = { passwordsOff: true, breakGlassId: id }
  expect((await configure({ ...off, isOn: false })).body.data.fields).toEqual({
    passwordsOff: '启用单点登录后才能关闭密码登录',
  })
  expect((await configure({ ...off, breakGlassId: null })).body.code).toBe('4000')
  expect((await configure(off)).body.data.fields).toEqual({
    breakGlassId: '须选择一个用密码登录过的、启用的超级管理员',
  })
  expect((await login(username)).code).toBe('0000')
  expect((await configure(off)).body.code).toBe('0000')

  // Who it is cannot be told from the answers.
  const refused = [await login(other.username), await login(username, 'wrong 12'), await login('nobody')]
  expect(refused.map(({ code, desc }) => [code, desc])).toEqual(
    refused.map(() => ['4010', '账号或密码错误，或该账号只能使用单点登录']),
  )
  expect((await login(other.username, 'right 12', 'en-US')).desc).toContain('single sign-on only')
  const { rows } = await app.pool.query('select reason from login_log where admin_id = $1', [other.id])
  expect(rows).toEqual([{ reason: 'passwordOff' }, { reason: 'passwordOff' }])
  expect((await login(username)).code).toBe('0000')
  expect((await signIn(other.sub)).code).toBe('0000')

  const boss = await app.as('*')
  const stays = '关闭密码登录期间，应急账号必须是启用的超级管理员'
  expect((await boss('POST', `/admin/${id}/disable`)).body.desc).toBe(stays)
  const row = (await boss('GET', `/admin/${id}`)).body.data
  const change = { id, version: row.version, name: row.name, remark: '', roleIds: [other.role] }
  expect((await boss('PUT', '/admin', change)).body.desc).toBe(stays)
  expect((await configure({})).body.code).toBe('0000')
  expect((await boss('POST', `/admin/${id}/disable`)).body.code).toBe('0000')
})

test('our second factor is asked for too, or the provider’s counts, as the setting says', async () => {
  const role = await createRole('careful')
  await app.pool.query('update role set requires_second_factor = true where id = $1', [role])
  const { id, sub } = await someone({ roles: [role] })
  const menuOf = async (token: string) =>
    (await app.app.inject({ url: '/api/admin/me', headers: { token } })).json().data
  await configure({ factor: 'own' })
  const first = (await signIn(sub)).data
  expect(first.mustSetUpSecondFactor).toBe(true)
  expect((await menuOf(first.token)).mustSetUpSecondFactor).toBe(true)
  await configure({ factor: 'provider' })
  const second = (await signIn(sub)).data
  expect(second.mustSetUpSecondFactor).toBeUndefined()
  expect((await menuOf(second.token)).mustSetUpSecondFactor).toBeUndefined()

  await app.pool.query(
    `insert into second_factor (admin_id, secret_sealed, confirmed_at) values ($1, $2, now())`,
    [id, app.vault.seal('JBSWY3DPEHPK3PXP', `second_factor.secret ${id}`)],
  )
  expect((await signIn(sub)).data.token).toBeDefined()
  await configure({ factor: 'own' })
  expect((await signIn(sub)).data).toMatchObject({ secondFactor: 'required' })
})

test('an account without a password confirms an act at the provider, once and as the same person', async () => {
  const role = await createRole('makers')
  await configure({ creates: true, groupsClaim: 'groups', roles: [{ value: 'makers', roleId: role }] })
  const claims = (name: string) => ({
    email: `${name}@example.com`,
    email_verified: true,
    preferred_username: name,
    name,
    groups: ['makers'],
  })
  provider.people.set('maker-1', claims('maker1'))
  provider.people.set('maker-2', claims('maker2'))
  const { token } = (await signIn('maker-1')).data
  await signIn('maker-2')
  const call = async (path: string, payload: object) =>
    (await app.app.inject({ method: 'POST', url: `/api${path}`, headers: { token }, payload })).json()
  expect((await app.app.inject({ url: '/api/admin/me', headers: { token } })).json().data.confirmsAt).toBe(
    '企业账号',
  )
  const setUp = () => call('/second-factor/set-up', { password: 'confirmed' })
  expect((await setUp()).data.fields.password).toContain('本账号没有密码')

  const confirm = async (sub: string, by: string | null = token) => {
    provider.sub = sub
    const { address, flow } = await start(true, token)
    expect(new URL(address).searchParams.get('prompt')).toBe('login')
    return finish(by, flow, await provider.visit(address))
  }
  expect((await confirm('maker-2')).desc).toBe('在 企业账号 确认的不是本账号的身份，请重新确认')
  expect((await confirm('maker-1', null)).code).toBe('2000')
  expect((await setUp()).code).toBe('4000')
  expect((await confirm('maker-1')).data).toEqual({ confirmed: true })
  expect((await setUp()).code).toBe('0000')
  expect((await setUp()).code).toBe('4000')
})

test('who signs out at the provider is signed out here, with this session or with all of them', async () => {
  await configure()
  const { id, sub, username } = await someone()
  const browser: Browser = new Map()
  const { token } = (await signIn(sub, { browser })).data
  const elsewhere = (await signIn(sub)).data.token
  const { body } = await app.request('POST', '/admin/login', { username, password: 'right 12' })
  expect([await isOver(token), await isOver(elsewhere)]).toEqual([false, false])

  await provider.signOut(browser)
  await expect.poll(() => isOver(token)).toBe(true)
  expect([await isOver(elsewhere), await isOver(body.data.token)]).toEqual([false, false])
  const { rows } = await app.pool.query(
    `select username, target_id from audit_log where point = 'sso.backChannel'`,
  )
  expect(rows).toEqual([{ username: null, target_id: id }])
})

test('signing out here leads to the provider’s sign-out if the setting says so, and works without the provider', async () => {
  await configure({ signsOut: true })
  const { sub, username } = await someone()
  const logout = async (token: string) =>
    (await app.app.inject({ method: 'POST', url: '/api/admin/logout', headers: { token } })).json()
  const { token } = (await signIn(sub)).data
  const address = new URL((await logout(token)).data)
  expect(address.origin).toBe(provider.issuer)
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/login`)
  expect(await isOver(token)).toBe(true)
  const { body } = await app.request('POST', '/admin/login', { username, password: 'right 12' })
  expect((await logout(body.data.token)).data).toBeNull()
  const another = (await signIn(sub)).data.token
  await configure({ signsOut: false })
  expect((await logout(another)).data).toBeNull()
})

test('a super administrator links and unlinks identities; whoever was linked is signed out and super administrators are told', async () => {
  await configure({ claim: 'sub' })
  const { id, sub } = await someone()
  expect((await signIn(sub)).desc).toContain('没有与您的身份对应的账号')
  const boss = await app.as('*')
  expect((await boss('POST', '/sso/identity', { adminId: id, subject: sub })).body.code).toBe('0000')
  const other = await someone()
  expect((await boss('POST', '/sso/identity', { adminId: other.id, subject: sub })).body.data.fields).toEqual(
    {
      subject: '该值已存在',
    },
  )
  const { token } = (await signIn(sub)).data
  expect((await boss('GET', `/admin/${id}`)).body.data.identity).toMatchObject({
    issuer: provider.issuer,
    subject: sub,
    lastUsedAt: expect.stringMatching(/Z$/),
  })
  expect((await boss('POST', '/sso/identity', { adminId: id, subject: null })).body.code).toBe('0000')
  expect(await isOver(token)).toBe(true)
  expect((await signIn(sub)).code).toBe('4010')
  const { rows } = await app.pool.query(
    `select content->>1 as text from message where admin_id = $1 and title->>1 = 'Single sign-on has changed' order by id`,
    [boss.adminId],
  )
  expect(rows.map(({ text }) => text.replace(/“.*”|^\S+/g, '…'))).toEqual([
    '… linked the account … to an identity of the provider.',
    '… unlinked the account … from its identity of the provider.',
  ])
})

test('the settings are for super administrators, keep the secret, and take no provider that is not there', async () => {
  const clerk = await app.as('sso:page')
  expect((await clerk('GET', '/sso')).body.code).toBe('4030')
  await configure()
  const boss = await app.as('*')
  const { body } = await boss('GET', '/sso')
  expect(body.data).toMatchObject({
    hasSecret: true,
    addresses: {
      redirect: `${publicUrl}/login`,
      backChannel: `${publicUrl}/api/sso/back-channel-logout`,
      signedOut: `${publicUrl}/login`,
    },
  })
  expect(JSON.stringify(body)).not.toContain(provider.clientSecret)
  const tried = (await boss('POST', '/sso/try', { issuer: provider.issuer })).body.data.found
  expect(tried).toMatchObject({ issuer: provider.issuer, hasBackChannel: true, hasPkce: true })
  const fieldOf = async (issuer: string) =>
    (await boss('POST', '/sso/try', { issuer })).body.data.fields.issuer
  expect(await fieldOf(`${publicUrl}/login`)).toBe('这个地址不能从公网访问，或端口不是 443')
  expect(await fieldOf(`${provider.issuer}/nowhere`)).toBe('此地址没有认证方的发现文档（OIDC）')
  // Another issuer would get the secret of the one before.
  expect(
    (await configure({ issuer: `${provider.issuer}/`, clientSecret: undefined })).body.data.fields,
  ).toEqual({
    clientSecret: '更换签发者后须重新填写客户端密钥',
  })
  expect((await boss('PUT', '/sso', { ...provider.settings, version: 0 })).body.code).toBe('4090')
})
