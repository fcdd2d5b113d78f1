import { expect, test } from 'vitest'
import { limits } from '../size-budget.mjs'
import { complaint, filesOf, routesOf, weighPages, withHomes } from './size.mjs'

const manifest = {
  'index.html': {
    file: 'app.js',
    css: ['app.css'],
    imports: ['_shared.js'],
    dynamicImports: ['login.tsx', 'user.tsx'],
  },
  '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  '_list.js': { file: 'list.js' },
  'src/app/login/page.tsx': { file: 'login.js', imports: ['_shared.js'] },
  'src/app/frame/frame.tsx': { file: 'frame.js', imports: ['index.html'] },
  'user.tsx': { file: 'user.js', css: ['user.css'], imports: ['index.html', '_list.js'] },
  'role.tsx': { file: 'role.js', imports: ['index.html', '_list.js', '_tree.js'] },
  '_tree.js': { file: 'tree.js' },
}
const routes = [
  { page: 'UserList', module: 'user.tsx' },
  { page: 'RoleList', module: 'role.tsx' },
]

test('the size of a page is its chunks, their styles and static imports, each once, without lazy imports', () => {
  const files = filesOf(manifest, ['index.html', 'src/app/login/page.tsx'], 'Login page')
  expect([...files].sort()).toEqual(['app.css', 'app.js', 'login.js', 'shared.css', 'shared.js'])
})

test('a page that the build does not contain fails the build', () => {
  expect(() => filesOf(manifest, ['gone.tsx'], 'Login page')).toThrow('"Login page" names gone.tsx')
})

test('a page that shares its chunk is found by the chunk of its source file', () => {
  const homes = { 'frame.tsx': 'list.js', 'user.tsx': 'list.js', 'words.ts': 'no-chunk.js' }
  const all = withHomes(manifest, homes)
  expect([...filesOf(all, ['frame.tsx'], 'frame')]).toEqual(['list.js'])
  expect(all['user.tsx']).toBe(manifest['user.tsx'])
  expect(all).not.toHaveProperty(['words.ts'])
})

test('the size of another page is that of the files that the user list does not load', () => {
  const pages = weighPages(manifest, routes, (file) => (file === 'tree.js' ? 40 : 10))
  expect(pages.map(({ page, own, all }) => [page, own, all])).toEqual([
    ['Login page', 50, 50],
    ['UserList', 80, 80],
    ['RoleList', 50, 110],
  ])
  expect(pages.filter(({ own, limit }) => own > limit).map(({ page }) => page)).toEqual(['RoleList'])
})

test('a page that is too large is reported with its largest files and their content', () => {
  const [, , role] = weighPages(manifest, routes, (file) => (file === 'tree.js' ? 40 : 10))
  expect(
    complaint(role, (file) => (file === 'tree.js' ? 40 : 10), { 'tree.js': ['d3', 'src/tree.tsx'] }),
  ).toBe(
    `RoleList: 50.0 of at most ${limits.further} kB; heaviest: tree.js 40.0 kB (d3, src/tree.tsx); role.js 10.0 kB`,
  )
})

test('the pages are read from the routes', () => {
  const source = `
export const areaPages = [
  { name: 'UserList', load: () => import('#users/areas/user/page.tsx') },
]
const own = {
  home: () => import('./home/page.tsx'),
  '403': exception,
}
const lost: Load = () => import('./lost.tsx')
`
  expect(routesOf('src/app/areas.ts', source)).toEqual([
    { page: 'UserList', module: 'src/users/areas/user/page.tsx' },
    { page: 'home', module: 'src/app/home/page.tsx' },
    { page: 'lost', module: 'src/app/lost.tsx' },
  ])
})

test('an import of a page that cannot be read fails the build', () => {
  const unread = [
    'const a = 1',
    'load(\n  import(`./a.tsx`))',
    "  { ...more, load: () => import('./a.tsx') },",
  ]
  for (const source of unread)
    expect(() => routesOf('src/app/areas.ts', source)).toThrow('cannot read which pages src/app/areas.ts')
})
