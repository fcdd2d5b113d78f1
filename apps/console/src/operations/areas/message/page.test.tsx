import { type MessageItem, message } from '@kabao/contract/operations/message'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import MessagePage from './page.tsx'

const Users = () => <p>用户</p>

const item = (id: string, over: Partial<MessageItem> = {}): MessageItem => ({
  id,
  type: 'notice',
  title: `通知 ${id}`,
  subTitle: '',
  content: '内容',
  time: '2026-03-01T00:00:00.000Z',
  status: 0,
  ...over,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(message.page, ({ body }) => ({
    records: [item('1'), item('2', { status: 1, link: { name: 'UserList' } })],
    total: 2,
    current: body.current,
    size: body.size,
  }))
  server.answer(message.read, () => true as const)
})
const show = (address = '/') => {
  signIn()
  return renderAt(address, [
    { path: '/', Component: MessagePage },
    { path: '/user/list', Component: Users },
  ])
}

test('the filters of the address are applied', async () => {
  await show('/?kind=notice&status=unread')
  await screen.findByText('通知 1')
  expect(server.calls(message.page)[0]?.body).toMatchObject({ kind: 'notice', status: 'unread' })
})

test('selected messages are marked as read', async () => {
  const { user } = await show()
  await screen.findByText('通知 1')
  await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
  const bar = within(screen.getByText('已选 1 条').parentElement as HTMLElement)
  await user.click(bar.getByRole('button', { name: '标为已读' }))
  await waitFor(() => expect(server.calls(message.read)[0]?.body).toEqual({ ids: ['1'] }))
})

test('a message about a page links to that page', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '查看' }))
  await screen.findByText('用户')
})
