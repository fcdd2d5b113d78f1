import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresError } from './errors.ts'

/**
 * The living processes of the cluster `name`: the postmaster by its arguments, its children by their titles. Reading these needs no
 * rights over the process; reading its working directory would, and root in a container does not have them.
 */
export function processesOf(name: string): number[] {
  const isPostmaster = (command: string) =>
    // A path may hold spaces, so the arguments cannot be split at spaces.
    command.includes('/postgres -D ') && `${command} `.includes(` cluster_name=${name} `)
  const isChild = (command: string) => command.startsWith(`postgres: ${name}: `)
  return commands()
    .filter(([, command]) => isPostmaster(command) || isChild(command))
    .map(([pid]) => pid)
}

/**
 * Ends the cluster: a fast shutdown, which writes everything to disk; then an immediate one, from which the next start recovers;
 * then SIGKILL. A killed postmaster leaves children behind, which get only the last two.
 */
export async function endProcesses(name: string, postmaster: number | undefined): Promise<void> {
  if (postmaster !== undefined && processesOf(name).includes(postmaster)) {
    signal([postmaster], 'SIGINT')
    if (await gone(name, limits.fast)) return
  }
  // A suspended process reacts only to these two signals.
  signal(processesOf(name), 'SIGQUIT')
  if (await gone(name, limits.immediate)) return
  signal(processesOf(name), 'SIGKILL')
  if (await gone(name, limits.immediate)) return
  throw new PostgresError(`The database's process ${processesOf(name).join(', ')} cannot be ended.`)
}

const limits = { fast: 30_000, immediate: 5_000 }

async function gone(name: string, limit: number): Promise<boolean> {
  const end = Date.now() + limit
  while (processesOf(name).length > 0) {
    if (Date.now() > end) return false
    await delay(15)
  }
  return true
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended already, or belongs to another account; `gone` shows which.
    }
  }
}

function commands(): [pid: number, command: string][] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), commandOf(pid)])
  }
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  return lines.split('\n').map((line) => {
    const [, pid, command] = /^\s*(\d+) (.*)/.exec(line) ?? []
    return [Number(pid), command ?? '']
  })
}

/** Empty for a process that has ended, also if its parent has not reaped it yet (a zombie). */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
