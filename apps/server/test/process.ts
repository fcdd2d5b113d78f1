import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serverRoot } from '#platform/base/paths'
import { serviceProgram } from './programs-of-run.ts'
import { shellEnv } from './shell-env.ts'

/** The service as a child process, as `npm start` runs it. */
export interface Running {
  process: ChildProcess
  /** Its output so far, both streams. */
  said(): string
  /** The address it listens on; rejects if the process ends first. */
  ready: Promise<string>
  /** Its exit code; -1 if it was killed. */
  ended: Promise<number>
}

const running = new Set<ChildProcess>()

/** The first file of a version's source; it was in the folder above before the modules. */
const mainOf = (folder: string): string =>
  ['src/boot/main.ts', 'src/main.ts'].map((path) => join(folder, path)).find((path) => existsSync(path)) ?? ''

/**
 * Starts the service with only this environment; `PORT` is a free one.
 * @param older the folder of the server of another version, which starts from its source
 */
export function runService(env: Record<string, string>, older?: string): Running {
  const program = older === undefined ? serviceProgram() : mainOf(older)
  const child = spawn(process.execPath, [program], {
    cwd: older ?? serverRoot,
    env: {
      ...shellEnv(),
      PORT: '0',
      DEMO_USERS: '50',
      DEMO_TRAFFIC: '0',
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      const address = /Kabao is ready: (\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', () => reject(new Error(`It ended before it was ready:\n${text}`)))
  })
  ready.catch(() => undefined)
  // At once, because whoever waits for it afterwards would wait for ever.
  child.once('close', () => running.delete(child))
  const ended = once(child, 'close').then(([code]) => code ?? -1)
  return { process: child, said: () => text, ready, ended }
}

/** Only what hangs takes longer, in ms: on a busy machine a service and its migrations need a minute. */
export const hangLimit = 180_000

/** Ends the processes that a failed test left running. */
export async function endAll(): Promise<void> {
  for (const child of running) child.kill('SIGTERM')
  await Promise.all([...running].map((child) => once(child, 'close')))
}
