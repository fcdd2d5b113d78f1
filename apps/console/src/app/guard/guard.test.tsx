import { session } from '@kabao/contract/access/session'
import { codes } from '@kabao/contract/kernel/envelope'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { beginSession } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { menuWith, renderAt } from '#test/render.tsx'
import { entryOf, type PageEntry, sections } from '../client-menu.ts'
import { change, fromFile } from '../settings/store.ts'

const signedIn = { token: 'a-token', username: 'li', name: '李敏', mustChangePassword: false }

const me = {
  id: '1',
  username: 'li',
  name: '李敏',
  roles: [],
  mustChangePassword: false,
  hasDefaultPassword: false,
}

/** Lets only these roles open a page, for one test. */
function restrict(name: string, roles: readonly string[] = ['nobody']) {
  const entry = entryOf(name) as PageEntry
  const before = entry.roles
  Object.assign(entry, { roles })
  onTestFinished(() => void Object.assign(entry, { roles: before }))
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(session.menu, () => menuWith())
  server.answer(session.me, () => me)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

const addressAfter = async (address: string, settled: string) => {
  const { router } = await renderAt(address)
  const now = () => router.state.location.pathname + router.state.location.search + router.state.location.hash
  await waitFor(() => {
    expect(router.state.initialized && router.state.navigation.state).toBe('idle')
    expect(now()).toBe(settled)
  })
}

describe('without a session', () => {
  test.each([
    ['/home', '/login?redirect=home'],
    ['/user/list?a=1&b=2', '/login?redirect=UserList&a=1&b=2'],
    ['/user/list?x=1&x=2', '/login?redirect=UserList&x=1&x=2'],
    ['/user/list#part', '/login?redirect=UserList'],
    ['/user/list?redirect=UserBlackList', '/login?redirect=UserBlackList'],
    ['/nope/x?a=1', '/login?redirect=notFound&a=1'],
    ['/user', '/login?redirect=User'],
    ['/login?redirect=UserList', '/login?redirect=UserList'],
  ])('%s leads to %s', async (from, to) => {
    await addressAfter(from, to)
    expect(server.calls(session.menu)).toEqual([])
    expect(server.calls(session.me)).toEqual([])
  })
})

test.each([
  ['/?a=1#h', '/login?a=1#h'],
  ['/', '/login'],
])('%s is always the login page', async (from, to) => {
  beginSession(signedIn)
  await addressAfter(from, to)
})

describe('with a session', () => {
  beforeEach(() => beginSession(signedIn))

  test('a page of the menu opens, and the menu is fetched once', async () => {
    const { router } = await renderAt('/user/black-list')
    await screen.findByRole('navigation', { name: '主菜单' })
    await router.navigate('/home')
    await router.navigate('/user/black-list')
    expect(server.calls(session.menu)).toHaveLength(1)
    const menu = within(screen.getByRole('navigation', { name: '主菜单' }))
    expect(menu.getByRole('link', { name: '黑名单' }).getAttribute('aria-current')).toBe('page')
  })

  test('the address of a section leads to its first page', async () => {
    await addressAfter('/user?a=1', '/user/list?a=1')
  })

  test('an address that is not in the menu is not found and stays as it is', async () => {
    server.answer(session.menu, () => [])
    const { router } = await renderAt('/user/list?a=1')
    expect(await screen.findByRole('link', { name: '返回首页' })).toBeTruthy()
    expect(router.state.location).toMatchObject({ pathname: '/user/list', search: '?a=1' })
    expect(server.calls(session.menu)).toHaveLength(1)
  })

  test('the address of a permission point is not found', async () => {
    server.answer(session.menu, () => [{ path: '', name: 'UserList', type: 2, children: [] }])
    await renderAt('/user/list')
    expect(await screen.findByText('404')).toBeTruthy()
  })

  test('a page that the role does not permit is not found, even if the menu names it', async () => {
    restrict('UserList')
    await renderAt('/user/list')
    expect(await screen.findByText('404')).toBeTruthy()
  })

  describe('with the menu of the console itself', () => {
    beforeEach(() => change({ menuFromServer: false }))
    afterEach(() => change(fromFile))

    test('every page opens, and the menu is not requested', async () => {
      const { router } = await renderAt('/org/list')
      expect(await screen.findByRole('heading', { name: '机构列表' })).toBeTruthy()
      expect(router.state.location.pathname).toBe('/org/list')
      expect(server.calls(session.menu)).toEqual([])
    })

    test('an account whose role does not permit the page is sent to the first page that it does', async () => {
      restrict('UserList')
      restrict('ChannelList')
      const { router } = await renderAt('/user/list?a=1')
      await screen.findByRole('heading', { name: '联登渠道列表' })
      expect(router.state.location).toMatchObject({ pathname: '/channel/uv-list', search: '' })
    })

    test('an account whose role permits no page gets not found, and the address stays', async () => {
      for (const { name } of sections) restrict(name)
      restrict('home')
      const { router } = await renderAt('/home')
      expect(await screen.findByText('404')).toBeTruthy()
      expect(router.state.location.pathname).toBe('/home')
    })
  })

  test("an open page closes once the account's own roles are known not to permit it", async () => {
    restrict('UserBlackList', ['admin'])
    server.answer(session.me, () => ({ ...me, roles: [{ code: 'auditor', name: '审计员' }] }))
    await renderAt('/user/black-list')
    expect(await screen.findByText('404')).toBeTruthy()
  })

  test('home opens even if the menu does not name it', async () => {
    server.answer(session.menu, () => [])
    await renderAt('/home')
    expect(await screen.findByRole('heading', { name: '欢迎回来，李敏' })).toBeTruthy()
  })

  test('a menu request that fails shows nothing, and the next navigation repeats it', async () => {
    server.answer(session.menu, () => refusal({ code: codes.unexpected, desc: '服务异常' }))
    const { router } = await renderAt('/user/list')
    await screen.findByText('404')
    expect(screen.queryByText('服务异常')).toBeNull()
    server.answer(session.menu, () => menuWith())
    await router.navigate('/user/black-list')
    expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeTruthy()
    expect(server.calls(session.menu)).toHaveLength(2)
  })

  test('a removed token is noticed at the next navigation', async () => {
    const { router } = await renderAt('/home')
    await screen.findByRole('navigation', { name: '主菜单' })
    localStorage.removeItem('token')
    await router.navigate('/user/list')
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '?redirect=UserList' })
  })

  test('signing out clears the session at once and remembers the page', async () => {
    server.answer(session.logout, () => new Promise(() => {}))
    const { router, user } = await renderAt('/user/list?k=1')
    await user.click(await screen.findByRole('button', { name: '账号 李敏' }))
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/login', search: '?k=1&redirect=UserList' }),
    )
    expect(screen.getByText('已退出登录')).toBeTruthy()
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user_info')).toBeNull()
    expect(server.calls(session.logout)[0]?.headers).toMatchObject({ token: 'a-token' })
  })
})
