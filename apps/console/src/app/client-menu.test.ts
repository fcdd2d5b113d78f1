import type { MenuNode } from '@kabao/contract/access/session'
import { menu, menuTitles } from '@kabao/contract/app/menu'
import { menuWords } from '@kabao/contract/app/menu.words'
import { expect, onTestFinished, test } from 'vitest'
import { areaPages } from './areas.ts'
import { framePages, nameOf, pathOf, sections, titlesTo } from './client-menu.ts'
import { entriesOf } from './menu-entries.ts'

const node = (name: string, children: MenuNode[] = [], type: 1 | 2 = 1): MenuNode => ({
  path: '',
  name,
  type,
  children,
})

test('every title belongs to a section, a page, or an entry of the frame', () => {
  const others = ['menu.reports', 'menu.result', 'menu.exception', 'menu.arcoWebsite', 'menu.faq']
  const ofMenu = Object.keys(menuTitles).map((key) => `menu.${key}`)
  const used = new Set<string>([...ofMenu, ...framePages.map(({ title }) => title), ...others])
  expect(
    framePages.map(({ title }) => title.slice('menu.'.length)).filter((key) => !(key in menuWords.tree)),
  ).toEqual([])
  expect(Object.keys(menuWords.tree).filter((key) => !used.has(`menu.${key}`))).toEqual([])
})

test('a page has the titles of its section and its own', () => {
  expect(titlesTo('UserBlackList')).toEqual(['menu.user', 'menu.user.blackList'])
  expect(titlesTo('message')).toEqual(['menu.message'])
})

test('the console has exactly the pages of the menu', () => {
  const known = menu.flatMap(({ pages }) => pages.map(({ name }) => name))
  expect(areaPages.map(({ name }) => name).sort()).toEqual(known.sort())
})

const served = [
  node('Martian', [node('MartianList')]),
  node('User', [node('UserList', [node('user:page', [], 2)])]),
]

test('the menu shows the entries that the server names and this console has, with home last', () => {
  const entries = entriesOf(served, true, ['admin'])
  expect(entries.map(({ name, children }) => [name, children?.map((child) => child.name)])).toEqual([
    ['User', ['UserList']],
    ['home', undefined],
  ])
})

test('a menu of the console itself holds every page that the roles permit', () => {
  const names = (roles: string[]) => entriesOf([], false, roles).map(({ name }) => name)
  expect(names(['user'])).toEqual([...menu.map(({ name }) => name), 'home'])
  const user = sections.find(({ name }) => name === 'User')
  const before = user?.roles
  Object.assign(user ?? {}, { roles: ['admin'] })
  onTestFinished(() => void Object.assign(user ?? {}, { roles: before }))
  expect(names(['user'])).not.toContain('User')
  expect(names(['admin'])).toContain('User')
})

test('a name gives its path and a path gives its name', () => {
  expect(pathOf('UserBlackList')).toBe('/user/black-list')
  expect(nameOf('/user/black-list/')).toBe('UserBlackList')
  expect(nameOf('/elsewhere')).toBe('notFound')
})
