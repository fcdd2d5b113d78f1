import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { locate } from './debian.mjs'
import { ensureTools, locateTool } from './tools.mjs'

/** What takes a package apart. The PATH of the tests leads to these and to an apt-get of their own. */
const programs = ['bash', 'cat', 'cp', 'dpkg-deb', 'ldd', 'rm', 'sh', 'tar', 'xz'].map(locate)

describe.skipIf(programs.includes(null))('a tool of Debian', () => {
  let folder
  let said
  const tools = () => join(folder, 'tools')
  const script = (path, text) => {
    writeFileSync(path, `#!/bin/sh\n${text}\n`)
    chmodSync(path, 0o755)
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kabao-tools-'))
    mkdirSync(join(folder, 'bin'))
    mkdirSync(join(folder, 'package/DEBIAN'), { recursive: true })
    mkdirSync(join(folder, 'package/usr/bin'), { recursive: true })
    script(join(folder, 'package/usr/bin/promtool'), 'echo "promtool got $*"')
    writeFileSync(
      join(folder, 'package/DEBIAN/control'),
      'Package: prometheus\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <nobody@example.com>\nDescription: none\n',
    )
    execFileSync('dpkg-deb', ['--build', join(folder, 'package'), join(folder, 'prometheus.deb')])
    for (const path of programs) symlinkSync(path, join(folder, 'bin', path.split('/').at(-1)))
    vi.stubEnv('PATH', join(folder, 'bin'))
    said = vi.spyOn(console, 'log').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  const words = () => said.mock.calls.flat().join('\n')
  const aptGet = (download) =>
    script(
      join(folder, 'bin/apt-get'),
      `case "$*" in *" download prometheus") ${download};; *" update");; *) exit 9;; esac`,
    )

  test('is taken out of its package, and found again without apt-get', async () => {
    aptGet(`cp ${folder}/prometheus.deb .`)
    await ensureTools(['promtool'], tools())
    const path = locateTool('promtool', tools())
    expect(execFileSync(path, ['check', 'a b'], { encoding: 'utf8' })).toBe('promtool got check a b\n')
    // No list and no package is left behind.
    expect(readdirSync(folder).sort()).toEqual(['bin', 'package', 'prometheus.deb', 'tools'])
    rmSync(join(folder, 'bin/apt-get'))
    said.mockClear()
    await ensureTools(['promtool'], tools())
    expect(words()).toBe('')
  })

  test('that cannot be fetched is named, with the words of apt-get and what is skipped', async () => {
    aptGet('echo "the network is away"; exit 100')
    await ensureTools(['promtool'], tools())
    expect(locateTool('promtool', tools())).toBeNull()
    expect(words()).toContain('the network is away')
    expect(words()).toContain(
      'There is no promtool here. Skipped: the tests of the alert rules by Prometheus.',
    )
    expect(readdirSync(folder)).not.toContain('tools.partial')
  })

  test('is left out where there is no apt-get', async () => {
    await ensureTools(['promtool'], tools())
    expect(words()).toContain("Only Debian's apt-get can fetch promtool.")
  })
})
