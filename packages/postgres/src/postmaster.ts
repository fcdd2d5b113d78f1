import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type Cluster, logFolder } from './cluster.ts'
import { PostgresError } from './errors.ts'
import { pgdata } from './pgdata.ts'
import { programEnv } from './run.ts'
import type { Settings } from './settings.ts'

/** How the cluster's postmaster is started. */
export interface Command {
  file: string
  args: string[]
}

export function postmasterCommand(cluster: Cluster, binaries: Binaries, settings: Settings): Command {
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  return {
    file: join(binaries.bin, 'postgres'),
    args: ['-D', pgdata(cluster.path, cluster.account, binaries), ...args],
  }
}

/**
 * Starts the postmaster in a session of its own, because Ctrl-C in the terminal is for the server, which must end its requests
 * before the database stops. Nothing ties it to this process, so the database survives if this process dies.
 */
export function launch(cluster: Cluster, { file, args }: Command): ChildProcess {
  const log = openSync(join(cluster.path, logFolder, startLog), 'w')
  try {
    const child = spawn(file, args, {
      ...cluster.account,
      cwd: cluster.path,
      env: programEnv,
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/**
 * Waits until the postmaster accepts connections. There is no timeout while it is alive: after a crash it replays what was written
 * since the last checkpoint, and ending it would only make it start over.
 */
export async function untilReady(
  cluster: Cluster,
  pid: number,
  isAlive: () => boolean,
  log: (line: string) => void,
): Promise<void> {
  const started = Date.now()
  let loggedAt = started
  for (;;) {
    const alive = isAlive()
    const found = await pidFile(cluster)
    if (found?.pid === pid && found.status === 'ready') return
    if (!alive) throw new PostgresError(`The database did not start: ${await lastLogError(cluster, started)}`)
    if (Date.now() - loggedAt > 10_000) {
      loggedAt = Date.now()
      log(`The database is still starting, after ${Math.round((loggedAt - started) / 1000)} seconds.`)
    }
    await delay(10)
  }
}

/** The status in the postmaster's own file; undefined if there is no file, as after a regular shutdown. */
export async function pidFile(cluster: Cluster): Promise<{ pid: number; status: string } | undefined> {
  const text = await readFile(join(cluster.path, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number.parseInt(lines[0] ?? '', 10), status: lines[7]?.trim() ?? '' }
}

/** The file that PostgreSQL writes to before its own log is open. */
const startLog = 'start.log'

async function lastLogError(cluster: Cluster, since: number): Promise<string> {
  const folder = join(cluster.path, logFolder)
  const complaints: string[] = []
  for (const name of await readdir(folder)) {
    if ((await stat(join(folder, name))).mtimeMs < since - 1000) continue
    const text = await readFile(join(folder, name), 'utf8')
    complaints.push(...(text.match(/(?:FATAL|PANIC|error): .*/g) ?? []).slice(-1))
  }
  return `${complaints.at(-1) ?? 'it logged no error'} (its log is in ${folder})`
}
