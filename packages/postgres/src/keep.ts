import type { Cluster } from './cluster.ts'
import type { Lock } from './lock.ts'
import { endProcesses } from './processes.ts'
import type { Running } from './running.ts'

/**
 * Watches a running database and returns the function that stops it. A process that exits without stopping the database still
 * signals it to end; only a killed process leaves it to the next start.
 */
export function keep(
  cluster: Cluster,
  running: Running,
  lock: Lock,
  onExit: (sentence: string) => void,
): () => Promise<void> {
  const leave = () => void tryKill(running.pid)
  process.once('exit', leave)
  const unwatch = running.whenEnded((how) => {
    process.off('exit', leave)
    onExit(`The database has ended by itself (process ${running.pid}, ${how}).`)
  })

  const end = async () => {
    unwatch()
    await endProcesses(cluster.name, running.pid)
    process.off('exit', leave)
    await lock.release()
  }
  let ended: Promise<void> | undefined
  return () => {
    ended ??= end()
    return ended
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has ended already.
  }
}
