import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'
import { afterAll, beforeAll } from 'vitest'
import type { AnyJob } from '#jobs/job'
import { readers } from '../readers.ts'
import { serverRoot } from '../src/paths.ts'
import type { TestApp } from './harness.ts'
import { type JobLimits, quickLimits } from './run-jobs.ts'

/** What a process that does jobs is told. */
export interface WorkerTask {
  database: object
  /** Where its files are. */
  folder: string
  key: string
  /** Of the jobs that it does. */
  names: string[]
  limits: JobLimits
}

/** A process that does jobs. It begins when it is told to, so that nobody waits for its start. */
export interface Killable {
  begin(): void
  /** Ends it with SIGKILL; when this resolves, it is gone. */
  kill(): Promise<void>
}

/**
 * Processes that do these jobs beside an app, for the tests of one file to kill.
 * @returns starts one; it is there when this resolves
 */
export function killableWorkers(
  app: TestApp,
  jobs: readonly Pick<AnyJob, 'name'>[],
  limits: JobLimits = {},
): () => Promise<Killable> {
  // Below the server, as it is when it is released, so that what it imports is found.
  const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
  const living = new Set<Killable>()
  // From the source each start would take seconds.
  beforeAll(() => buildInto(folder), 60_000)
  afterAll(async () => {
    await Promise.all([...living].map((each) => each.kill()))
    await rm(folder, { recursive: true, force: true })
  })

  return async () => {
    const { host, port, user, database } = app.servicePool.options
    const task: WorkerTask = {
      database: { host, port, user, database, max: 8, statement_timeout: 600_000 },
      folder: app.filesFolder,
      key: app.vault.keyForReader(),
      names: jobs.map(({ name }) => name),
      limits: { ...quickLimits, ...limits },
    }
    const child = spawn(process.execPath, [join(folder, 'job-worker.js')], {
      env: { PATH: process.env.PATH, WORKER: JSON.stringify(task) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const started: Killable = {
      begin: () => void child.send('begin'),
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

/** The reader of the made-up list. */
const madeUp = { 'readers/voucher.reader': 'test/made-up-import/voucher.reader.ts' }

/** Builds the process, and where it looks for them the readers that it starts. */
async function buildInto(folder: string): Promise<void> {
  await build({
    input: {
      'job-worker': join(serverRoot, 'test/job-worker.ts'),
      ...Object.fromEntries(
        Object.entries({ ...readers, ...madeUp }).map(([name, source]) => [name, join(serverRoot, source)]),
      ),
    },
    platform: 'node',
    external: (id) => /^[^.#/]/.test(id) && !id.startsWith('@kabao/'),
    output: { dir: folder, format: 'esm', entryFileNames: '[name].js' },
    logLevel: 'silent',
  })
}
