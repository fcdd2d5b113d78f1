import { session } from '@kabao/contract/access/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { beginSession } from '#kit'
import { fakeServer } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'
import { leaveFrame } from '../tabs/store.ts'

// Loads the lazy parts before the tests: on a slow machine they would otherwise seem to be missing.
beforeAll(async () => {
  await Promise.all([import('./frame.tsx'), import('../home/page.tsx')])
}, 30_000)

beforeEach(() => {
  leaveFrame(false)
  const server = fakeServer()
  const page = (section: string, path: string) => ({
    path,
    name: section,
    type: 1 as const,
    children: [{ path: 'list', name: `${section}List`, type: 1 as const, children: [] }],
  })
  server.answer(session.menu, () => [...menuWith(), page('Org', '/org'), page('Plan', '/plan')])
  beginSession({ token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false })
})

const focused = () => document.activeElement?.textContent

test('arrow keys move through the menu and open and close its sections', async () => {
  const { user } = await renderAt('/plan/list')
  const menu = within(await screen.findByRole('navigation', { name: '主菜单' }))
  const org = await menu.findByRole('button', { name: '机构管理' })
  org.focus()
  await user.keyboard('{ArrowRight}')
  expect(org.getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('机构列表')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('计划管理')
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('机构列表')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toBe('机构管理')
  await user.keyboard('{ArrowLeft}')
  expect(org.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{End}')
  expect(focused()).toBe('首页')
  await user.keyboard('{Home}')
  expect(focused()).toBe('机构管理')
})

test('arrow keys move between the tabs; Delete closes one and leaves the focus in the tab bar', async () => {
  const { user, router } = await renderAt('/home')
  await screen.findByRole('navigation', { name: '主菜单' })
  const tabs = within(screen.getByRole('navigation', { name: '已打开的页面' }))
  await router.navigate('/org/list')
  await tabs.findByRole('link', { name: '机构列表' })
  await router.navigate('/plan/list')
  const last = await tabs.findByRole('link', { name: '计划列表' })
  await waitFor(() => expect(last.tabIndex).toBe(0))
  last.focus()
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('首页')
  await user.keyboard('{Delete}')
  expect(tabs.getAllByRole('link')).toHaveLength(3)
  await user.keyboard('{ArrowLeft}{Delete}')
  await waitFor(() => expect(tabs.queryByText('计划列表')).toBeNull())
  await waitFor(() => expect(focused()).toBe('机构列表'))
})

test('the skip link moves the focus into the page and keeps the address', async () => {
  const { user, router } = await renderAt('/home')
  await user.click(await screen.findByRole('link', { name: '跳到正文' }))
  expect(document.activeElement?.id).toBe('content')
  expect(router.state.location).toMatchObject({ pathname: '/home', hash: '' })
})
