import { type RoleDetail, type RoleNode, role } from '@kabao/contract/access/role'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import RolePage from './page.tsx'

const detail = (over: Partial<RoleDetail> = {}): RoleDetail => ({
  id: '3',
  code: 'support',
  name: '客服',
  isSuper: false,
  dataScope: 'own',
  requiresSecondFactor: false,
  pointCount: 1,
  adminCount: 2,
  remark: '白班',
  createdBy: '李敏',
  updatedBy: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  version: 5,
  isManageable: true,
  nodes: ['UserList', 'user:page', 'user:reveal'],
  ...over,
})
const levelOf = (name: string) =>
  /:(reveal|export)$/.test(name) ? 'disclose' : /:delete$/.test(name) ? 'change' : 'view'
const node = (
  name: string,
  title: string,
  kind: RoleNode['kind'],
  children: RoleNode[] = [],
  isMine = true,
): RoleNode => ({
  name,
  title,
  kind,
  level: levelOf(name),
  opens: kind === 'point' ? [title] : [],
  isMine,
  children,
})
const tree = [
  node('User', '用户管理', 'section', [
    node('UserList', '用户列表', 'page', [
      node('user:page', '查看用户列表', 'point'),
      node('user:delete', '注销用户', 'point'),
      node('user:reveal', '查看完整信息', 'point', [], false),
    ]),
    node('UserFeedbackList', '用户反馈', 'page'),
  ]),
]
const starters = [
  { code: 'sales', name: '销售', dataScope: 'own' as const, nodes: ['UserList', 'user:page', 'user:reveal'] },
  { code: 'reader', name: '只读', dataScope: 'own' as const, nodes: ['UserFeedbackList'] },
]
const all = ['page', 'create', 'update', 'delete'].map((each) => `role:${each}`)

let server: ReturnType<typeof fakeServer>
let rows: RoleDetail[]
beforeEach(() => {
  rows = [detail()]
  server = fakeServer()
  server.answer(role.page, ({ body }) => ({
    records: rows,
    total: rows.length,
    current: body.current,
    size: body.size,
  }))
  server.answer(role.get, () => rows[0] as RoleDetail)
  // Registered later, because the path of a single role would match this path too.
  server.answer(role.tree, () => ({ nodes: tree, starters }))
  server.answer(role.preview, ({ body }) =>
    body.nodes.includes('UserList')
      ? [
          {
            path: '/user',
            name: 'User',
            type: 1,
            children: [{ path: 'list', name: 'UserList', type: 1, children: [] }],
          },
        ]
      : [],
  )
})
const show = (...points: string[]) => {
  signIn(...(points.length > 0 ? points : all))
  return renderAt('/', [{ path: '/', Component: RolePage }])
}

test('a role is created: a permission point selects its page too, and the preview shows the menu', async () => {
  server.answer(role.create, ({ body }) => detail(body))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加角色' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/^角色名称/), '客服')
  await user.type(within(dialog).getByLabelText(/^角色编码/), 'support')
  within(dialog).getByText('还没有可以打开的页面')
  await user.click(within(dialog).getByRole('button', { name: '全部展开' }))
  await user.click(within(dialog).getByRole('treeitem', { name: '查看用户列表' }))
  const preview = within(dialog).getByRole('region', { name: '这个角色看到的菜单' })
  await within(preview).findByText('用户列表')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server.calls(role.create)[0]?.body).toEqual({
      code: 'support',
      name: '客服',
      dataScope: 'all',
      requiresSecondFactor: false,
      nodes: ['UserList', 'user:page'],
      remark: '',
    }),
  )
})

test('a new role starts from one that is chosen; a name that was typed stays', async () => {
  server.answer(role.create, ({ body }) => detail(body))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加角色' }))
  const dialog = await screen.findByRole('dialog')
  const choose = async (name: string) => {
    await user.click(within(dialog).getByRole('combobox', { name: '从初始角色开始' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('只读')
  expect(within(dialog).getByLabelText(/^角色名称/)).toHaveProperty('value', '只读')
  await user.clear(within(dialog).getByLabelText(/^角色名称/))
  await user.type(within(dialog).getByLabelText(/^角色名称/), '华南销售')
  await choose('销售')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server.calls(role.create)[0]?.body).toEqual({
      code: 'sales',
      name: '华南销售',
      dataScope: 'own',
      requiresSecondFactor: false,
      // Without what the administrator does not have.
      nodes: ['UserList', 'user:page'],
      remark: '',
    }),
  )
})

test('a box of the grid chooses what a section has of one level, with its pages', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加角色' }))
  const dialog = await screen.findByRole('dialog')
  const box = (name: string) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name })
  await user.click(box('用户管理：操作'))
  expect(box('用户管理：操作').checked).toBe(true)
  expect(box('用户管理：查看').indeterminate).toBe(true)
  // Nobody grants what they do not have.
  expect(box('用户管理：导出与完整信息').disabled).toBe(true)
  await user.click(box('用户管理：查看'))
  expect(box('用户管理：查看').checked).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: '全部展开' }))
  for (const [name, state] of [
    ['在菜单中显示', 'true'],
    ['查看用户列表', 'true'],
    ['注销用户', 'true'],
    ['查看完整信息', 'false'],
    ['用户反馈', 'true'],
  ] as const)
    expect(within(dialog).getByRole('treeitem', { name }).getAttribute('aria-checked')).toBe(state)
  await user.click(box('用户管理：查看'))
  expect(box('用户管理：查看').checked).toBe(false)
})

test('an edit keeps nodes that the administrator does not hold, and removes a page without removing its points', async () => {
  server.answer(role.update, ({ body }) => detail(body))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText(/^角色编码/)).toHaveProperty('disabled', true)
  expect(within(dialog).getByRole('treeitem', { name: '查看完整信息' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await user.click(within(dialog).getByRole('treeitem', { name: '在菜单中显示' }))
  await user.click(within(dialog).getByRole('treeitem', { name: '查看用户列表' }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server.calls(role.update)[0]?.body).toMatchObject({ version: 5, nodes: ['user:reveal'] }),
  )
})

test('a copy starts with the nodes that the administrator may grant', async () => {
  const { user } = await show('role:page', 'role:create')
  await user.click(
    await screen
      .findByRole('button', { name: '更多操作' })
      .catch(() => screen.findByRole('button', { name: '复制' })),
  )
  const item = screen.queryByRole('menuitem', { name: '复制' })
  if (item) await user.click(item)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText(/^角色名称/)).toHaveProperty('value', '客服 副本')
  expect(within(dialog).getByRole('treeitem', { name: '查看用户列表' }).getAttribute('aria-checked')).toBe(
    'true',
  )
  expect(within(dialog).getByRole('treeitem', { name: '查看完整信息' }).getAttribute('aria-checked')).toBe(
    'false',
  )
})

test('the holders of a role are listed, with disabled ones marked', async () => {
  server.answer(role.admins, () => ({
    total: 2,
    admins: [
      { id: '1', username: 'li', name: '李敏', status: 'enabled' as const },
      { id: '2', username: 'wang', name: '王强', status: 'disabled' as const },
    ],
  }))
  const { user } = await show('role:page')
  await user.click(await screen.findByRole('button', { name: '查看成员' }))
  const table = await screen.findByRole('table', { name: '“客服”的成员' })
  within(table).getByRole('row', { name: '王强 wang 已停用' })
})

test('a role with more permissions than the administrator can be neither edited nor deleted', async () => {
  rows = [detail({ isManageable: false, name: '全能' })]
  await show()
  await screen.findByText('全能')
  for (const name of ['编辑', '删除']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('only the second factor of the super role can be changed', async () => {
  rows = [detail({ isSuper: true, name: '全能' })]
  server.answer(role.update, ({ body }) => detail(body))
  const { user } = await show()
  await screen.findByText('超级管理员')
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '编辑' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('超级管理员角色拥有全部权限，这里只能修改是否要求两步验证。')
  expect(within(dialog).getByLabelText(/^角色名称/)).toHaveProperty('disabled', true)
  expect(within(dialog).getByLabelText(/^备注/)).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('button', { name: '全部展开' }))
  expect(within(dialog).getByRole('treeitem', { name: '查看用户列表' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await user.click(within(dialog).getByRole('switch', { name: /^要求两步验证/ }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(server.calls(role.update)[0]?.body).toEqual({
      id: '3',
      version: 5,
      name: '全能',
      dataScope: 'own',
      requiresSecondFactor: true,
      nodes: ['UserList', 'user:page', 'user:reveal'],
      remark: '白班',
    }),
  )
})
