import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { PostgresError } from './errors.ts'
import { type Command, launch, untilReady } from './postmaster.ts'
import { endProcesses, processesOf } from './processes.ts'

/** A postmaster that accepts connections: our child or adopted. */
export interface Running {
  pid: number
  /** Calls `notify` when it ends; returns the function that unsubscribes. */
  whenEnded(notify: (how: string) => void): () => void
}

/** Starts the postmaster as our child. */
export async function launched(
  cluster: Cluster,
  command: Command,
  log: (line: string) => void,
): Promise<Running> {
  const child = await retryWhileMemoryIsHeld(() => launchedOnce(cluster, command, log))
  const pid = child.pid ?? 0
  return {
    pid,
    whenEnded(notify) {
      const ended = (status: number | null, signal: string | null) => notify(signal ?? `status ${status}`)
      child.once('exit', ended)
      return () => child.off('exit', ended)
    },
  }
}

/** A postmaster that another process has started. Nothing notifies us of its end, so it is polled. */
export const adopted = (cluster: Cluster, pid: number): Running => ({
  pid,
  whenEnded(notify) {
    const timer = setInterval(() => {
      if (processesOf(cluster.name).includes(pid)) return
      clearInterval(timer)
      notify('unseen')
    }, 1000).unref()
    return () => clearInterval(timer)
  },
})

/** Retries, because a killed process frees its shared memory a moment after it has disappeared from the process list. */
async function retryWhileMemoryIsHeld<T>(start: () => Promise<T>): Promise<T> {
  const end = Date.now() + 5000
  for (;;) {
    try {
      return await start()
    } catch (error) {
      const tooEarly = error instanceof PostgresError && error.message.includes('shared memory block')
      if (!tooEarly || Date.now() > end) throw error
      await delay(50)
    }
  }
}

async function launchedOnce(
  cluster: Cluster,
  command: Command,
  log: (line: string) => void,
): Promise<ChildProcess> {
  const child = await spawned(cluster, command)
  const pid = child.pid ?? 0
  try {
    await untilReady(cluster, pid, () => child.exitCode === null && child.signalCode === null, log)
    return child
  } catch (error) {
    await endProcesses(cluster.name, pid)
    throw error
  }
}

async function spawned(cluster: Cluster, command: Command): Promise<ChildProcess> {
  try {
    const child = launch(cluster, command)
    await once(child, 'spawn')
    return child
  } catch (error) {
    throw new PostgresError(`PostgreSQL (${command.file}) could not be run.`, { cause: error })
  }
}
