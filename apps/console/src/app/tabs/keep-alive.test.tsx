import { session } from '@kabao/contract/access/session'
import { blacklist } from '@kabao/contract/users/blacklist'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { beginSession, switchLanguage } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'
import { leaveFrame } from './store.ts'

// Loads the lazy parts before the tests: on a slow machine they would otherwise seem to be missing.
beforeAll(async () => {
  await Promise.all([
    import('../frame/frame.tsx'),
    import('../home/page.tsx'),
    import('#users/areas/blacklist/page.tsx'),
  ])
}, 30_000)

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  leaveFrame(false)
  server = fakeServer()
  server.answer(session.menu, () => menuWith('blacklist:page'))
  server.answer(session.me, () => ({
    id: '1',
    username: 'li',
    name: '李敏',
    roles: [],
    mustChangePassword: false,
    hasDefaultPassword: false,
  }))
  server.answer(blacklist.page, ({ body }) => ({
    records: [],
    total: 0,
    current: body.current,
    size: body.size,
  }))
  beginSession({ token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false })
})
const tabs = () => within(screen.getByRole('navigation', { name: /^(已打开的页面|Open pages)$/ }))
const requestCount = () => server.calls(blacklist.page).length

test('the breadcrumb of a page is its place in the menu', async () => {
  await renderAt('/user/black-list')
  const here = await screen.findByText('黑名单', { selector: 'li[aria-current]' })
  expect(here.closest('ol')?.textContent).toBe('/用户管理/黑名单')
})

test('a page that is shown again is as it was left, and sends no request', async () => {
  const { router, user } = await renderAt('/home')
  await screen.findByRole('navigation', { name: '主菜单' })
  await router.navigate('/user/black-list?type=phone')
  const heading = await screen.findByRole('heading', { name: '黑名单' })
  await waitFor(() => expect(requestCount()).toBe(1))
  await user.click(tabs().getByRole('link', { name: '首页' }))
  await screen.findByRole('heading', { name: '欢迎回来，李敏' })
  expect(heading.isConnected).toBe(true)
  await user.click(tabs().getByRole('link', { name: '黑名单' }))
  await waitFor(() => expect(router.state.location.search).toBe('?type=phone'))
  expect(await screen.findByRole('heading', { name: '黑名单' })).toBe(heading)
  expect(requestCount()).toBe(1)
})

test('a filter that was typed just before another tab was chosen still waits for the search', async () => {
  const { router, user } = await renderAt('/user/black-list')
  await waitFor(() => expect(requestCount()).toBe(1))
  await user.type(screen.getByRole('textbox', { name: '值' }), '1381')
  await user.click(tabs().getByRole('link', { name: '首页' }))
  await screen.findByRole('heading', { name: '欢迎回来，李敏' })
  await user.click(tabs().getByRole('link', { name: '黑名单' }))
  expect(router.state.location.search).toBe('')
  expect(requestCount()).toBe(1)
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: '值' })
  expect(input.value).toBe('1381')
  await user.type(input, '{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?value=1381'))
  await waitFor(() => expect(server.calls(blacklist.page).at(-1)?.body).toMatchObject({ value: '1381' }))
})

test('tabs of one page say what they are filtered by, and those that say the same are numbered', async () => {
  const { router, user } = await renderAt('/user/black-list')
  const names = () =>
    tabs()
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(names()).toEqual(['首页', '黑名单']))
  await router.navigate('/user/black-list?kind=phone')
  await waitFor(() => expect(names()).toEqual(['首页', '黑名单', '黑名单 · 手机号']))
  await router.navigate('/user/black-list?kind=device')
  await waitFor(() => expect(names()).toEqual(['首页', '黑名单', '黑名单 · 手机号', '黑名单 · 设备号']))
  await router.navigate('/user/black-list?kind=phone&sort=createdAt')
  await waitFor(() => expect(names().at(-1)).toBe('黑名单 · 手机号 2'))
  // A tab keeps what it says while it is hidden, and is alone again once the others are closed.
  await user.click(tabs().getByRole('button', { name: '关闭 黑名单 · 手机号 2' }))
  await waitFor(() => expect(names()).toHaveLength(4))
  act(() => switchLanguage('en-US'))
  await waitFor(() => expect(names().at(-1)).toBe('Blacklist · Device ID'))
  // A hidden page says it in the other language once it is shown.
  await user.click(tabs().getByRole('link', { name: /手机号/ }))
  await waitFor(() => expect(names().slice(-2)).toEqual(['Blacklist · Phone', 'Blacklist · Device ID']))
})

test('a tab that was closed opens with a new page', async () => {
  const { router, user } = await renderAt('/user/black-list')
  const heading = await screen.findByRole('heading', { name: '黑名单' })
  await waitFor(() => expect(requestCount()).toBe(1))
  await user.click(tabs().getByRole('button', { name: '关闭 黑名单' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
  await waitFor(() => expect(heading.isConnected).toBe(false))
  await router.navigate('/user/black-list')
  await waitFor(() => expect(requestCount()).toBe(2))
})
