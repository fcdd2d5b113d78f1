import { type CheckKeyRow, checkKey, mostUnhashed } from '@kabao/contract/partners/check-key'
import { channel } from '@kabao/contract/supply/channel'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import ChannelPage from './page.tsx'

const value = 'ckey_0123456789abcdefghijklmnopqrstuvwxyz0123456'
const key = (over: Partial<CheckKeyRow> = {}): CheckKeyRow => ({
  id: '1',
  slot: 'a',
  createdAt: '2026-03-01T00:30:00.000Z',
  createdBy: null,
  usersLeft: 0,
  blacklistLeft: 0,
  ...over,
})
const second = key({ id: '2', slot: 'b', createdBy: '张三', usersLeft: mostUnhashed, blacklistLeft: 12 })

let server: ReturnType<typeof fakeServer>
let keys: CheckKeyRow[]
beforeEach(() => {
  keys = [key()]
  server = fakeServer()
  server.answer(channel.page, () => ({ records: [], total: 0, current: 1, size: 20 }))
  server.answer(channel.counts, () => ({ enabled: 0, disabled: 0 }))
  server.answer(channel.owners, () => [])
  server.answer(checkKey.list, () => keys)
})
const show = async (...acts: string[]) => {
  signIn('channel:page', ...acts.map((act) => `checkKey:${act}`))
  const { user } = await renderAt('/', [{ path: '/', Component: ChannelPage }])
  await user.click(await screen.findByRole('button', { name: '查重密钥' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: '查重密钥' })) }
}

test('a value is shown once it is revealed, and hidden again', async () => {
  server.answer(checkKey.reveal, () => ({ value }))
  const { user, dialog } = await show('list', 'reveal')
  await dialog.findByText('2026-03-01 08:30:00 由 系统 创建')
  dialog.getByText('全部手机号已生成密文，可以使用')
  expect(dialog.queryByText(value)).toBeNull()
  expect(dialog.queryByRole('button', { name: '添加一个密钥' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: '查看密钥' }))
  await dialog.findByText(value)
  expect(server.calls(checkKey.reveal)).toMatchObject([{ params: { id: '1' } }])
  await user.click(dialog.getByRole('button', { name: /隐藏/ }))
  await waitFor(() => expect(dialog.queryByText(value)).toBeNull())
})

test('a second key is added after a question, and shows how much is left to hash', async () => {
  server.answer(checkKey.add, () => {
    keys = [key(), second]
    return second
  })
  const { user, dialog } = await show('list', 'add', 'end')
  expect(dialog.queryByRole('button', { name: /停用/ })).toBeNull()
  await user.click(await dialog.findByRole('button', { name: '添加一个密钥' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: '添加一个密钥' }))
  await dialog.findByText(/还有 10,000 以上 个用户、12 条黑名单/)
  expect(server.calls(checkKey.add)).toHaveLength(1)
  expect(dialog.queryByRole('button', { name: '添加一个密钥' })).toBeNull()
})

test('one of two keys is ended after a question', async () => {
  keys = [key(), key({ ...second, usersLeft: 0, blacklistLeft: 0 })]
  server.answer(checkKey.end, () => {
    keys = keys.slice(1)
    return null
  })
  const { user, dialog } = await show('list', 'end')
  await user.click(await dialog.findByRole('button', { name: '停用密钥 A' }))
  const question = within(await screen.findByRole('alertdialog', { name: '停用密钥 A？' }))
  await user.click(question.getByRole('button', { name: '停用' }))
  await waitFor(() => expect(dialog.queryByRole('region', { name: '密钥 A' })).toBeNull())
  expect(server.calls(checkKey.end)).toMatchObject([{ params: { id: '1' } }])
})

test('without the point there is no button', async () => {
  signIn('channel:page')
  await renderAt('/', [{ path: '/', Component: ChannelPage }])
  await waitFor(() => expect(server.calls(channel.page)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: '查重密钥' })).toBeNull()
  expect(server.calls(checkKey.list)).toEqual([])
})
