import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const repository = join(import.meta.dirname, '..')
const log = join(repository, '.cache/test/product.log')

/**
 * Starts the built product once for all journeys, on a port and with data of its own; answers how to end it. One that
 * runs already is used where `E2E_BASE_URL` and `E2E_DATA_DIR` name it: for who writes journeys.
 */
export default async function startProduct() {
  if (process.env.E2E_BASE_URL) return
  const folder = await mkdtemp(join(tmpdir(), 'kabao-e2e-'))
  // As root the embedded PostgreSQL runs as somebody else, who must get through to its data.
  await chmod(folder, 0o755)
  const port = await freePort()
  const product = launch({ PORT: String(port), DATA_DIR: join(folder, 'data') })
  const discard = () => {
    killGroup(product)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  // For a run that is interrupted before it has a teardown.
  process.once('exit', discard)
  const stop = async () => {
    process.off('exit', discard)
    writeDown(join(folder, 'data'))
    await end(product)
    discard()
  }
  try {
    process.env.E2E_DATA_DIR = join(folder, 'data')
    process.env.E2E_BASE_URL = `http://127.0.0.1:${port}`
    await ready(product, `${process.env.E2E_BASE_URL}/healthz`)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

function launch(settings: Record<string, string>) {
  mkdirSync(join(log, '..'), { recursive: true })
  const { DATABASE_URL: _none, ...env } = process.env
  const product = spawn(process.execPath, [join(repository, 'scripts/start.mjs')], {
    env: { ...env, HOST: '127.0.0.1', DEMO_USERS: '2000', LOG_LEVEL: 'debug', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the end reaches the database too.
    detached: true,
  })
  const file = createWriteStream(log)
  product.stdout.pipe(file, { end: false })
  product.stderr.pipe(file, { end: false })
  return product
}

async function ready(product: ChildProcess, url: string) {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(200)) {
    if (hasEnded(product)) throw new Error(`The product ended at its start:\n${readFileSync(log, 'utf8')}`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`The product was not ready after two minutes:\n${readFileSync(log, 'utf8')}`)
}

/** Keeps what the database holds after the journeys, for the check of secrets. */
function writeDown(dataDir: string) {
  const script = join(repository, 'apps/server/test/dump-product.ts')
  execFileSync(process.execPath, ['--import', 'tsx', script, dataDir], {
    cwd: join(repository, 'apps/server'),
    stdio: 'inherit',
  })
}

/** Asks the product to end as a terminal would, and waits for it. */
async function end(product: ChildProcess) {
  product.kill('SIGTERM')
  for (const deadline = Date.now() + 15_000; Date.now() < deadline && !hasEnded(product); ) await sleep(50)
}

const hasEnded = (product: ChildProcess) => product.exitCode !== null || product.signalCode !== null

function killGroup(product: ChildProcess) {
  try {
    if (product.pid !== undefined) process.kill(-product.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
