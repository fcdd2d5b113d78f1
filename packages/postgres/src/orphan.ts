import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cluster, socketFolder } from './cluster.ts'
import { PostgresError } from './errors.ts'
import { type Command, pidFile, untilReady } from './postmaster.ts'
import { endProcesses, processesOf } from './processes.ts'
import { query } from './query.ts'

/**
 * Handles a database that a killed process left running. A healthy postmaster with the same version and settings as ours is kept,
 * and its process number returned; any other is ended, and its files are cleaned up. The caller holds the data folder's lock, so no
 * other process is starting or using it.
 */
export async function adoptOrEnd(
  cluster: Cluster,
  command: Command,
  log: (line: string) => void,
): Promise<number | undefined> {
  const left = await pidFile(cluster)
  const alive = () => processesOf(cluster.name)
  if (
    left &&
    alive().includes(left.pid) &&
    left.status !== 'stopping' &&
    (await startedBy(command, cluster))
  ) {
    if (await answers(cluster, left.pid, () => alive().includes(left.pid), log)) return left.pid
  }
  const survivors = alive()
  if (survivors.length > 0) {
    log(`Ending the database that an earlier process left running (process ${survivors[0]}).`)
    await endProcesses(cluster.name, left?.pid)
  }
  await clearTraces(cluster)
  return undefined
}

/** PostgreSQL stores the program and the arguments of every start; the same line means the same version and settings. */
async function startedBy({ file, args }: Command, cluster: Cluster): Promise<boolean> {
  const noted = await readFile(join(cluster.path, 'postmaster.opts'), 'utf8').catch(() => '')
  return noted.trimEnd() === [file, ...args.map((argument) => `"${argument}"`)].join(' ')
}

async function answers(
  cluster: Cluster,
  pid: number,
  isAlive: () => boolean,
  log: (line: string) => void,
): Promise<boolean> {
  try {
    await untilReady(cluster, pid, isAlive, log)
    await query(cluster.admin, endSessions, 5000)
    return true
  } catch {
    return false
  }
}

/** Ends statements of the killed process, which may still run and hold locks although their client is gone. */
const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/**
 * None of its processes is visible. If its socket still answers, they run in another container that shares the folder. If not, the
 * two files with the postmaster's process number are deleted, because PostgreSQL trusts them while any process has that number: a
 * foreign one by now, or the dead postmaster itself, not yet reaped.
 */
async function clearTraces(cluster: Cluster): Promise<void> {
  const elsewhere = await query(cluster.admin, 'select 1', 5000).then(
    () => true,
    () => false,
  )
  if (elsewhere)
    throw new PostgresError(
      `The database in ${cluster.path} is already running, out of reach of this process (in another container?): end it there.`,
    )
  await rm(join(cluster.path, 'postmaster.pid'), { force: true })
  await rm(join(cluster.path, socketFolder, `.s.PGSQL.${cluster.admin.port}.lock`), { force: true })
}
