import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { serverRoot } from '#platform/base/paths'
import { bundle } from './bundle.ts'
import type { EngineTask } from './engine-worker.ts'
import { processesOf, type RunningProcess } from './processes.ts'

/**
 * Instances of the pipeline in processes of their own, for the tests of one file to kill.
 * @returns a function that resolves when one runs; the process of the next one is made meanwhile
 */
export function engineInstances(): (task: EngineTask) => Promise<RunningProcess> {
  const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
  const processes = processesOf<EngineTask>(join(folder, 'engine-worker.js'))

  beforeAll(() => bundle(folder, { 'engine-worker': 'test/engine-worker.ts' }), 60_000)
  afterAll(async () => {
    await processes.end()
    await rm(folder, { recursive: true, force: true })
  })
  return (task) => processes.start(task)
}
