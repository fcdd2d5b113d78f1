import { constants } from 'node:fs'
import { access, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, explained, PostgresError } from './errors.ts'

/** Our own files in the data folder. Everything PostgreSQL writes is inside `cluster`. */
export interface DataFolder {
  path: string
  cluster: string
  locks: string
}

/** The name of a cluster that is still being made. */
export const unfinished = 'cluster.unfinished-'

/** Creates the data folder if there is none, and refuses one that is not ours or cannot be used. */
export async function openDataFolder(given: string): Promise<DataFolder> {
  const absolute = resolve(given)
  await explained(troubles(absolute), async () => {
    if ((await stat(absolute).catch(() => undefined))?.isDirectory()) return
    // The database's account must be able to enter this folder; the cluster in it is closed to all other accounts.
    await makeFolder(absolute)
  })
  const path = await explained(troubles(absolute), () => realpath(absolute))
  await explained(troubles(absolute), () => access(path, constants.R_OK | constants.W_OK | constants.X_OK))
  refuseForeign(absolute, await readdir(path))
  return { path, cluster: join(path, 'cluster'), locks: join(path, 'lock') }
}

/** Like `mkdir` with `recursive`, which loops endlessly if the system answers ENOENT below a folder that exists (/proc). */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o711 })
  } catch (error) {
    const parent = dirname(path)
    const parentIsMissing = codeOf(error) === 'ENOENT' && !(await stat(parent).catch(() => undefined))
    if (!parentIsMissing || parent === path) throw error
    await makeFolder(parent)
    await makeFolder(path)
  }
}

function refuseForeign(path: string, names: string[]): void {
  if (names.includes('cluster')) return
  // A fresh file system has `lost+found`, and an empty folder kept in git has a `.gitkeep`.
  const strangers = names.filter(
    (name) =>
      name !== 'lock' && name !== 'lost+found' && !name.startsWith(unfinished) && !name.startsWith('.'),
  )
  if (strangers.includes('PG_VERSION'))
    throw new PostgresError(
      `The data folder ${path} is a PostgreSQL cluster of another program: give an empty folder, or start that PostgreSQL and set DATABASE_URL.`,
    )
  if (strangers.length > 0)
    throw new PostgresError(
      `The data folder ${path} is not empty and was not made by Kabao (it holds ${strangers.slice(0, 3).join(', ')}): give an empty folder.`,
    )
}

function troubles(path: string): Record<string, string> {
  const notAFolder = `The data folder ${path} cannot be made: a file is in its place or in its path.`
  const closed = `The data folder ${path} cannot be read and written by this process (user ${process.getuid?.()}).`
  return {
    EEXIST: notAFolder,
    ENOTDIR: notAFolder,
    EACCES: closed,
    EPERM: closed,
    EROFS: `The data folder ${path} is on a read-only file system.`,
    ENOSPC: `There is no space left for the data folder ${path}.`,
    ENAMETOOLONG: `The path of the data folder ${path} is too long.`,
    ELOOP: `The path of the data folder ${path} goes round in links.`,
    ENOENT: `The data folder ${path} cannot be made here.`,
  }
}
