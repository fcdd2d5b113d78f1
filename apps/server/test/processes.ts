import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { shellEnv } from './shell-env.ts'

/** A process that runs, for a test to kill. */
export interface RunningProcess {
  /** Ends it with SIGKILL; when this resolves, it is gone. */
  kill(): Promise<void>
}

export interface Processes<Task> {
  /** Starts one with its task, and another one if it ends before it runs. The process of the next one is made meanwhile. */
  start(task: Task): Promise<RunningProcess>
  /** Ends those that live. */
  end(): Promise<void>
}

/**
 * Processes of a program that tells when it is there, waits for its task, and tells when it runs: three messages.
 * @param program its file
 */
export function processesOf<Task extends object>(program: string): Processes<Task> {
  const living = new Set<ChildProcess>()
  let next: Promise<ChildProcess> | null = null

  async function make(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [program], {
      env: shellEnv(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    living.add(child)
    await once(child, 'message')
    return child
  }
  async function kill(child: ChildProcess) {
    living.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  return {
    async start(task) {
      for (let tries = 5; ; tries--) {
        const ready = next ?? make()
        next = make()
        const child = await ready
        const outcome = Promise.race([
          once(child, 'message').then(() => 'running'),
          once(child, 'exit').then(() => 'ended'),
        ])
        child.send(task)
        if ((await outcome) === 'running') return { kill: () => kill(child) }
        living.delete(child)
        if (tries === 0) throw new Error('the process ends before it runs')
      }
    },
    async end() {
      await next
      await Promise.all([...living].map(kill))
    },
  }
}
