import { codes } from '@kabao/contract/kernel/envelope'
import { type BlacklistRow, blacklist } from '@kabao/contract/users/blacklist'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import BlacklistPage from './page.tsx'

const entry = (over: Partial<BlacklistRow> = {}): BlacklistRow => ({
  id: '1',
  kind: 'phone',
  value: '138****1234',
  reason: '投诉',
  source: 'manual',
  expiresAt: null,
  remark: '',
  createdBy: '李敏',
  updatedBy: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  version: 1,
  ...over,
})

const all = ['blacklist:page', 'blacklist:create', 'blacklist:update', 'blacklist:delete', 'blacklist:reveal']
const Elsewhere = () => <p>别处</p>

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(blacklist.page, ({ body }) => ({
    records: [entry()],
    total: 1,
    current: body.current,
    size: body.size,
  }))
})
const show = (address = '/', ...points: string[]) => {
  signIn(...(points.length > 0 ? points : all))
  return renderAt(address, [
    { path: '/', Component: BlacklistPage },
    { path: '/elsewhere', Component: Elsewhere },
  ])
}

test('the filters of the address are applied', async () => {
  await show('/?kind=phone&state=active&current=2')
  await screen.findByText('138****1234')
  expect(server.calls(blacklist.page)[0]?.body).toMatchObject({ kind: 'phone', state: 'active', current: 2 })
})

test('without the permission to write, no write actions are shown', async () => {
  await show('/', 'blacklist:page')
  await screen.findByText('138****1234')
  for (const name of ['添加黑名单', '编辑', '更多操作', '移除'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

describe('the form', () => {
  test('a refusal is shown at its field, and the typed values stay', async () => {
    server.answer(blacklist.create, () =>
      refusal({ code: codes.conflict, desc: '提交的内容有误', fields: { value: '该值已存在' } }),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '添加黑名单' }))
    const dialog = await screen.findByRole('dialog')
    const value = within(dialog).getByLabelText(/^值/)
    await user.type(value, '13800001234{Enter}')
    await within(dialog).findByText('该值已存在')
    expect(value).toHaveProperty('value', '13800001234')
    expect(document.activeElement).toBe(value)
    expect(server.calls(blacklist.create)[0]?.body).toMatchObject({
      kind: 'phone',
      value: '13800001234',
      expiresAt: null,
    })
  })

  test('the contract is checked before a request is sent', async () => {
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '添加黑名单' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/^值/), '123')
    await user.tab()
    await within(dialog).findByText('请输入 11 位手机号')
    expect(server.calls(blacklist.create)).toHaveLength(0)
  })

  test('an empty value keeps the stored one', async () => {
    server.answer(blacklist.update, ({ body }) => entry({ ...body, value: '138****1234', version: 2 }))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '编辑' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('拉黑原因'), '两次{Enter}')
    await waitFor(() => expect(server.calls(blacklist.update)).toHaveLength(1))
    expect(server.calls(blacklist.update)[0]?.body).toEqual({
      id: '1',
      version: 1,
      reason: '投诉两次',
      expiresAt: null,
      remark: '',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('another administrator saved first: no typed value is lost, and both changes are kept', async () => {
    const theirs = entry({ reason: '别人的理由', remark: '别人的备注', version: 2 })
    server.answer(blacklist.update, ({ body }) =>
      body.version === 1
        ? refusal({ code: codes.conflict, desc: '内容已被他人修改', current: theirs })
        : entry({ ...body, value: '138****1234', version: 3 }),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '编辑' }))
    const dialog = await screen.findByRole('dialog')
    const reason = within(dialog).getByLabelText('拉黑原因')
    await user.clear(reason)
    await user.type(reason, '我的理由{Enter}')
    await within(dialog).findByText('这条内容刚刚被别人修改过')
    within(dialog).getByRole('row', { name: '拉黑原因 别人的理由 我的理由' })
    within(dialog).getByRole('row', { name: '备注 别人的备注 未修改' })
    expect(reason).toHaveProperty('value', '我的理由')
    await user.click(within(dialog).getByRole('button', { name: '保留我的并保存' }))
    await waitFor(() => expect(server.calls(blacklist.update)).toHaveLength(2))
    expect(server.calls(blacklist.update)[1]?.body).toMatchObject({
      version: 2,
      reason: '我的理由',
      remark: '别人的备注',
    })
  })

  test('a refusal without the current row: the row is fetched, and its values can be adopted', async () => {
    server.answer(blacklist.update, () => refusal({ code: codes.conflict, desc: '内容已被他人修改' }))
    server.answer(blacklist.get, () => entry({ reason: '别人的理由', version: 2 }))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '编辑' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('拉黑原因'), '两次{Enter}')
    await user.click(await within(dialog).findByRole('button', { name: '采用对方的' }))
    expect(within(dialog).getByLabelText('拉黑原因')).toHaveProperty('value', '别人的理由')
  })

  test('closing with unsaved values requires confirmation', async () => {
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '编辑' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('拉黑原因'), '两次')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: '继续填写' }))
    expect(within(dialog).getByLabelText('拉黑原因')).toHaveProperty('value', '投诉两次')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('one value is revealed on request', async () => {
  server.answer(blacklist.reveal, () => ({ value: '13800001234', reason: '打 13900001234', remark: '' }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '查看完整的值' }))
  await screen.findByText('13800001234')
  screen.getByText('打 13900001234')
  expect(screen.getByRole('button', { name: '隐藏完整的值' }).textContent).toMatch(/\d+ 秒/)
  await user.click(screen.getByRole('button', { name: '隐藏完整的值' }))
  await screen.findByText('138****1234')
  expect(screen.queryByText('打 13900001234')).toBeNull()
})

test('deleting asks for confirmation and names the entry', async () => {
  server.answer(blacklist.remove, () => null)
  const { user } = await show('/', 'blacklist:page', 'blacklist:delete')
  await user.click(await screen.findByRole('button', { name: '移除' }))
  const dialog = await screen.findByRole('alertdialog')
  within(dialog).getByText(/手机号 138\*\*\*\*1234/)
  await user.click(within(dialog).getByRole('button', { name: '移除' }))
  await waitFor(() => expect(server.calls(blacklist.remove)[0]?.params).toEqual({ id: '1' }))
})
