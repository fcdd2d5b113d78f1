import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const source = join(import.meta.dirname, 'src')

/**
 * Files are read by processes of their own, which are started by their file: what the build makes of which source, each
 * `<name>.reader.ts` in the source.
 */
export const readers: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.reader.ts'))
    .map((path) => [`readers/${basename(path, '.ts')}`, join('src', path)]),
)
