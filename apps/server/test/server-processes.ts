import { readdirSync, readFileSync } from 'node:fs'
import type { Postgres } from '@kabao/postgres'

/** Sends a signal to every process of a server: the postmaster first, so that it starts no further ones. */
export function signalServer({ pid }: Pick<Postgres, 'pid'>, signal: NodeJS.Signals): void {
  send(pid, signal)
  for (const child of childrenOf(pid)) send(child, signal)
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

/** Source: proc(5); the parent is the second field behind the name, which stands in parentheses. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}
