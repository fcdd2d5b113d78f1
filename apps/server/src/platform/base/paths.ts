import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package, found from the source and from the bundle alike. */
export const serverRoot = findRoot(dirname(fileURLToPath(import.meta.url)))
export const repositoryRoot = join(serverRoot, '../..')
export const migrationsFolder = join(serverRoot, 'migrations')
/** Programs that partners copy: each signs a request in one language. */
export const samplesFolder = join(serverRoot, 'samples')
export const consoleFolder = join(serverRoot, '../console/dist')
/** The source maps of the console's last builds, a folder for each release. It is not inside a folder that is served. */
export const mapsFolder = join(serverRoot, '../console/maps')

function findRoot(from: string): string {
  for (let at = from; at !== dirname(at); at = dirname(at)) {
    const manifest = join(at, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === '@kabao/server') return at
  }
  throw new Error(`The server's package.json is not above ${from}`)
}
