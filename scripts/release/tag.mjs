import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.mjs'
import { chapterOf, withChapter } from './changes.mjs'

/**
 * Writes the chapter of CHANGELOG.md and the version into every package, commits both and tags the commit.
 * @param folder of the repository, whose root package has the workspaces
 * @param version `1.2.0`
 */
export async function tagVersion(folder, version) {
  const changelog = join(folder, 'CHANGELOG.md')
  const chapter = chapterOf(folder, version, new Date().toISOString().slice(0, 10))
  writeFileSync(changelog, withChapter(textOf(changelog), chapter))
  const all = ['--workspaces', '--include-workspace-root', '--no-git-tag-version', '--allow-same-version']
  await run('npm', ['version', version, ...all], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const git = (...args) => run('git', args, { cwd: folder })
  await git('add', '--all')
  await git('commit', '--quiet', '--message', `release: ${version}`)
  await git('tag', '--annotate', `v${version}`, '--message', chapter)
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
