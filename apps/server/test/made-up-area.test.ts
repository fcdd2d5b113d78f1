import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { repositoryRoot } from '#platform/base/paths'
import { administer } from './global-setup.ts'
import { copyTemplate } from './harness.ts'

/** A copy of the product in which the area is added and deleted. */
let copy = ''
const database = `test_${randomUUID().replaceAll('-', '')}`
const run = promisify(execFile)

/** The new files of the area: the destination of each, by its name in `made-up-area/`. */
const added: Record<string, string> = {
  'contract.ts.txt': 'packages/contract/src/crm/parcel.ts',
  'document.ts.txt': 'packages/contract/src/crm/parcel.document.ts',
  'migration.sql': 'apps/server/migrations/9999-parcel.sql',
  'index.ts.txt': 'apps/server/src/crm/areas/parcel/index.ts',
  'routes.ts.txt': 'apps/server/src/crm/areas/parcel/routes.ts',
  'queries.ts.txt': 'apps/server/src/crm/areas/parcel/queries.ts',
  'retention.ts.txt': 'apps/server/src/crm/areas/parcel/retention.ts',
  'page.tsx.txt': 'apps/console/src/crm/areas/parcel/page.tsx',
}

/** The area's line in each existing file: the text before, and the text with the area. */
const edited: Record<string, [string, string]> = {
  'packages/contract/src/app/area-list.ts': [
    'export { push }',
    "export { parcel } from '../crm/parcel.ts'\nexport { push }",
  ],
  'packages/contract/src/app/document-list.ts': [
    "export * from '../engine/push.document.ts'",
    "export * from '../crm/parcel.document.ts'\nexport * from '../engine/push.document.ts'",
  ],
  'packages/contract/src/app/menu.ts': [
    "      page('CrmCenter',",
    "      page('CrmParcel', ['包裹', 'Parcels'], 'parcel', 'parcel'),\n      page('CrmCenter',",
  ],
  'apps/server/src/crm/areas/index.ts': [
    'export { default as salesTeam }',
    "export { default as parcel } from './parcel/index.ts'\nexport { default as salesTeam }",
  ],
  'apps/console/src/app/areas.ts': [
    "  { name: 'CrmCenter',",
    "  { name: 'CrmParcel', load: () => import('#crm/areas/parcel/page.tsx') },\n  { name: 'CrmCenter',",
  ],
}

const skipped = /(^|\/)(node_modules|dist|test|\.[^/]+)$|\.test\.tsx?$/

beforeAll(async () => {
  await copyTemplate(database)
  copy = await mkdtemp(join(tmpdir(), 'kabao-copy-'))
  for (const folder of ['packages', 'apps'])
    await cp(join(repositoryRoot, folder), join(copy, folder), {
      recursive: true,
      filter: (source) => !skipped.test(source),
    })
  await cp(join(repositoryRoot, 'tsconfig.json'), join(copy, 'tsconfig.json'))
  await cp(join(import.meta.dirname, 'made-up-area/ask.ts.txt'), join(copy, 'apps/server/src/boot/ask.ts'))
  await mkdir(join(copy, 'node_modules/@kabao'), { recursive: true })
  for (const name of await readdir(join(repositoryRoot, 'node_modules')))
    if (name !== '@kabao')
      await symlink(join(repositoryRoot, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of ['contract', 'region', 'postgres'])
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules/@kabao', name))
}, 60_000)

afterAll(async () => {
  await rm(copy, { recursive: true, force: true })
  await administer(inject('cluster'), `drop database if exists ${database} with (force)`)
})

/** The compiler's errors in the copy, or in one folder of it; empty if its types are right. */
async function types(folder?: string): Promise<string> {
  const project = join(copy, folder ? 'tsconfig.folder.json' : 'tsconfig.json')
  if (folder) await writeFile(project, JSON.stringify({ extends: './tsconfig.json', include: [folder] }))
  const compiler = join(repositoryRoot, 'node_modules/.bin/tsc')
  const failed = (error: { stdout: string }) => error
  // Each further checker works out the same types anew, and other tests have the other cores.
  const { stdout } = await run(compiler, ['-p', project, '--checkers', '1']).catch(failed)
  return stdout
}

/** The responses of the copy's service to requests of a super administrator. */
async function request(...calls: string[]) {
  const { stdout } = await run(
    process.execPath,
    ['apps/server/src/boot/ask.ts', JSON.stringify({ ...inject('cluster'), database }), ...calls],
    { cwd: copy, env: { ...process.env, NODE_OPTIONS: '' }, maxBuffer: 1e8 },
  )
  return JSON.parse(stdout)
}

/** Replaces the first text by the second, once. */
async function edit(file: string, [from, to]: readonly [string, string]) {
  const text = await readFile(join(copy, file), 'utf8')
  expect(text.split(from), `${file} has one place for ${from}`).toHaveLength(2)
  await writeFile(
    join(copy, file),
    text.replace(from, () => to),
  )
}

test('an area is added by its own files and one line in each of five others, and deleted with them', async () => {
  // The guide names these files and no other.
  const guide = await readFile(join(repositoryRoot, 'docs/adding-an-area.md'), 'utf8')
  const named = [...guide.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, file]) => file)
  expect(Object.keys(edited).sort()).toEqual(named.sort())
  expect(named.length).toBeLessThanOrEqual(5)
  for (const [from, to] of Object.values(edited))
    expect(to.split('\n')).toHaveLength(from.split('\n').length + 1)

  for (const [name, path] of Object.entries(added)) {
    await mkdir(join(copy, path, '..'), { recursive: true })
    await cp(join(import.meta.dirname, 'made-up-area', name), join(copy, path))
  }
  for (const [file, place] of Object.entries(edited)) await edit(file, place)

  const label = '{"label":"red"}'
  const [said, asked] = await Promise.all([
    types(),
    request(
      `POST /parcel ${label}`,
      `POST /parcel ${label}`,
      'GET /parcel',
      'GET /role/tree',
      'GET /docs/openapi.json',
    ),
  ])
  expect(said).toBe('')
  const [made, again, list, tree, document] = asked.answers
  expect(asked.migrations).toEqual(['9999-parcel'])
  expect(made).toMatchObject({ code: '0000', data: { label: 'red' } })
  expect(again.data.fields).toHaveProperty('label')
  expect(list).toMatchObject({ code: '0000', data: [{ label: 'red' }] })
  expect(JSON.stringify(tree)).toContain('parcel:create')
  expect(JSON.stringify(tree)).toContain('"name":"CrmParcel","title":"包裹"')
  expect(Object.keys(document.paths)).toContain('/api/parcel')
  expect(JSON.stringify(document)).toContain('{"label":"red"}')
  expect(asked.audited).toMatchObject([
    { point: 'parcel:create', target_kind: 'parcel', after: { label: 'red' } },
    { point: 'parcel:create' },
  ])
  expect(asked.jobs).toContain('parcel-retention')

  for (const path of Object.values(added)) await rm(join(copy, path))
  // Shows that the compiler does run: a line that still names the area is reported.
  expect(await types('packages/contract/src')).toContain("'../crm/parcel.ts'")
  for (const [file, [from, to]] of Object.entries(edited)) await edit(file, [to, from])
  // The copy equals the repository again, whose types are checked by themselves.
  for (const file of Object.keys(edited))
    expect(await readFile(join(copy, file), 'utf8'), basename(file)).toBe(
      await readFile(join(repositoryRoot, file), 'utf8'),
    )
}, 300_000)
