import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, give } from './account.ts'
import { codeOf, PostgresError } from './errors.ts'
import type { Connection } from './query.ts'
import { shortPath } from './short-path.ts'

/** A cluster on disk, ready to be run. */
export interface Cluster {
  path: string
  account: Account
  /** Identifies this cluster's processes, because PostgreSQL shows its cluster name in each process's title. */
  name: string
  /** How the superuser connects. `postgres` is the database that every cluster has. */
  admin: Connection
}

export const superuser = 'kabao'

/** PostgreSQL's names for its own files, relative to the cluster, which is the working directory of its processes. */
export const socketFolder = 'socket'
export const logFolder = 'log'

/** The major version that wrote the cluster; undefined if there is no cluster yet. */
export async function writtenBy(path: string): Promise<number | undefined> {
  if (!(await stat(path).catch(() => undefined))) return undefined
  try {
    return Number.parseInt(await readFile(join(path, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (codeOf(error) === 'EACCES')
      throw new PostgresError(`The folder ${path} cannot be read by this process.`)
    throw new PostgresError(
      `The folder ${path} is no PostgreSQL cluster (it has no PG_VERSION): it is damaged.`,
    )
  }
}

/** Prepares the folders that PostgreSQL expects around the cluster, and returns how to connect to it. */
export async function openCluster(path: string, account: Account): Promise<Cluster> {
  // PostgreSQL refuses a folder that others can read, and a restored copy often is.
  await chmod(path, 0o700)
  for (const name of [socketFolder, logFolder]) {
    const folder = join(path, name)
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
    await give(folder, account)
  }
  const host = await shortPath(join(path, socketFolder))
  return {
    path,
    account,
    name: await markOf(path),
    admin: { host, port: 5432, user: superuser, database: 'postgres' },
  }
}

/** Neither the path, which a bind mount or a link can change, nor an id inside the cluster, which a copy would share. */
async function markOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true })
  return `kabao-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)}`
}
