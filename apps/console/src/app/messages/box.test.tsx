import { type MessageItem, message } from '@kabao/contract/operations/message'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { MessageBell } from './bell.tsx'

const All = () => <p>全部</p>
const Users = () => <p>用户</p>

const item = (id: string, over: Partial<MessageItem> = {}): MessageItem => ({
  id,
  type: 'message',
  title: `消息 ${id}`,
  subTitle: '的私信',
  content: '请查收',
  time: '2026-03-01T00:00:00.000Z',
  status: 0,
  ...over,
})

let server: ReturnType<typeof fakeServer>
let items: MessageItem[]
beforeEach(() => {
  items = [
    item('1'),
    item('2'),
    item('3', { status: 1 }),
    item('4', { type: 'notice', messageType: 3 }),
    item('5', { type: 'todo', link: { name: 'UserList', query: { status: 'accepted' } } }),
  ]
  server = fakeServer()
  server.answer(message.list, () => items)
  const count = (type: string) => items.filter((each) => each.type === type && each.status === 0).length
  server.answer(message.unread, () => ({
    message: count('message'),
    notice: count('notice'),
    todo: count('todo'),
  }))
  server.answer(message.read, ({ body }) => {
    items = items.map((each) => (body.ids.includes(each.id) ? { ...each, status: 1 as const } : each))
    return true as const
  })
})

const openBox = async () => {
  signIn()
  const view = await renderAt('/', [
    { path: '/', Component: MessageBell },
    { path: '/message', Component: All },
    { path: '/user/list', Component: Users },
  ])
  await view.user.click(await screen.findByRole('button', { name: '消息中心 · 4 条未读消息' }))
  const box = await screen.findByRole('dialog')
  await within(box).findByText('消息 1')
  return { ...view, box: within(box) }
}
const stateOf = (title: string) => screen.getByText(title).closest('li')?.dataset.read

test('the box opens on messages, and each tab shows its number of unread messages', async () => {
  const { box } = await openBox()
  expect(box.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['消息(2)', '通知(1)', '待办(1)'])
  expect([stateOf('消息 1'), stateOf('消息 3')]).toEqual([undefined, 'true'])
})

test('its tabs are the tabs of every page', async () => {
  const { box } = await openBox()
  expect(box.getAllByRole('tab').map(({ dataset }) => dataset.variant)).toEqual(Array(3).fill('default'))
})

test('a clicked message becomes read and stays; clicking a read one sends no request', async () => {
  const { box, user } = await openBox()
  await user.click(box.getByText('消息 1'))
  await box.findByRole('tab', { name: '消息(1)' })
  expect(stateOf('消息 1')).toBe('true')
  expect(server.calls(message.read).map(({ body }) => body)).toEqual([{ ids: ['1'] }])
  await user.click(box.getByText('消息 1'))
  await user.click(box.getByText('消息 3'))
  expect(server.calls(message.read)).toHaveLength(1)
})

test('all read sends the ids of the unread messages on its tab, and nothing if there are none', async () => {
  const { box, user } = await openBox()
  await user.click(box.getByRole('button', { name: '全部已读' }))
  await box.findByRole('tab', { name: '消息' })
  await user.click(box.getByRole('button', { name: '全部已读' }))
  expect(server.calls(message.read).map(({ body }) => body)).toEqual([{ ids: ['1', '2'] }])
  await screen.findByRole('button', { name: '消息中心 · 2 条未读消息' })
})

test('if there are more unread messages than the box holds, the whole kind is marked as read', async () => {
  server.answer(message.unread, () => ({ message: 60, notice: 0, todo: 0 }))
  server.answer(message.readAll, () => true as const)
  signIn()
  const { user } = await renderAt('/', [{ path: '/', Component: MessageBell }])
  await user.click(await screen.findByRole('button', { name: /60 条/ }))
  await screen.findByText('消息 1')
  await user.click(screen.getByRole('button', { name: '全部已读' }))
  await waitFor(() => expect(server.calls(message.readAll)[0]?.body).toEqual({ kind: 'message' }))
})

test('clearing asks first, then deletes everything up to the newest message shown', async () => {
  server.answer(message.clear, () => {
    items = []
    return true as const
  })
  const { box, user } = await openBox()
  await user.click(box.getByRole('button', { name: '清空' }))
  const question = within(await screen.findByRole('alertdialog', { name: /清空全部消息/ }))
  expect(server.calls(message.clear)).toHaveLength(0)
  await user.click(question.getByRole('button', { name: '清空' }))
  await waitFor(() => expect(server.calls(message.clear).map(({ body }) => body)).toEqual([{ upTo: '5' }]))
  await user.click(await screen.findByRole('button', { name: /消息中心/ }))
  await screen.findByText('暂无内容')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['消息', '通知', '待办'])
  expect(screen.getByRole('button', { name: '清空' })).toHaveProperty('disabled', true)
})

test('every message has its time, notices and to-dos too', async () => {
  const { box, user } = await openBox()
  await user.click(box.getByRole('tab', { name: '通知(1)' }))
  const notice = (await box.findByText('消息 4')).closest('li')
  expect(notice?.querySelector('time')?.dateTime).toBe('2026-03-01T00:00:00.000Z')
})

test('a message about a page opens that page and is marked as read', async () => {
  const { box, user, router } = await openBox()
  await user.click(box.getByRole('tab', { name: '待办(1)' }))
  await user.click(await box.findByText('消息 5'))
  await screen.findByText('用户')
  expect(router.state.location).toMatchObject({ pathname: '/user/list', search: '?status=accepted' })
  expect(server.calls(message.read)[0]?.body).toEqual({ ids: ['5'] })
})

test('view more opens all messages', async () => {
  const { box, user } = await openBox()
  await user.click(box.getByRole('button', { name: '查看更多' }))
  await screen.findByText('全部')
})

test('if the messages cannot be read, the box shows an error and can retry', async () => {
  server.answer(message.list, () => refusal({ code: '50000', desc: '服务异常' }))
  signIn()
  const { user } = await renderAt('/', [{ path: '/', Component: MessageBell }])
  await user.click(await screen.findByRole('button', { name: /消息中心/ }))
  await screen.findByText('服务异常')
  server.answer(message.list, () => items)
  await act(async () => screen.getByRole('button', { name: '重试' }).click())
  await screen.findByText('消息 1')
})

test('a refused number of unread messages is not shown as an error, because the page of the first step says why', async () => {
  let asked = 0
  server.answer(message.unread, () => {
    asked += 1
    return refusal({ code: '4030', desc: '请先修改密码' })
  })
  signIn()
  await renderAt('/', [{ path: '/', Component: MessageBell }])
  await waitFor(() => expect(asked).toBe(1))
  await screen.findByRole('button', { name: '消息中心' })
  expect(screen.queryByText('请先修改密码')).toBeNull()
})
