import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { serverRoot } from '#platform/base/paths'
import type { AnyJob } from '#platform/jobs/job'
import { readers } from '../readers.ts'
import { bundle } from './bundle.ts'
import type { TestApp } from './harness.ts'
import { type JobLimits, quickLimits } from './run-jobs.ts'
import { shellEnv } from './shell-env.ts'

/** The start message of a process that runs jobs. */
export interface WorkerTask {
  database: object
  /** The folder of its files. */
  folder: string
  key: string
  /** The settings of its jobs. */
  names: string[]
  limits: JobLimits
}

/** A process that runs jobs. It begins on the start message, so that no test waits for its startup. */
export interface Killable {
  begin(): void
  /** Ends it with SIGKILL; when this resolves, it is gone. */
  kill(): Promise<void>
  /** Resolves when it has ended, by whatever. */
  ended: Promise<unknown>
}

/**
 * Processes that run these jobs beside an app, for the tests of one file to kill.
 * @param through the port on this machine by which they reach the database
 * @returns a function that starts one and resolves when it is ready
 */
export function killableWorkers(
  app: TestApp,
  jobs: readonly Pick<AnyJob, 'name'>[],
  limits: JobLimits = {},
  through?: () => number,
): () => Promise<Killable> {
  const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
  const living = new Set<Killable>()
  beforeAll(() => bundle(folder, { 'job-worker': 'test/job-worker.ts', ...readers, ...madeUp }), 60_000)
  afterAll(async () => {
    await Promise.all([...living].map((each) => each.kill()))
    await rm(folder, { recursive: true, force: true })
  })

  return async () => {
    const { host, port, user, database } = app.servicePool.options
    const task: WorkerTask = {
      database: {
        ...(through ? { host: '127.0.0.1', port: through() } : { host, port }),
        user,
        database,
        max: 8,
        statement_timeout: 600_000,
      },
      folder: app.filesFolder,
      key: app.vault.keyForReader(),
      names: jobs.map(({ name }) => name),
      limits: { ...quickLimits, ...limits },
    }
    const child = spawn(process.execPath, [join(folder, 'job-worker.js')], {
      env: { ...shellEnv(), WORKER: JSON.stringify(task) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const started: Killable = {
      begin: () => void child.send('begin'),
      ended: once(child, 'exit'),
      async kill() {
        await end(child)
        living.delete(started)
      },
    }
    living.add(started)
    await once(child, 'message')
    return started
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The reader of the made-up list, in the place where the process looks for it. */
const madeUp = { 'readers/voucher.reader': 'test/made-up-import/voucher.reader.ts' }
