import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const source = join(import.meta.dirname, 'src')

/**
 * Files are parsed in child processes, each started from its own file. This maps each file of the build to its source, a
 * `<name>.reader.ts`.
 */
export const readers: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.reader.ts'))
    .map((path) => [`readers/${basename(path, '.ts')}`, join('src', path)]),
)
