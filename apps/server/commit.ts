import { execFileSync } from 'node:child_process'

/**
 * The commit that is built: twelve digits, with `.changed` if the folder has changes that are not committed. `BUILD_COMMIT` says it where
 * the history is missing, as in an image. Empty if nothing says it.
 */
export function commitOf(folder: string, env = process.env): string {
  if (env.BUILD_COMMIT) return env.BUILD_COMMIT.slice(0, 12)
  try {
    const commit = git(folder, 'rev-parse', '--short=12', 'HEAD')
    return git(folder, 'status', '--porcelain') === '' ? commit : `${commit}.changed`
  } catch {
    return ''
  }
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
