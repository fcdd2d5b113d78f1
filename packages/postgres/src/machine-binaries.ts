import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'

/** The folders of PostgreSQL's programs on this machine: those in PATH, then where packages put them, newest first. */
export function machineFolders(): string[] {
  const path = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const installed = [
    ...versionsIn('/usr/lib/postgresql', ''),
    ...versionsIn('/usr', 'pgsql-'),
    ...versionsIn('/usr/libexec', 'postgresql'),
    ...versionsIn('/opt/homebrew/opt', 'postgresql@'),
    ...versionsIn('/usr/local/opt', 'postgresql@'),
  ]
  // PATH often has only a link to `postgres`; initdb is in the link's target folder.
  const folders = [...path, ...installed].map((folder) => homeOf(join(folder, 'postgres')))
  return [...new Set(folders.filter((folder) => folder !== undefined))]
}

function versionsIn(parent: string, prefix: string): string[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .sort((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .flatMap((name) => [join(parent, name, 'bin'), join(parent, name)])
}

function homeOf(postgres: string): string | undefined {
  if (!existsSync(postgres)) return undefined
  const home = dirname(realpathSync(postgres))
  return existsSync(join(home, 'initdb')) ? home : undefined
}
