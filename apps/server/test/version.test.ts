import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '#platform/base/paths'
import { version } from '#platform/base/version'
import { ownError } from '#platform/errors/own'
import { version as number } from '../../../package.json' with { type: 'json' }
import { commitOf } from '../commit.ts'
import { startApp } from './harness.ts'

const service = startApp()

test('whoever has signed in and whoever reads the metrics are told the version', async () => {
  expect(version.split('+')[0]).toBe(number)
  expect((await (await service.as())('GET', '/admin/me')).body.data).toMatchObject({ version })
  expect((await service.app.inject('/metrics')).body).toContain(`kabao_build_info{version="${number}"`)
  expect(ownError(new Error('x'), { url: '/', requestId: '1' }).release).toBe(version)
})

test('the commit of a build is that of its folder, unless the environment says it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-commit-'))
  try {
    expect(commitOf(folder, {})).toBe('')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder })
    git('init', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'first')
    const commit = commitOf(folder, {})
    expect(commit).toMatch(/^[0-9a-f]{12}$/)
    // While rolldown builds, it keeps its configuration in a file beside it.
    copyFileSync(join(repositoryRoot, '.gitignore'), join(folder, '.gitignore'))
    git('add', '.gitignore')
    git('commit', '-q', '-m', 'second')
    writeFileSync(join(folder, 'rolldown.config.1.8eb4c4be385a37a2.js'), '')
    const next = commitOf(folder, {})
    expect(next).toMatch(/^[0-9a-f]{12}$/)
    writeFileSync(join(folder, 'new'), '')
    expect(commitOf(folder, {})).toBe(`${next}.changed`)
    expect(commitOf(folder, { BUILD_COMMIT: '0123456789abcdef' })).toBe('0123456789ab')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
