import { accountFor } from './account.ts'
import { type Binaries, findBinaries, refuseMisfits } from './binaries.ts'
import { openCluster, writtenBy } from './cluster.ts'
import { createCluster } from './create-cluster.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { addressOf, makeDatabase } from './database.ts'
import { keep } from './keep.ts'
import { type Lock, lockFolder } from './lock.ts'
import { adoptOrEnd } from './orphan.ts'
import { postmasterCommand } from './postmaster.ts'
import { endProcesses } from './processes.ts'
import type { Connection } from './query.ts'
import { adopted, launched } from './running.ts'
import { type Settings, settingsFor } from './settings.ts'

export interface StartOptions {
  /** The data folder. Created if it does not exist. */
  dataDir: string
  /** The database's name. Created if it does not exist. */
  database?: string
  /** Is called with a sentence about a slow or unexpected step. PostgreSQL's own log is in the data folder. */
  log?: (line: string) => void
  /** Is called once if the database ends without having been stopped. */
  onExit?: (sentence: string) => void
  /** `false` only for a throwaway cluster, because a crash of the machine then destroys all of it. */
  durable?: boolean
  /** Further settings of PostgreSQL; durability and the connection cannot be set here. */
  settings?: Settings
  /** Programs to use instead of those that would be found. */
  binaries?: Binaries
}

export interface Postgres {
  connection: Connection
  /** The same as an address, for `pg` and for PostgreSQL's own tools. */
  url: string
  pid: number
  /** Such as `17.10`. */
  version: string
  /** Whether this database was left running by an earlier process that was killed. */
  adopted: boolean
  /** Stops the database in good order. May be called again. */
  stop(): Promise<void>
}

/** Starts the PostgreSQL of a data folder, and creates the database at the first start. Throws a `PostgresError`. */
export async function startPostgres(options: StartOptions): Promise<Postgres> {
  const folder = await openDataFolder(options.dataDir)
  const lock = await lockFolder(folder)
  try {
    return await startLocked(folder, lock, options)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function startLocked(folder: DataFolder, lock: Lock, options: StartOptions): Promise<Postgres> {
  const { log = () => {}, durable = true, database = 'kabao', settings = {} } = options
  const account = await accountFor(folder.cluster)
  const major = await writtenBy(folder.cluster)
  const binaries = options.binaries ?? (await findBinaries(account, major))
  refuseMisfits([binaries], major)
  if (major === undefined) await createCluster(folder, binaries, account, durable)

  const cluster = await openCluster(folder.cluster, account)
  const command = postmasterCommand(cluster, binaries, settingsFor(cluster.name, durable, settings))
  const left = await adoptOrEnd(cluster, command, log)
  const running = left === undefined ? await launched(cluster, command, log) : adopted(cluster, left)
  const connection = { ...cluster.admin, database }
  try {
    await makeDatabase(cluster.admin, database)
  } catch (error) {
    await endProcesses(cluster.name, running.pid)
    throw error
  }
  return {
    connection,
    url: addressOf(connection),
    pid: running.pid,
    version: binaries.version,
    adopted: left !== undefined,
    stop: keep(cluster, running, lock, options.onExit ?? log),
  }
}
