import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { serverRoot } from '../src/paths.ts'
import { bundle } from './bundle.ts'
import type { EngineTask } from './engine-worker.ts'

/** An instance of the pipeline in a process of its own. */
export interface EngineInstance {
  /** Ends it with SIGKILL; when this resolves, it is gone. */
  kill(): Promise<void>
}

/**
 * Instances of the pipeline, for the tests of one file to kill.
 * @returns a function that resolves when one runs; the process of the next one is made meanwhile
 */
export function engineInstances(): (task: EngineTask) => Promise<EngineInstance> {
  const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
  const living = new Set<ChildProcess>()
  let next: Promise<ChildProcess> | null = null

  beforeAll(() => bundle(folder, { 'engine-worker': 'test/engine-worker.ts' }), 60_000)
  afterAll(async () => {
    await next
    await Promise.all([...living].map(end))
    await rm(folder, { recursive: true, force: true })
  })

  async function make(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(folder, 'engine-worker.js')], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    living.add(child)
    await once(child, 'message')
    return child
  }
  async function end(child: ChildProcess) {
    living.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  return async (task) => {
    const child = await (next ?? make())
    next = make()
    const running = once(child, 'message')
    child.send(task)
    await running
    return { kill: () => end(child) }
  }
}
