import { expect, test, vi } from 'vitest'
import { type Answer, secret, startApp } from '#test/harness'
import { picture, upload } from '#test/upload'
import { verifyPassword } from '../../password.ts'

// Fifty concurrent requests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const all = [
  'admin:page',
  'admin:create',
  'admin:update',
  'admin:enable',
  'admin:disable',
  'admin:resetPassword',
  'admin:reveal',
]
const pages = ['UserList', 'user:page']
const manager = () => app.as(...all, ...pages)
const phone = secret('13911112222')
const email = 'zhang.san@example.com'
let next = 0
const freshName = () => `person-${next++}`

/** An ordinary role with these nodes. */
async function roleWith(...nodes: string[]): Promise<string> {
  const { rows } = await app.pool.query(`insert into role (code, name) values ($1, $1) returning id`, [
    `r-${next++}`,
  ])
  await app.pool.query('insert into role_node select $1, unnest($2::text[])', [rows[0].id, nodes])
  return rows[0].id
}
async function created(more: object = {}): Promise<Answer['body']['data']> {
  const root = await app.as('*')
  const roleIds = [await roleWith('UserList')]
  const { body } = await root('POST', '/admin', { username: freshName(), name: '张三', roleIds, ...more })
  expect(body.code).toBe('0000')
  secret(body.data.password)
  return body.data
}
const signIn = (username: string, password: string) =>
  app.request('POST', '/admin/login', { username, password })
const stateOf = async (id: string) =>
  (await app.pool.query('select status, version, password_hash from admin where id = $1', [id])).rows[0]

test('a new administrator gets a password that is shown once, signs in with it and must change it', async () => {
  const { admin, password } = await created({ phone: ' 139 1111 2222', email })
  expect(admin).toMatchObject({
    phone: '139****2222',
    email: 'z***@example.com',
    status: 'enabled',
    mustChangePassword: true,
  })
  const { passwordHash } = await app.db
    .selectFrom('admin')
    .select('passwordHash')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow()
  expect(await verifyPassword(passwordHash, password)).toBe(true)

  const signedIn = await signIn(admin.username.toUpperCase(), password)
  expect(signedIn.body).toMatchObject({ code: '0000', data: { mustChangePassword: true } })
  const kept = await app.pool.query(
    'select before, after from audit_log where target_kind = $1 and target_id = $2',
    ['admin', admin.id],
  )
  expect(JSON.stringify(kept.rows)).toContain('139****2222')
  for (const hidden of [password, '13911112222', email, passwordHash])
    expect(JSON.stringify(kept.rows)).not.toContain(hidden)
})

test('the list is filtered by name, state and role, and sorted by the last sign-in; who never signed in comes last', async () => {
  const request = await app.as('admin:page')
  const { admin: one, password } = await created({ name: '李一百' })
  const { admin: two } = await created({ name: '李二百' })
  await signIn(one.username, password)
  const names = async (filter: object) =>
    (await request('POST', '/admin/page', { name: '李', ...filter })).body.data.records.map(
      (row: { name: string }) => row.name,
    )
  expect(await names({})).toEqual(['李二百', '李一百'])
  expect(await names({ sort: '-lastLoginAt' })).toEqual(['李一百', '李二百'])
  expect(await names({ username: one.username.toUpperCase() })).toEqual(['李一百'])
  expect(await names({ roleId: two.roles[0].id })).toEqual(['李二百'])
  expect(await names({ status: 'disabled' })).toEqual([])
  expect(await names({ name: '%' })).toEqual([])
  const row = (await request('GET', `/admin/${one.id}`)).body.data
  expect(row).toMatchObject({
    lastLoginAt: expect.stringMatching(/Z$/),
    lastLoginIp: '127.0.0.1',
    isSelf: false,
    isManageable: false,
  })
})

test('an edit changes only the given fields: phone and email stay if left out and are deleted by null', async () => {
  const request = await manager()
  const { admin } = await created({ phone, email })
  const edit = (version: number, more: object) =>
    request('PUT', '/admin', {
      id: admin.id,
      version,
      name: '张三丰',
      roleIds: admin.roles.map((role: { id: string }) => role.id),
      ...more,
    })
  expect((await edit(1, { remark: '夜班' })).body.data).toMatchObject({
    name: '张三丰',
    phone: '139****2222',
    email: 'z***@example.com',
    version: 2,
  })
  expect((await edit(2, { phone: null, email: 'new@example.com' })).body.data).toMatchObject({
    phone: null,
    email: 'n***@example.com',
  })
  expect((await request('POST', `/admin/${admin.id}/reveal`)).body.data).toEqual({
    phone: null,
    email: 'new@example.com',
  })
  expect((await edit(2, {})).body).toMatchObject({ code: '4090', data: { current: { version: 3 } } })
  const revealed = await app.pool.query(
    `select count(*)::int as n from audit_log where point = 'admin:reveal' and target_id = $1`,
    [admin.id],
  )
  expect(revealed.rows[0].n).toBe(1)
})

test('the editor of an account sends its picture; a refused edit claims no file', async () => {
  const root = await manager()
  const send = async () => {
    const content = await picture(20, 20).png().toBuffer()
    return (await upload(app.app, root.token, 'avatar', [{ name: 'a.png', content }])).data[0].id as string
  }
  const [first, second] = [await send(), await send()]
  const roleIds = [await roleWith('UserList')]
  const made = await root('POST', '/admin', {
    username: freshName(),
    name: '张三',
    roleIds,
    avatarFileId: first,
  })
  secret(made.body.data.password)
  const { id } = made.body.data.admin
  expect(made.body.data.admin).toMatchObject({ avatarFileId: first, version: 1 })
  const edit = async (version: number, avatarFileId?: string) =>
    (await root('PUT', '/admin', { id, version, name: '张三', roleIds, avatarFileId })).body
  expect((await edit(9, second)).code).toBe('4090')
  const ownerOf = async (fileId: string) =>
    (await app.pool.query('select owner_id from file where id = $1', [fileId])).rows[0].owner_id
  expect([await ownerOf(first), await ownerOf(second)]).toEqual([id, null])
  expect((await edit(1)).data).toMatchObject({ avatarFileId: first, version: 2 })
  expect((await edit(2, second)).data).toMatchObject({ avatarFileId: second, version: 3 })
  expect([await ownerOf(first), await ownerOf(second)]).toEqual([null, id])
  const page = (await root('POST', '/admin/page', { name: '张三', sort: '-createdAt' })).body.data
  expect(page.records.find((each: { id: string }) => each.id === id)).toMatchObject({ avatarFileId: second })
})

test('of fifty concurrent edits of one version, one succeeds', async () => {
  const request = await manager()
  const { admin } = await created()
  const roleIds = admin.roles.map((role: { id: string }) => role.id)
  const edits = Array.from({ length: 50 }, (_, index) =>
    request('PUT', '/admin', { id: admin.id, version: 1, name: `名${index}`, roleIds }),
  )
  const codes = (await Promise.all(edits)).map(({ body }) => body.code)
  expect(codes.filter((code) => code === '0000')).toHaveLength(1)
  expect(codes.filter((code) => code === '4090')).toHaveLength(49)
})

test.each([
  [{ username: 'ab' }, 'username'],
  [{ username: 'has space' }, 'username'],
  [{ phone: '123' }, 'phone'],
  [{ email: 'nobody' }, 'email'],
  [{ roleIds: [] }, 'roleIds'],
  [{ roleIds: ['999999'] }, 'roleIds'],
])('%j is refused at its field', async (wrong, field) => {
  const root = await app.as('*')
  const body = { username: freshName(), name: '某', roleIds: [await roleWith()], ...wrong }
  expect((await root('POST', '/admin', body)).body).toMatchObject({
    code: '4000',
    data: { fields: { [field]: expect.any(String) } },
  })
})

test('a taken name is refused at its field in any spelling; of fifty concurrent requests one succeeds', async () => {
  const root = await app.as('*')
  const roleIds = [await roleWith()]
  const username = freshName()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      root('POST', '/admin', {
        username: index % 2 ? username : username.toUpperCase(),
        name: '某',
        roleIds,
      }),
    ),
  )
  for (const { body } of answers.filter(({ body }) => body.code === '0000')) secret(body.data.password)
  const refused = answers.filter(({ body }) => body.code !== '0000')
  expect(refused).toHaveLength(49)
  for (const { body } of refused)
    expect(body).toMatchObject({ code: '4090', data: { fields: { username: '该值已存在' } } })
})

test('a disabled account is signed out at once and cannot sign in until it is enabled', async () => {
  const request = await manager()
  const { admin, password } = await created()
  const { token } = (await signIn(admin.username, password)).body.data
  const me = () => app.app.inject({ url: '/api/admin/me', headers: { token: secret(token) } })
  expect((await me()).json().code).toBe('0000')
  expect((await request('POST', `/admin/${admin.id}/disable`)).body.data).toMatchObject({
    status: 'disabled',
  })
  expect((await me()).json().code).toBe('2000')
  expect((await signIn(admin.username, password)).body.code).toBe('4010')
  expect((await request('POST', `/admin/${admin.id}/disable`)).body.code).toBe('4090')
  expect((await request('POST', `/admin/${admin.id}/enable`)).body.data).toMatchObject({ status: 'enabled' })
  expect((await signIn(admin.username, password)).body.code).toBe('0000')
})

test('a password reset ends all sessions; the old password no longer works, and the new one must be changed', async () => {
  const request = await manager()
  const { admin, password } = await created()
  const { token } = (await signIn(admin.username, password)).body.data
  const reset = (await request('POST', `/admin/${admin.id}/reset-password`)).body.data
  secret(reset.password)
  expect(reset.admin).toMatchObject({ mustChangePassword: true, version: 2 })
  expect(
    (await app.app.inject({ url: '/api/admin/me', headers: { token: secret(token) } })).json().code,
  ).toBe('2000')
  expect((await signIn(admin.username, password)).body.code).toBe('4010')
  expect((await signIn(admin.username, reset.password)).body.data.mustChangePassword).toBe(true)
})

test('administrators cannot disable themselves, reset their own password here or change their own roles', async () => {
  const root = await app.as('*')
  const self = root.adminId
  const before = await stateOf(self)
  for (const act of ['disable', 'enable', 'reset-password'])
    expect((await root('POST', `/admin/${self}/${act}`)).body).toMatchObject({
      code: '4030',
      desc: '不能对自己的账号进行此操作',
    })
  const { roles, version } = (await root('GET', `/admin/${self}`)).body.data
  const edit = (roleIds: string[]) => root('PUT', '/admin', { id: self, version, name: '我', roleIds })
  expect((await edit([await roleWith()])).body).toMatchObject({
    code: '4000',
    data: { fields: { roleIds: '不能修改自己的角色' } },
  })
  expect(await stateOf(self)).toEqual(before)
  expect((await edit(roles.map((role: { id: string }) => role.id))).body.data).toMatchObject({
    name: '我',
    isSelf: true,
  })
})

test('administrators cannot change an account, or give a role, that has more rights than they have', async () => {
  const request = await manager()
  const mighty = [await app.as('*'), await app.as('user:delete')]
  for (const { adminId } of mighty) {
    const before = await stateOf(adminId)
    const { roles, version } = (await request('GET', `/admin/${adminId}`)).body.data
    const roleIds = roles.map((role: { id: string }) => role.id)
    for (const act of ['disable', 'reset-password', 'reveal'])
      expect((await request('POST', `/admin/${adminId}/${act}`)).body).toMatchObject({
        code: '4030',
        desc: '该账号的权限超出了您的权限',
      })
    expect((await request('PUT', '/admin', { id: adminId, version, name: '夺', roleIds })).body.code).toBe(
      '4030',
    )
    expect(await stateOf(adminId)).toEqual(before)

    const { admin } = await created()
    const give = await request('PUT', '/admin', {
      id: admin.id,
      version: 1,
      name: '某',
      roleIds: [...roleIds, admin.roles[0].id],
    })
    expect(give.body).toMatchObject({
      code: '4000',
      data: { fields: { roleIds: '您只能授予或收回自己拥有的权限' } },
    })
    expect((await request('POST', '/admin', { username: freshName(), name: '某', roleIds })).body.code).toBe(
      '4000',
    )
    const offered = (await request('GET', '/admin/roles')).body.data
    expect(offered.find((role: { id: string }) => role.id === roleIds[0])).toMatchObject({ isMine: false })
  }
})

test('a change of roles takes effect on the next request', async () => {
  const root = await app.as('*')
  const holder = await app.as('user:page')
  const { version } = (await root('GET', `/admin/${holder.adminId}`)).body.data
  await root('PUT', '/admin', {
    id: holder.adminId,
    version,
    name: '某',
    roleIds: [await roleWith('blacklist:page')],
  })
  expect((await holder('POST', '/user/page', {})).body.code).toBe('4030')
  expect((await holder('POST', '/blacklist/page', {})).body.code).toBe('0000')
})
