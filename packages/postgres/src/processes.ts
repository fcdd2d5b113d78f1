import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresError } from './errors.ts'

/**
 * The living processes of the cluster `name`: the postmaster by its arguments, its children by their titles. Neither
 * asks for rights over the process, as its working directory would, which root in a container does not have.
 */
export function processesOf(name: string): number[] {
  const isPostmaster = (command: string) =>
    // A path may hold spaces, so this is no matter of words.
    command.includes('/postgres -D ') && `${command} `.includes(` cluster_name=${name} `)
  const isChild = (command: string) => command.startsWith(`postgres: ${name}: `)
  return commands()
    .filter(([, command]) => isPostmaster(command) || isChild(command))
    .map(([pid]) => pid)
}

/**
 * Ends the cluster: a fast shutdown, which writes everything out; then an immediate one, from which the next start
 * recovers; then by force. A postmaster that was killed leaves children behind, which get only the last two.
 */
export async function endProcesses(name: string, postmaster: number | undefined): Promise<void> {
  if (postmaster !== undefined && processesOf(name).includes(postmaster)) {
    signal([postmaster], 'SIGINT')
    if (await gone(name, limits.fast)) return
  }
  // A halted process takes no signal but these two.
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
      // It has ended meanwhile, or is not ours to end: `gone` tells.
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

/** Empty for one who has ended meanwhile, and for one whose end nobody has noted yet (a zombie). */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
