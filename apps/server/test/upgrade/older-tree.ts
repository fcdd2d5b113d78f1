import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { migrationsFolder, repositoryRoot } from '#platform/base/paths'

/** What a test says that is skipped without the history. */
export const noHistory = 'the code before the newest migration is not in the history of this clone'

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** How many commits are looked through. */
const most = 600

/** The newest commit that has every migration but the newest; null without the history. */
export async function commitBeforeNewest(): Promise<string | null> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const before = names.slice(0, -1).join()
  const folder = `${relative(repositoryRoot, migrationsFolder)}/`
  const migrationsOf = (commit: string) =>
    git('ls-tree', '--name-only', commit, '--', folder)
      .split('\n')
      .map((path) => path.slice(folder.length))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .join()
  try {
    const commits = git('rev-list', '--topo-order', `--max-count=${most}`, 'HEAD').trim().split('\n')
    return commits.find((commit) => migrationsOf(commit) === before) ?? null
  } catch {
    return null
  }
}

/** Writes the code of a commit into a folder below the repository, with the packages that are installed here. */
export async function writeTree(commit: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@kabao'), { recursive: true })
  git('archive', '--format=tar', '--output', `${folder}.tar`, commit)
  execFileSync('tar', ['--extract', `--file=${folder}.tar`, `--directory=${folder}`])
  const installed = join(repositoryRoot, 'node_modules')
  for (const name of await readdir(installed))
    if (name !== '@kabao' && !name.startsWith('.'))
      await symlink(join(installed, name), join(folder, 'node_modules', name))
  for (const kind of ['packages', 'apps'])
    for (const name of await readdir(join(folder, kind)))
      if (existsSync(join(folder, kind, name, 'package.json')))
        await symlink(join(folder, kind, name), join(folder, 'node_modules/@kabao', name))
}
