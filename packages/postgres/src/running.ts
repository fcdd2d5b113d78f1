import { once } from 'node:events'
import type { Cluster } from './cluster.ts'
import { PostgresError } from './errors.ts'
import { type Command, launch, untilReady } from './postmaster.ts'
import { endProcesses, processesOf } from './processes.ts'

/** A postmaster that takes connections, our child or adopted. */
export interface Running {
  pid: number
  /** Has `tell` called when it ends; what is returned takes that back. */
  whenEnded(tell: (how: string) => void): () => void
}

/** Starts the postmaster as our child. */
export async function launched(
  cluster: Cluster,
  command: Command,
  log: (line: string) => void,
): Promise<Running> {
  const child = launch(cluster, command)
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new PostgresError(`The database did not start: ${error instanceof Error ? error.message : error}`)
  }
  const pid = child.pid ?? 0
  try {
    await untilReady(cluster, pid, () => child.exitCode === null && child.signalCode === null, log)
  } catch (error) {
    await endProcesses(cluster.name, pid)
    throw error
  }
  return {
    pid,
    whenEnded(tell) {
      const ended = (status: number | null, signal: string | null) => tell(signal ?? `status ${status}`)
      child.once('exit', ended)
      return () => child.off('exit', ended)
    },
  }
}

/** A postmaster that another process has started: nobody tells us of its end, so we look. */
export const adopted = (cluster: Cluster, pid: number): Running => ({
  pid,
  whenEnded(tell) {
    const timer = setInterval(() => {
      if (processesOf(cluster.name).includes(pid)) return
      clearInterval(timer)
      tell('unseen')
    }, 1000).unref()
    return () => clearInterval(timer)
  },
})
