import type { MenuNode } from '@kabao/contract/access/session'
import { expect, test, vi } from 'vitest'
import { type RequestFn, startApp } from '#test/harness'

// Fifty concurrent requests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const all = ['role:page', 'role:create', 'role:update', 'role:delete']
let next = 0
const freshCode = () => `role-${next++}`
const pages = ['UserList', 'user:page', 'UserBlackList', 'blacklist:page']
const manager = () => app.as(...all, ...pages)

/** A role with these nodes, created by a super administrator. */
async function made(nodes: string[], more: object = {}) {
  const root = await app.as('*')
  const { body } = await root('POST', '/role', { code: freshCode(), name: '角色', nodes, ...more })
  expect(body.code).toBe('0000')
  return body.data
}
const give = (adminId: string, roleId: string) =>
  app.pool.query('insert into admin_role values ($1, $2)', [adminId, roleId])
const namesOf = (nodes: MenuNode[]): string[] =>
  nodes.flatMap((node) => [node.name, ...namesOf(node.children)])

test('a role is created, listed with its permissions and administrators, read and changed', async () => {
  const request = await manager()
  const code = freshCode()
  const { data } = (
    await request('POST', '/role', { code, name: '客服', nodes: ['User', ...pages], remark: '白班' })
  ).body
  expect(data).toMatchObject({
    code,
    name: '客服',
    dataScope: 'all',
    pointCount: 2,
    adminCount: 0,
    version: 1,
  })
  expect(data.nodes).toEqual([...pages].sort())

  await give((await app.as()).adminId, data.id)
  const page = (await request('POST', '/role/page', { keyword: code.toUpperCase() })).body.data
  const { nodes: _, ...row } = data
  expect(page.records).toEqual([{ ...row, adminCount: 1 }])

  const edit = { id: data.id, version: 1, name: '客服组', nodes: ['UserList', 'user:page'], dataScope: 'all' }
  const changed = (await request('PUT', '/role', edit)).body.data
  expect(changed).toMatchObject({ name: '客服组', remark: '', pointCount: 1, version: 2 })
  expect((await request('GET', `/role/${data.id}`)).body.data).toEqual(changed)
  expect((await request('GET', `/role/${data.id}/admins`)).body.data).toMatchObject({
    total: 1,
    admins: [{ status: 'enabled' }],
  })
})

test('an edit with an old version is refused with the current role; of fifty concurrent edits one succeeds', async () => {
  const request = await manager()
  const role = await made(['UserList'])
  const edits = Array.from({ length: 50 }, (_, index) =>
    request('PUT', '/role', {
      id: role.id,
      version: 1,
      name: `名${index}`,
      nodes: [index % 2 ? 'UserList' : 'UserBlackList'],
    }),
  )
  const answers = (await Promise.all(edits)).map(({ body }) => body)
  expect(answers.filter(({ code }) => code === '0000')).toHaveLength(1)
  const winner = answers.find(({ code }) => code === '0000')?.data
  for (const answer of answers.filter(({ code }) => code !== '0000'))
    expect(answer).toMatchObject({ code: '4090', data: { current: { version: 2, name: winner.name } } })
  expect((await request('GET', `/role/${role.id}`)).body.data).toMatchObject({
    version: 2,
    nodes: winner.nodes,
  })
})

test('the tree comes from the contract: each page with its points, their texts, and whether the caller may grant them', async () => {
  const request = await app.as('role:page', 'UserList', 'user:page')
  const { data } = (await request('GET', '/role/tree', undefined, 'en-US')).body
  expect(data.starters.map(({ code }: { code: string }) => code)).toContain('salesLead')
  const users = data.nodes.find((node: { name: string }) => node.name === 'User')
  expect(users).toMatchObject({ title: 'Users', kind: 'section' })
  const list = users.children.find((node: { name: string }) => node.name === 'UserList')
  expect(list).toMatchObject({ title: 'User list', kind: 'page', isMine: true })
  const point = (name: string) => list.children.find((node: { name: string }) => node.name === name)
  expect(point('user:page')).toMatchObject({
    title: 'View users',
    opens: ['View users', 'View a user', 'Channels to choose from'],
    isMine: true,
  })
  expect(point('user:reveal')).toMatchObject({ level: 'disclose', isMine: false })
  expect(['user:page', 'user:delete'].map((name) => point(name).level)).toEqual(['view', 'change'])
})

test('nobody grants or revokes a permission that they do not have', async () => {
  const request = await manager()
  const body = { code: freshCode(), name: '越权', nodes: ['UserList', 'user:delete'] }
  expect((await request('POST', '/role', body, 'en-US')).body).toMatchObject({
    code: '4000',
    data: { fields: { nodes: 'You can only grant or revoke permissions you have' } },
  })
  const edit = (id: string, nodes: string[]) =>
    request('PUT', '/role', { id, version: 1, name: '角色', nodes }, 'en-US')
  // A role with more permissions than the caller cannot be changed at all.
  const more = await made(['UserList', 'user:delete', 'user:page'])
  for (const refused of [
    await edit(more.id, ['UserList', 'user:page']),
    await edit(more.id, ['UserList', 'user:delete']),
    await request('DELETE', `/role/${more.id}`, undefined, 'en-US'),
  ])
    expect(refused.body).toMatchObject({
      code: '4030',
      desc: 'This role has permissions that you do not have',
    })
  expect((await request('GET', `/role/${more.id}`)).body.data).toMatchObject({
    version: 1,
    isManageable: false,
  })
  // Of another role, the caller changes the permissions that they have.
  const role = await made(['UserList', 'user:page'])
  expect((await edit(role.id, ['UserList', 'user:delete'])).body).toMatchObject({
    code: '4000',
    data: { fields: { nodes: 'You can only grant or revoke permissions you have' } },
  })
  expect((await edit(role.id, ['UserList'])).body.data).toMatchObject({
    nodes: ['UserList'],
    isManageable: true,
  })
})

test('an administrator with the data scope `own` cannot create a role with the scope `all`', async () => {
  const request = await manager()
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  const body = { name: '范围', nodes: ['UserList'] }
  const wide = await request('POST', '/role', { ...body, code: freshCode(), dataScope: 'all' })
  expect(wide.body).toMatchObject({ code: '4000', data: { fields: { dataScope: expect.any(String) } } })
  const own = (await request('POST', '/role', { ...body, code: freshCode(), dataScope: 'own' })).body
  expect(own.code).toBe('0000')
  const widen = { ...body, id: own.data.id, version: 1, dataScope: 'all' }
  expect((await request('PUT', '/role', widen)).body).toMatchObject({
    data: { fields: { dataScope: expect.any(String) } },
  })
})

test('nobody changes the permissions of their own role; its name they may change', async () => {
  const request = await manager()
  const role = await made(['UserList'])
  await give(request.adminId, role.id)
  const edit = (nodes: string[]) => request('PUT', '/role', { id: role.id, version: 1, name: '我的', nodes })
  expect((await edit([])).body).toMatchObject({ code: '4030', desc: '不能修改自己拥有的角色的权限' })
  expect((await edit(['UserList'])).body.data).toMatchObject({ name: '我的', version: 2 })
})

test('the super role keeps its name and nodes and cannot be deleted; its copy is an ordinary role with today’s permissions', async () => {
  const root = await app.as('*')
  const { rows } = await app.pool.query('select role_id from admin_role where admin_id = $1', [root.adminId])
  const id = rows[0].role_id
  const edit = await root('PUT', '/role', { id, version: 1, name: '普通', nodes: [] })
  expect(edit.body).toMatchObject({ code: '4090', desc: '超级管理员角色只能修改“要求两步验证”' })
  expect((await root('DELETE', `/role/${id}`)).body.desc).toBe('超级管理员角色不能删除')
  const nodes = (await root('GET', `/role/${id}`)).body.data.nodes
  expect(nodes).toEqual(expect.arrayContaining(['AdminList', 'user:reveal']))
  const copy = (await root('POST', '/role', { code: freshCode(), name: '全部', nodes })).body.data
  expect(copy).toMatchObject({ isSuper: false, nodes: nodes.toSorted() })
})

test('a role that is in use cannot be deleted, and the refusal says how many have it', async () => {
  const root = await app.as('*')
  const role = await made(['UserList'])
  await give((await app.as()).adminId, role.id)
  expect((await root('DELETE', `/role/${role.id}`, undefined, 'en-US')).body).toMatchObject({
    code: '4090',
    desc: '1 administrator has this role. Give them another one first.',
  })
  await app.pool.query('delete from admin_role where role_id = $1', [role.id])
  expect((await root('DELETE', `/role/${role.id}`)).body.code).toBe('0000')
  expect((await root('GET', `/role/${role.id}`)).body.code).toBe('4040')
})

test('a role that is deleted and assigned at once is never both deleted and assigned', async () => {
  const root = await app.as('*')
  for (let round = 0; round < 20; round++) {
    const role = await made(['UserList'])
    const holder = await app.as()
    const { version } = (await root('GET', `/admin/${holder.adminId}`)).body.data
    const before = (
      await app.pool.query('select role_id from admin_role where admin_id = $1', [holder.adminId])
    ).rows[0]
    const roleIds = [before.role_id, role.id]
    const [removed, given] = await Promise.all([
      root('DELETE', `/role/${role.id}`),
      root('PUT', '/admin', { id: holder.adminId, version, name: '某人', roleIds }),
    ])
    expect([removed.body.code, given.body.code].filter((code) => code === '0000')).toHaveLength(1)
    for (const { status } of [removed, given]) expect(status).toBe(200)
  }
})

test('a taken code, an invalid code and an unknown node are refused at their fields', async () => {
  const request = await manager()
  const role = await made([])
  const add = async (body: object) => (await request('POST', '/role', { name: '某', ...body })).body
  expect(await add({ code: role.code })).toMatchObject({
    code: '4090',
    data: { fields: { code: '该值已存在' } },
  })
  expect(await add({ code: '1 x' })).toMatchObject({
    code: '4000',
    data: { fields: { code: expect.any(String) } },
  })
  expect(await add({ code: freshCode(), nodes: ['user:everything'] })).toMatchObject({
    code: '4000',
    data: { fields: { nodes: '包含不存在的菜单或权限点' } },
  })
})

test('the preview is the menu of an administrator with the role', async () => {
  const root = await app.as('*')
  const nodes = ['UserList', 'user:page', 'blacklist:page']
  const preview = (await root('POST', '/role/preview', { nodes })).body.data
  const holder = await app.as(...nodes)
  expect(preview).toEqual((await holder('GET', '/menu/listByToken')).body.data)
  expect(namesOf(preview)).toEqual(['User', 'UserList', 'user:page'])
})

test('a change takes effect on the next request of an administrator with the role', async () => {
  const root = await app.as('*')
  const role = await made(['UserList', 'user:page'])
  const holder: RequestFn & { adminId: string } = await app.as()
  await give(holder.adminId, role.id)
  expect((await holder('POST', '/user/page', {})).body.code).toBe('0000')
  await root('PUT', '/role', { id: role.id, version: 1, name: '角色', nodes: ['UserList'] })
  expect((await holder('POST', '/user/page', {})).body.code).toBe('4030')
  expect(namesOf((await holder('GET', '/menu/listByToken')).body.data)).toEqual(['User', 'UserList'])
})
