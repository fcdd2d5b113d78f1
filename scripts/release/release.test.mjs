import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chapterOf, lastRelease, withChapter } from './changes.mjs'
import { provenanceOf, sums } from './provenance.mjs'
import { tagVersion } from './tag.mjs'
import { refuseWrong } from './version.mjs'
import { wishesOf } from './wishes.mjs'

let folder
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
const commit = (subject) => git('commit', '--quiet', '--allow-empty', '--message', subject)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kabao-release-test-'))
  git('init', '--quiet')
  git('config', 'user.name', 'a')
  git('config', 'user.email', 'a@example.com')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a chapter of the changelog has the commits since the last release, by area', () => {
  commit('users: a list')
  expect(lastRelease(folder)).toBeNull()
  git('tag', '--annotate', 'v0.1.0', '--message', 'first')
  commit('users: phones are masked')
  commit('ledger: holds end')
  commit('users: a drawer')
  commit('a subject without area')
  expect(lastRelease(folder)).toBe('v0.1.0')
  expect(chapterOf(folder, '0.2.0', '2026-11-24')).toBe(
    '## 0.2.0 · 2026-11-24\n\n### ledger\n\n- holds end\n\n### other\n\n- a subject without area\n\n### users\n\n- phones are masked\n- a drawer',
  )
})

test('a version is written into every package, with its chapter, in the commit that has its tag', async () => {
  mkdirSync(join(folder, 'apps/one'), { recursive: true })
  const packages = { '.': { private: true, workspaces: ['apps/*'] }, 'apps/one': { dependencies: {} } }
  for (const [path, more] of Object.entries(packages))
    writeFileSync(
      join(folder, path, 'package.json'),
      JSON.stringify({ name: path === '.' ? 'all' : 'one', version: '0.1.0', ...more }),
    )
  git('add', '--all')
  commit('apps: one')
  await tagVersion(folder, '0.2.0')
  const read = (path) => readFileSync(join(folder, path), 'utf8')
  for (const path of Object.keys(packages))
    expect(JSON.parse(read(join(path, 'package.json'))).version).toBe('0.2.0')
  expect(read('CHANGELOG.md')).toMatch(/^# Changes\n\n## 0\.2\.0 · [\d-]+\n\n### apps\n\n- one\n/)
  expect(String(git('tag', '--points-at', 'HEAD')).trim()).toBe('v0.2.0')
  expect(String(git('status', '--porcelain', '--untracked-files=no'))).toBe('')
  expect(lastRelease(folder)).toBe('v0.2.0')
})

test('a new chapter comes first, and the older ones stay', () => {
  const one = withChapter('', '## 0.1.0 · d\n\n- x')
  expect(one).toBe('# Changes\n\n## 0.1.0 · d\n\n- x\n')
  expect(withChapter(one, '## 0.2.0 · e\n\n- y')).toBe(
    '# Changes\n\n## 0.2.0 · e\n\n- y\n\n## 0.1.0 · d\n\n- x\n',
  )
})

test.each([undefined, '1.2', 'v1.2.3', '1.2.3-beta', '0.1.0', '0.0.9'])(
  '%s is refused after 0.1.0',
  (version) => {
    expect(() => refuseWrong(version, '0.1.0')).toThrow(/Give the version|not above/)
  },
)
test.each(['0.1.1', '0.2.0', '1.0.0', '0.1.10'])('%s is taken after 0.1.0', (version) => {
  expect(() => refuseWrong(version, '0.1.0')).not.toThrow()
})

test('a release asks for known faults unless it is told otherwise, and takes no option that does not exist', () => {
  expect(wishesOf(['1.2.0'])).toEqual({ version: '1.2.0', isTagged: false, withoutAudit: false })
  expect(wishesOf(['1.2.0', '--without-audit', '--files-only'])).toEqual({
    version: '1.2.0',
    isTagged: true,
    withoutAudit: true,
  })
  expect(() => wishesOf(['1.2.0', '--no-audit'])).toThrow('There is no option --no-audit')
})

test('checksums are those that sha256sum checks, and provenance names them', async () => {
  const file = join(folder, 'image.tar')
  writeFileSync(file, 'an image')
  const text = await sums([file])
  writeFileSync(join(folder, 'SHA256SUMS'), text)
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toContain(
    'image.tar: OK',
  )
  const statement = await provenanceOf([file], { version: '0.2.0', commit: 'c', lock: file, node: 'v20' })
  expect(statement.subject).toEqual([{ name: 'image.tar', digest: { sha256: text.slice(0, 64) } }])
  expect(statement.predicate.buildDefinition.resolvedDependencies[0].digest).toEqual({ gitCommit: 'c' })
})
