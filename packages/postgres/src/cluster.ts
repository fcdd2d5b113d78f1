import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, give } from './account.ts'
import type { Connection } from './ask.ts'
import { codeOf, PostgresError } from './errors.ts'
import { shortPath } from './short-path.ts'

/** A cluster on disk, ready to be run. */
export interface Cluster {
  path: string
  account: Account
  /** Marks this cluster's processes: PostgreSQL shows its cluster name in the title of each. */
  name: string
  /** The superuser's way in. `postgres` is the database that is there from the start. */
  admin: Connection
}

export const superuser = 'kabao'

/** The names PostgreSQL uses for its own folders, relative to the cluster, where each of its processes lives. */
export const socketFolder = 'socket'
export const logFolder = 'log'

/** The major version that wrote the cluster; nothing if there is no cluster yet. */
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

/** Sees to the folders around the cluster's files that PostgreSQL expects, and how to reach it. */
export async function openCluster(path: string, account: Account): Promise<Cluster> {
  // PostgreSQL refuses a folder that others can read, which is how a restored copy often arrives.
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

/** Not the path, which a bind mount or a link can change, nor an id inside, which a copy would share. */
async function markOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true })
  return `kabao-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)}`
}
