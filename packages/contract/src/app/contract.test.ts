import { expect, test } from 'vitest'
import * as z from 'zod'
import { area } from '../kernel/kernel.ts'
import { languageOf } from '../kernel/language.ts'
import { wordIssues } from '../kernel/problems.ts'
import { savedView } from '../operations/saved-view.ts'
import { user } from '../users/user.ts'
import { allPoints, endpoints, pointsOf, readPointsOf } from './areas.ts'
import { menu, menuFingerprint, menuTree } from './menu.ts'

const unique = <T>(values: T[]) => new Set(values).size === values.length

test('every page endpoint names its list, no two share one, and saved views accept its name', () => {
  const paged = endpoints.filter(
    ({ body }) => body instanceof z.ZodObject && 'current' in body.shape && 'size' in body.shape,
  )
  expect(paged.length).toBeGreaterThan(10)
  expect(paged.filter(({ lists }) => lists.length === 0).map(({ name }) => name)).toEqual([])
  const lists = endpoints.flatMap((endpoint) => endpoint.lists)
  expect(unique(lists)).toBe(true)
  for (const list of lists) expect(savedView.list.query.safeParse({ list }).success).toBe(true)
})

test('no two endpoints share a name, or a method and path', () => {
  expect(unique(endpoints.map((endpoint) => endpoint.name))).toBe(true)
  expect(
    unique(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`)),
  ).toBe(true)
})

test('a write affects its own area and the audit log unless it says otherwise, a read nothing', () => {
  const base = { method: 'POST', path: '/x', summary: ['', ''], answer: z.null() } as const
  const made = area('made', {
    look: { ...base, kind: 'read' },
    act: { ...base, kind: 'write' },
    spread: { ...base, kind: 'write', affects: ['made', 'org'] },
    hush: { ...base, kind: 'write', audited: false },
    knock: { ...base, kind: 'write', access: 'anyone' },
    show: { ...base, kind: 'write', affects: [] },
  })
  expect(Object.values(made).map(({ affects }) => affects)).toEqual([
    [],
    ['made', 'audit'],
    ['made', 'org', 'audit'],
    ['made'],
    ['made'],
    ['audit'],
  ])
})

test('every write of a caller has a key of its sending, except reveals, uploads and these', () => {
  const without = endpoints.filter(
    ({ kind, keyed, access, audited, upload, name }) =>
      kind === 'write' &&
      !keyed &&
      access !== 'anyone' &&
      audited !== false &&
      !upload &&
      !name.endsWith('.reveal'),
  )
  // About the caller's own sign-in: their answers have secrets, or they end the session.
  expect(without.map(({ name }) => name).sort()).toEqual([
    'accessToken.make',
    'secondFactor.confirm',
    'secondFactor.renewCodes',
    'secondFactor.setUp',
    'secondFactor.turnOff',
    'session.changePassword',
    'session.logout',
  ])
  expect(endpoints.filter(({ kind, keyed }) => kind === 'read' && keyed)).toEqual([])
})

test('what an endpoint affects are areas that there are; a read and a reveal change nothing that is shown', () => {
  const known = new Set(endpoints.map((endpoint) => endpoint.area))
  for (const { name, kind, affects } of endpoints) {
    expect(
      affects.filter((each) => !known.has(each)),
      name,
    ).toEqual([])
    if (kind === 'read') expect(affects, name).toEqual([])
    if (name.endsWith('.reveal')) expect(affects, name).toEqual(['audit'])
  }
})

test('an area is read by who holds a point of one of its reads', () => {
  expect(readPointsOf('blacklist')).toContain('blacklist:page')
  expect(readPointsOf('blacklist')).not.toContain('blacklist:create')
  expect(readPointsOf('message')).toEqual([])
  expect(readPointsOf('nowhere')).toEqual([])
})

test('every permission point belongs to some page of the menu', () => {
  const onPages = menu.flatMap((section) => section.pages).flatMap((page) => page.areas.flatMap(pointsOf))
  expect([...new Set(onPages)].sort()).toEqual(allPoints().sort())
})

/**
 * The endpoints that require no permission point, on purpose: signing in and out, the caller's own account and messages, error
 * reports, public settings; files, whose uses name the points; the caller's own exports and batches; views, whose lists do; and
 * the counts of home, each of which asks for the points of its list.
 */
const open = [
  // One's own.
  /^accessToken\.(mine|make|revokeMine)$/,
  /^session\./,
  /^sso\.(start|finish)$/,
  /^message\./,
  /^errorEvent\.report$/,
  /^setting\.open$/,
  /^file\./,
  /^exportTask\.(?!page$)/,
  /^batch\./,
  /^account\./,
  /^loginLog\.mine$/,
  /^savedView\.(?!roles$)/,
  // One's own; the handlers ask for the point of the report.
  /^report(Alert|Schedule)\.(?!page$|stop$)/,
  /^secondFactor\.(?!reset$)/,
  /^home\./,
  // Whoever has the token of a link.
  /^statement\.(open|file)$/,
]

test('every other endpoint requires a point, and every point is required by an endpoint', () => {
  const isOpen = (name: string) => open.some((each) => each.test(name))
  const asksNothing = endpoints.filter(({ point }) => point === null).map(({ name }) => name)
  expect(asksNothing.filter((name) => !isOpen(name))).toEqual([])
  for (const point of allPoints()) {
    expect(point).toMatch(/^[a-z][a-zA-Z-]*:[a-z][a-zA-Z]*$/)
    expect(endpoints.some((endpoint) => endpoint.point === point && endpoint.access === 'point')).toBe(true)
  }
})

test('every area that requires points is on a page, and every page names existing areas', () => {
  const onPages = menu.flatMap((section) => section.pages.flatMap((page) => page.areas))
  const asking = new Set(endpoints.flatMap(({ area, point }) => (point === null ? [] : [area])))
  expect([...new Set(onPages)].sort()).toEqual([...asking].sort())
})

test('two menus have the same fingerprint only if they are equal', () => {
  const menuOf = (...nodes: string[]) => menuFingerprint(menuTree(pointsOf, (node) => nodes.includes(node)))
  const known = menuOf('UserList', 'user:page')
  expect(menuOf('UserList', 'user:page')).toBe(known)
  for (const other of [
    menuOf(),
    menuOf('UserList'),
    menuOf('UserList', 'user:delete'),
    menuOf('UserBlackList', 'user:page'),
  ])
    expect(other).not.toBe(known)
})

test('an endpoint that does not declare its access requires its own point', () => {
  expect(user.page).toMatchObject({ name: 'user.page', access: 'point', point: 'user:page' })
  expect(user.riskSimple.point).toBe('user:risk')
})

test('a caller without rights gets an empty menu, and a section without pages is left out', () => {
  expect(menuTree(pointsOf, () => false)).toEqual([])
  expect(menuTree(pointsOf, (node) => node === 'User' || node === 'UserList')).toMatchObject([
    { name: 'User', children: [{ name: 'UserList', children: [] }] },
  ])
})

test('an error is given at its field, in the requested language', () => {
  const { error } = user.page.body.safeParse({ size: 500, phone: '12', nonsense: 1 })
  expect(wordIssues(error?.issues ?? [], 'en-US')).toEqual({
    size: 'Outside the allowed range',
    phone: 'Enter the full number, or its first 3 or last 4 digits',
    nonsense: 'Unknown field',
  })
})

test.each([
  [undefined, 'zh-CN'],
  ['en-GB,en;q=0.9', 'en-US'],
  ['zh-TW', 'zh-CN'],
  ['fr', 'zh-CN'],
])('Accept-Language %s is answered in %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
