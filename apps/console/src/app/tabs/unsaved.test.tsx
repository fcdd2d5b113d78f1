import { session } from '@kabao/contract/access/session'
import { blacklist } from '@kabao/contract/users/blacklist'
import { feedback } from '@kabao/contract/users/feedback'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { beginSession, isUnsaved } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'
import { leaveFrame, useTabs } from './store.ts'

// Loads the lazy parts before the tests: on a slow machine they would otherwise seem to be missing.
beforeAll(async () => {
  await Promise.all([
    import('../frame/frame.tsx'),
    import('../home/page.tsx'),
    import('../login/page.tsx'),
    import('#users/areas/blacklist/page.tsx'),
    import('#users/areas/feedback/page.tsx'),
    import('#users/areas/feedback/detail-panel.tsx'),
    import('#kit/form/confirm-dialog.tsx'),
  ])
}, 30_000)

const me = {
  id: '1',
  username: 'li',
  name: '李敏',
  roles: [],
  mustChangePassword: false,
  hasDefaultPassword: false,
}
const row = {
  userId: '7',
  phone: '138****1234',
  name: '李*',
  kind: 'fault',
  fileCount: 0,
  status: 'pending',
  isOverdue: false,
  handledBy: null,
  handledById: null,
  handledAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
} as const
const detail = {
  contact: '',
  reply: '',
  fileIds: [] as string[],
  userStatus: 'profiled',
  updatedAt: '2026-03-01T00:00:00.000Z',
} as const
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  leaveFrame(false)
  server = fakeServer()
  server.answer(session.menu, () => menuWith('blacklist:page', 'blacklist:create'))
  server.answer(session.me, () => me)
  server.answer(session.logout, () => null)
  server.answer(blacklist.page, ({ body }) => ({
    records: [],
    total: 0,
    current: body.current,
    size: body.size,
  }))
  beginSession({ token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false })
})

/** A page with a form into which text was typed. */
async function typed() {
  const view = await renderAt('/user/black-list')
  await view.user.click(await screen.findByRole('button', { name: '添加黑名单' }))
  const reason = within(await screen.findByRole('dialog')).getByLabelText('拉黑原因')
  await view.user.type(reason, '投诉')
  expect(isUnsaved()).toBe(true)
  return { ...view, reason }
}
const tabs = () => within(screen.getByRole('navigation', { name: '已打开的页面', hidden: true }))
const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
async function answer(user: Awaited<ReturnType<typeof renderAt>>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(screen.queryByText('放弃未保存的内容？')).toBeNull())
}
const closeButton = () => tabs().getByRole('button', { name: '关闭 黑名单', hidden: true })

test('leaving a tab that keeps its state asks nothing', async () => {
  const { router, reason } = await typed()
  await router.navigate('/home')
  await screen.findByRole('heading', { name: '欢迎回来，李敏', hidden: true })
  expect(screen.queryByText('放弃未保存的内容？')).toBeNull()
  expect(reason).toHaveProperty('value', '投诉')
  expect(isUnsaved()).toBe(true)
  expect(warns()).toBe(true)
})

test('closing a tab with unsaved changes asks first, whether the tab is shown or not', async () => {
  const { user, router, reason } = await typed()
  await user.click(closeButton())
  await answer(user, '继续填写')
  expect(reason.isConnected).toBe(true)

  await router.navigate('/home')
  await screen.findByRole('heading', { name: '欢迎回来，李敏', hidden: true })
  await user.click(closeButton())
  await answer(user, '放弃')
  await waitFor(() => expect(reason.isConnected).toBe(false))
  expect(isUnsaved()).toBe(false)
  expect(warns()).toBe(false)
})

test('closing the shown tab continues once its changes are discarded', async () => {
  const { user, router } = await typed()
  await user.click(closeButton())
  await answer(user, '放弃')
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
  await waitFor(() => expect(tabs().queryByText('黑名单')).toBeNull())
})

test('leaving the frame asks first, and so do a refused page and another state of the same page', async () => {
  const { user, router, reason } = await typed()
  void router.navigate('/login')
  await answer(user, '继续填写')
  expect(router.state.location.pathname).toBe('/user/black-list')
  void router.navigate('/user/black-list?type=phone', { state: { tab: useTabs.getState().active } })
  await answer(user, '继续填写')
  expect(router.state.location.search).toBe('')
  expect(reason.isConnected).toBe(true)
  void router.navigate('/finance/recharge')
  await answer(user, '继续填写')
  expect(reason.isConnected).toBe(true)
  void router.navigate('/login')
  await answer(user, '放弃')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

test('going to the next row asks first if the details have unsaved changes', async () => {
  const rowOf = (id: string) => ({ ...row, id, version: 1, content: `第 ${id} 条` })
  server.answer(session.menu, () => menuWith('feedback:page', 'feedback:get', 'feedback:reply'))
  server.answer(feedback.page, ({ body }) => ({ ...body, records: ['1', '2'].map(rowOf), total: 2 }))
  server.answer(feedback.get, ({ params }) => ({ ...rowOf(params.id), ...detail }))
  server.answer(feedback.counts, () => ({ pending: 2, processing: 0, resolved: 0, closed: 0, overdue: 0 }))
  server.answer(feedback.handlers, () => [])
  const { user, router } = await renderAt('/user/feedback-list?open=1')
  await user.type(await screen.findByLabelText('回复'), '写了一半')
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await answer(user, '继续填写')
  expect(router.state.location.search).toBe('?open=1')
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await answer(user, '放弃')
  const dialog = within(screen.getByRole('dialog', { name: '反馈详情' }))
  await dialog.findByText('第 2 条')
  expect(dialog.getByLabelText('回复')).toHaveProperty('value', '')
})

test('signing out asks first if a page in the background has unsaved changes', async () => {
  const { user, router } = await typed()
  await router.navigate('/home')
  await screen.findByRole('heading', { name: '欢迎回来，李敏', hidden: true })
  const logOut = async () => {
    await user.click(screen.getByRole('button', { name: '账号 李敏', hidden: true }))
    await user.click(await screen.findByRole('menuitem', { name: '退出登录', hidden: true }))
  }
  await logOut()
  await answer(user, '继续填写')
  expect(localStorage.getItem('token')).toBe('a-token')
  await logOut()
  await answer(user, '放弃')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(server.calls(session.logout)).toHaveLength(1)
})
