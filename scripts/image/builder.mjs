import { canInstall, installFromDebian, locate } from '../lib/debian.mjs'
import { capture, Failure } from '../lib/run.mjs'

/** Buildah builds images without a daemon. On Debian, root installs it. @returns whether it is there */
export async function ensureBuilder() {
  if (process.platform !== 'linux') return false
  try {
    if (!locate('buildah') && canInstall()) await installFromDebian(['buildah'])
  } catch (error) {
    console.log(error.message)
  }
  return locate('buildah') !== null
}

/**
 * Buildah with a storage of its own, which needs neither a daemon nor an overlay file system.
 * @param folder for the storage; whoever calls removes it
 */
export const builderIn = (folder) => {
  const own = ['--root', `${folder}/storage`, '--runroot', `${folder}/run`, '--storage-driver', 'vfs']
  const args = (act, ...rest) => [...own, act, ...rest]
  return {
    args,
    /** @returns the last line of what it prints */
    async run(act, ...rest) {
      const { code, output } = await capture('buildah', args(act, ...rest))
      if (code !== 0) throw new Failure(`buildah ${act} failed: ${output.slice(-2_000)}`)
      return output.trim().split('\n').at(-1)
    },
  }
}
