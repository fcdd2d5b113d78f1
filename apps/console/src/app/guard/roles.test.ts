import { expect, test } from 'vitest'
import { pages, type SectionEntry, sections } from '../client-menu.ts'
import { firstPermitted, mayOpen } from './roles.ts'

const page = (name: string, ...roles: string[]) =>
  ({ name, path: `/${name}`, title: 'menu.home', roles }) as const
const section = (name: string, roles: string[], ...children: ReturnType<typeof page>[]): SectionEntry => ({
  ...page(name, ...roles),
  order: 0,
  children,
})

test('an asterisk permits every role, otherwise one of the roles is needed', () => {
  expect(mayOpen({ roles: ['*'] }, [])).toBe(true)
  expect(mayOpen({ roles: ['admin', 'auditor'] }, ['user', 'auditor'])).toBe(true)
  expect(mayOpen({ roles: ['admin'] }, ['user'])).toBe(false)
  expect(mayOpen({ roles: [] }, ['admin'])).toBe(false)
})

test('every page and section of the product is open to every role', () => {
  expect([...pages, ...sections].filter(({ roles }) => roles.join() !== '*')).toEqual([])
})

test('the first permitted page is the first in order whose section is also permitted', () => {
  const own = [
    section('one', ['admin'], page('a', '*')),
    section('two', ['*'], page('b', 'admin'), page('c', 'user'), page('d', '*')),
  ]
  expect(firstPermitted(own, ['user'])?.name).toBe('c')
  expect(firstPermitted(own, ['guest'])?.name).toBe('d')
  expect(firstPermitted(own, ['admin'])?.name).toBe('a')
  expect(firstPermitted(own.slice(0, 1), ['user'])).toBeUndefined()
})
