import { type Location, NavigationType, parsePath } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beginSession } from '#kit'
import { change } from '../settings/store.ts'
import {
  adopt,
  close,
  fullPath,
  keptTabs,
  leaveFrame,
  linkToPage,
  mayClose,
  mostKept,
  useTabs,
  visit,
} from './store.ts'

let entry = 0
const at = (address: string, state: object | null = null, key = `key${++entry}`): Location => ({
  pathname: '/',
  search: '',
  hash: '',
  ...parsePath(address),
  state,
  key,
})
const go = (address: string, state?: object) => visit(at(address, state), NavigationType.Push)
const paths = () => useTabs.getState().tabs.map(fullPath)
const active = () => useTabs.getState().tabs.find(({ id }) => id === useTabs.getState().active)
const idOf = (path: string) => useTabs.getState().tabs.find((tab) => fullPath(tab) === path)?.id ?? ''

beforeEach(() => {
  sessionStorage.clear()
  change({ tabBar: true })
  leaveFrame(false)
})

describe('which tab a navigation belongs to', () => {
  test('each address has its own tab, and the first tab is home', () => {
    go('/home')
    go('/user/list')
    go('/user/list?k=1')
    go('/user/list')
    expect(paths()).toEqual(['/home', '/user/list', '/user/list?k=1'])
    expect(active()).toMatchObject({ name: 'UserList', title: 'menu.user.list' })
  })

  test('what a page changes in its own address stays in its tab, also with back and forward', () => {
    const first = at('/user/list')
    visit(first, NavigationType.Push)
    const { id } = active() ?? { id: '' }
    go('/user/list?k=1', { tab: id })
    expect(paths()).toEqual(['/home', '/user/list?k=1'])
    visit(first, NavigationType.Pop)
    expect(paths()).toEqual(['/home', '/user/list'])
    expect(active()?.id).toBe(id)
  })

  test('a history entry from before a reload belongs to the page that is shown', () => {
    go('/user/list?k=1')
    visit(at('/user/list'), NavigationType.Pop)
    expect(paths()).toEqual(['/home', '/user/list'])
  })

  test('signing in with a query makes no second home', () => {
    go('/home?z=9')
    expect(paths()).toEqual(['/home?z=9'])
  })

  test('unknown pages and exception pages have no tab, and no page has one while the tab bar is off', () => {
    go('/nowhere')
    go('/exception/403')
    change({ tabBar: false })
    go('/user/list')
    expect(paths()).toEqual(['/home'])
    change({ tabBar: true })
    adopt()
    expect(paths()).toEqual(['/home', '/user/list'])
  })

  test('a link in the menu leads to the open tab as it was left', () => {
    go('/user/list')
    const { id = '' } = active() ?? {}
    go('/user/list?k=1', { tab: id, filters: { name: 'x' } })
    go('/home')
    expect(linkToPage(useTabs.getState().tabs, '/user/list')).toEqual({
      to: '/user/list?k=1',
      state: { tab: id, filters: { name: 'x' } },
    })
    expect(linkToPage(useTabs.getState().tabs, '/org/list')).toEqual({ to: '/org/list' })
  })
})

describe('closing', () => {
  beforeEach(() => {
    for (const path of ['/home', '/user/list?a=1', '/org/list', '/plan/list', '/channel/list']) go(path)
  })

  test('an inactive tab closes and the shown page stays', () => {
    expect(close('current', idOf('/org/list'))).toBeNull()
    expect(paths()).toEqual(['/home', '/user/list?a=1', '/plan/list', '/channel/list'])
  })

  test('the active tab closes once its left neighbor is shown with its query', () => {
    go('/org/list')
    const next = close('current', idOf('/org/list'))
    expect(next && fullPath(next)).toBe('/user/list?a=1')
    expect(paths()).toHaveLength(5)
    go('/user/list?a=1')
    expect(paths()).toEqual(['/home', '/user/list?a=1', '/plan/list', '/channel/list'])
  })

  test('left and right are relative to the chosen tab', () => {
    go('/user/list?a=1')
    const next = close('left', idOf('/plan/list'))
    go(next ? fullPath(next) : '')
    expect(paths()).toEqual(['/home', '/plan/list', '/channel/list'])
    expect(close('right', idOf('/plan/list'))).toBeNull()
    expect(paths()).toEqual(['/home', '/plan/list'])
  })

  test('closing others or all keeps home', () => {
    const next = close('others', idOf('/org/list'))
    go(next ? fullPath(next) : '')
    expect(paths()).toEqual(['/home', '/org/list'])
    const home = close('all', idOf('/org/list'))
    go(home ? fullPath(home) : '')
    expect(paths()).toEqual(['/home'])
  })

  test('a page that leaves closes, and leads to the tab from which the reader came, at another address', () => {
    const { id: list = '' } = useTabs.getState().tabs[3] ?? {}
    go('/plan/edit?id=5')
    const { id: form = '' } = active() ?? {}
    go('/plan/list?open=5', { tab: list, leaves: form })
    expect(paths()).toEqual(['/home', '/user/list?a=1', '/org/list', '/plan/list?open=5', '/channel/list'])
    expect(active()?.id).toBe(list)
    expect(useTabs.getState().kept).not.toContain(form)
  })

  test('a navigation to another page cancels the closing', () => {
    close('current', idOf('/channel/list'))
    go('/org/list')
    go('/plan/list')
    expect(paths()).toContain('/channel/list')
  })

  test.each([
    ['current', 0, 5, false],
    ['left', 1, 5, false],
    ['left', 2, 5, true],
    ['right', 4, 5, false],
    ['others', 0, 1, true],
    ['all', 0, 1, true],
  ] as const)('%s of tab %i of %i is offered: %s', (which, index, count, isOffered) => {
    expect(mayClose(which, index, count)).toBe(isOffered)
  })

  test('signing out closes all tabs', () => {
    leaveFrame(false)
    expect(paths()).toEqual(['/home'])
    expect(keptTabs(useTabs.getState())).toEqual([])
  })
})

describe('after a reload', () => {
  /** The modules as a newly loaded document has them; storage and session stay. */
  const loadAnew = async () => {
    vi.resetModules()
    return import('./store.ts')
  }
  const all = () => true
  beforeEach(() => beginSession({ token: 'one', username: 'li', name: '李敏', mustChangePassword: false }))

  test('the tabs are open as before, in their order and at their addresses', async () => {
    const first = await loadAnew()
    first.restoreTabs(all)
    for (const path of ['/home', '/user/list?k=1']) first.visit(at(path), NavigationType.Push)
    first.visit(at('/user/list?k=2', { tab: first.useTabs.getState().active }), NavigationType.Push)
    first.visit(at('/org/list'), NavigationType.Push)

    const second = await loadAnew()
    second.visit(at('/org/list'), NavigationType.Pop)
    second.restoreTabs(all)
    const { tabs, active } = second.useTabs.getState()
    expect(tabs.map(fullPath)).toEqual(['/home', '/user/list?k=2', '/org/list'])
    expect(tabs.map(({ openedAs }) => openedAs)).toEqual(['/home', '/user/list?k=1', '/org/list'])
    expect(tabs.find(({ id }) => id === active)?.name).toBe('OrgList')
    expect(second.keptTabs(second.useTabs.getState()).map(fullPath)).toEqual(['/org/list'])
  })

  test('a page that the account may no longer open has no tab', async () => {
    const first = await loadAnew()
    first.restoreTabs(all)
    for (const path of ['/home', '/user/list', '/org/list']) first.visit(at(path), NavigationType.Push)
    const second = await loadAnew()
    second.restoreTabs((name) => name !== 'UserList')
    expect(second.useTabs.getState().tabs.map(fullPath)).toEqual(['/home', '/org/list'])
  })

  test('signing out deletes the stored tabs, and another session does not restore them', async () => {
    const first = await loadAnew()
    first.restoreTabs(all)
    first.visit(at('/user/list'), NavigationType.Push)
    expect(sessionStorage.getItem('kabao.tabs')).toContain('/user/list')
    beginSession({ token: 'two', username: 'li', name: '李敏', mustChangePassword: false })
    const second = await loadAnew()
    second.restoreTabs(all)
    expect(second.useTabs.getState().tabs.map(fullPath)).toEqual(['/home'])
    second.visit(at('/org/list'), NavigationType.Push)
    second.leaveFrame(false)
    expect(sessionStorage.getItem('kabao.tabs')).toBeNull()
  })

  test('tabs that are still shown when another account signs in elsewhere are not stored for that account', async () => {
    const first = await loadAnew()
    first.restoreTabs(all)
    first.visit(at('/user/list?name=x'), NavigationType.Push)
    beginSession({ token: 'two', username: 'wang', name: '王芳', mustChangePassword: false })
    first.visit(at('/org/list'), NavigationType.Push)
    const second = await loadAnew()
    second.restoreTabs(all)
    expect(second.useTabs.getState().tabs.map(fullPath)).toEqual(['/home'])
  })

  test.each(['', '{', '{"session":1}', 'null', '[]'])('storage that holds %j opens no tab', async (text) => {
    sessionStorage.setItem('kabao.tabs', text)
    const { restoreTabs, useTabs: anew } = await loadAnew()
    restoreTabs(all)
    expect(anew.getState().tabs.map(fullPath)).toEqual(['/home'])
  })
})

test('the pages that were used last keep their state, the others only their tab', () => {
  for (let k = 0; k < mostKept + 3; k++) go(`/user/list?k=${k}`)
  expect(paths()).toHaveLength(mostKept + 4)
  expect(keptTabs(useTabs.getState()).map(fullPath)).toEqual(
    Array.from({ length: mostKept }, (_, k) => `/user/list?k=${k + 3}`),
  )
})
