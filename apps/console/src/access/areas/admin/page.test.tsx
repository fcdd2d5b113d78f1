import { accessToken } from '@kabao/contract/access/access-token'
import { type AdminRow, admin } from '@kabao/contract/access/admin'
import { codes } from '@kabao/contract/kernel/envelope'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import AdminPage from './page.tsx'

const row = (over: Partial<AdminRow> = {}): AdminRow => ({
  id: '7',
  username: 'zhangsan',
  name: '张三',
  avatarFileId: null,
  phone: '139****2222',
  email: null,
  roles: [{ id: '2', name: '客服' }],
  status: 'enabled',
  mustChangePassword: false,
  hasSecondFactor: false,
  identity: null,
  lastLoginAt: null,
  lastLoginIp: null,
  remark: '',
  createdBy: null,
  updatedBy: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  version: 3,
  isSelf: false,
  isManageable: true,
  ...over,
})
const all = ['page', 'create', 'update', 'enable', 'disable', 'resetPassword', 'reveal'].map(
  (each) => `admin:${each}`,
)
const password = 'abcde-23456-fghjk-mnpqr'

let server: ReturnType<typeof fakeServer>
let rows: AdminRow[]
beforeEach(() => {
  rows = [row()]
  server = fakeServer()
  server.answer(admin.page, ({ body }) => ({
    records: rows,
    total: rows.length,
    current: body.current,
    size: body.size,
  }))
  server.answer(admin.roles, () => [
    { id: '2', name: '客服', isMine: true },
    { id: '1', name: '超级管理员', isMine: false },
  ])
})
const show = (...points: string[]) => {
  signIn(...(points.length > 0 ? points : all))
  return renderAt('/', [{ path: '/', Component: AdminPage }])
}

test('an administrator is added; the password is shown once, and closing without a copy requires confirmation', async () => {
  server.answer(admin.create, ({ body }) => ({ admin: row({ username: body.username }), password }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '添加管理员' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/^用户名/), 'lisi')
  await user.type(within(dialog).getByLabelText(/^姓名/), '李四')
  await user.click(within(dialog).getByRole('combobox', { name: /^角色/ }))
  await user.keyboard('{ArrowDown}{Enter}')
  await user.type(within(dialog).getByLabelText('手机号'), '13911112222{Enter}')

  const once = (await screen.findByText('“lisi”的初始密码')).closest('section') as HTMLElement
  expect(within(once).getByLabelText('初始密码')).toHaveProperty('value', password)
  expect(server.calls(admin.create)[0]?.body).toEqual({
    username: 'lisi',
    name: '李四',
    avatarFileId: null,
    roleIds: ['2'],
    phone: '13911112222',
    remark: '',
  })
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: '返回' }))
  await user.click(within(once).getByRole('button', { name: '复制密码' }))
  expect(await navigator.clipboard.readText()).toBe(password)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('初始密码')).toBeNull())
})

test('an edit keeps phone and email unless they are typed or removed; a refusal is shown at its field', async () => {
  server.answer(admin.update, ({ body }) =>
    body.phone === null
      ? row({ version: 4 })
      : refusal({ code: codes.invalid, desc: '有误', fields: { roleIds: '您只能授予自己拥有的权限' } }),
  )
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/^姓名/), '丰{Enter}')
  await within(dialog).findByText('您只能授予自己拥有的权限')
  expect(server.calls(admin.update)[0]?.body).toEqual({
    id: '7',
    version: 3,
    avatarFileId: null,
    name: '张三丰',
    roleIds: ['2'],
    remark: '',
  })
  await user.click(within(dialog).getByRole('checkbox', { name: '删除已保存的 139****2222' }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.calls(admin.update)[1]?.body).toMatchObject({ phone: null }))
})

test('a role that the administrator may not assign is neither offered nor removed', async () => {
  rows = [
    row({
      roles: [
        { id: '2', name: '客服' },
        { id: '1', name: '超级管理员' },
      ],
    }),
  ]
  server.answer(admin.update, () => row())
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('combobox', { name: /^角色/ }))
  await user.keyboard('{Backspace}{Backspace}')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.calls(admin.update)[0]?.body.roleIds).toContain('1'))
})

test('disabling asks for confirmation and names the account', async () => {
  server.answer(admin.disable, () => row({ status: 'disabled' }))
  const { user } = await show('admin:page', 'admin:disable')
  await user.click(await screen.findByRole('button', { name: '停用' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('停用“张三”？')
  await user.click(dialog.getByRole('button', { name: '停用' }))
  await waitFor(() => expect(server.calls(admin.disable)[0]?.params).toEqual({ id: '7' }))
})

test('resetting asks for confirmation; the new password is shown', async () => {
  server.answer(admin.resetPassword, () => ({ admin: row(), password }))
  const { user } = await show('admin:page', 'admin:resetPassword')
  await user.click(await screen.findByRole('button', { name: '重置密码' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('重置“张三”的密码？')
  await user.click(dialog.getByRole('button', { name: '重置密码' }))
  expect(await screen.findByLabelText('初始密码')).toHaveProperty('value', password)
})

test('an account with more permissions has no actions, and one’s own account has only the permitted ones', async () => {
  rows = [row({ isManageable: false }), row({ id: '8', username: 'me', isSelf: true })]
  const { user } = await show()
  await screen.findByText('me（本人）')
  expect(screen.getAllByRole('button', { name: '编辑' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '停用' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '编辑' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('combobox', { name: /^角色/ })).toHaveProperty('disabled', true)
})

test('without the permission to write, no write actions are shown', async () => {
  await show('admin:page')
  await screen.findByText('139****2222')
  for (const name of ['添加管理员', '编辑', '更多操作', '停用'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the access tokens of an account are shown, and revoked where the reader may do as much', async () => {
  const token = (id: string, isManageable: boolean) => ({
    id,
    name: `令牌 ${id}`,
    end: 'abcd',
    points: ['user:page'],
    dataScope: 'all' as const,
    allowedIps: [],
    createdAt: '2026-03-01T00:00:00.000Z',
    expiresAt: '2026-06-01T00:00:00.000Z',
    isExpired: false,
    lastUsedAt: '2026-03-02T00:00:00.000Z',
    lastUsedIp: '10.0.0.1',
    adminId: '7',
    username: 'zhangsan',
    owner: '张三',
    isManageable,
  })
  server.answer(accessToken.page, () => ({
    records: [token('1', true), token('2', false)],
    total: 2,
    current: 1,
    size: 200,
  }))
  server.answer(accessToken.revoke, () => null)
  const { user } = await show('admin:page', 'accessToken:page', 'accessToken:revoke')
  await user.click(await screen.findByRole('button', { name: '访问令牌' }))
  expect(await screen.findByText('令牌 2')).toBeTruthy()
  expect(server.calls(accessToken.page)[0]?.body).toMatchObject({ adminId: '7' })
  expect(screen.queryByRole('button', { name: '吊销令牌 令牌 2' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '吊销令牌 令牌 1' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '吊销' }))
  await waitFor(() =>
    expect(server.calls(accessToken.revoke).map(({ params }) => params)).toEqual([{ id: '1' }]),
  )
})
