import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const repository = join(import.meta.dirname, '..')
/** `npm test` searches every log in this folder for secrets at its end. */
const logs = join(repository, '.cache/test-logs')
const run = promisify(execFile)

/** Time limits in milliseconds: a start, including an install and a build if needed, and a stop. */
const startMs = 300_000
const endMs = 25_000

export interface Product {
  /** For example `http://127.0.0.1:41234`. */
  origin: string
  dataDir: string
}

export interface RunningProduct extends Product {
  /** Stops the product in order and returns its exit code; null if it had to be killed. */
  end(): Promise<number | null>
}

/**
 * Starts a product on a free port and resolves when it is ready. The product stops by itself when this process has ended.
 * @param options.program the script for Node: `scripts/start.mjs` builds first, `apps/server/dist/main.js` is already built
 * @param options.log name of the log without its extension
 * @param options.env further settings
 */
export async function startProduct(options: {
  program: string
  dataDir: string
  log: string
  env?: Record<string, string>
}): Promise<RunningProduct> {
  const { DATABASE_URL: _none, ...env } = process.env
  const { dataDir } = options
  const endWithParent = join(import.meta.dirname, 'end-with-parent.mjs')
  const args = ['--enable-source-maps', '--import', endWithParent, join(repository, options.program)]
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: {
      ...env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_USERS: '2000',
      LOG_LEVEL: 'debug',
      // A journey counts what it did itself.
      DEMO_TRAFFIC: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A separate process group, so that Ctrl-C reaches only Playwright, which then stops the products.
    detached: true,
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  mkdirSync(logs, { recursive: true })
  const path = join(logs, `${options.log}.log`)
  const file = createWriteStream(path)
  let said = ''
  child.stdout?.pipe(file, { end: false })
  child.stderr?.pipe(file, { end: false })
  child.once('close', () => file.end())
  const written = once(file, 'close')
  const ready = new Promise<string>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const origin = /Kabao is ready: (http:\S+)/.exec(said)?.[1]
      if (origin) resolve(origin)
    })
  })
  const end = async () => {
    child.kill('SIGTERM')
    const code = await Promise.race([ended, sleep(endMs, null, { ref: false })])
    // Kills the rest of the process group, such as the database.
    killGroup(child.pid)
    await Promise.race([written, sleep(2000, null, { ref: false })])
    return code
  }
  const origin = await Promise.race([ready, ended, sleep(startMs, null, { ref: false })])
  if (typeof origin === 'string') return { origin, dataDir, end }
  await end()
  throw new Error(`The product did not start:\n${readFileSync(path, 'utf8')}`)
}

/** A port of its own for the partner of each worker (`partner.ts`); the product of this worker may call it. */
export const partnerPort = (worker: number): number => 39_200 + worker

/**
 * Starts a product on a copy of the filled data folder, for one worker of Playwright.
 * @param template the data folder of a product that was stopped in order
 * @param worker number of the worker, never used before
 * @param env further settings
 * @returns the product and its stop function, which first dumps the database for the check of secrets
 */
export async function startCopy(
  template: string,
  worker: number,
  env: Record<string, string> = {},
): Promise<Product & { end(): Promise<void> }> {
  const name = `product-${worker}`
  const dataDir = join(dirname(template), name)
  // Keeps owners and rights, because as root the embedded PostgreSQL runs as another user.
  await run('cp', ['-a', template, dataDir])
  const product = await startProduct({
    program: 'apps/server/dist/main.js',
    dataDir,
    log: name,
    env: { INTERNAL_PARTNERS: `127.0.0.1:${partnerPort(worker)}`, ...env },
  })
  const end = async () => {
    try {
      await run(process.execPath, ['test/dump-product.ts', dataDir, name], {
        cwd: join(repository, 'apps/server'),
      })
    } finally {
      await product.end()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  }
  return { origin: product.origin, dataDir, end }
}

function killGroup(pid: number | undefined) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
