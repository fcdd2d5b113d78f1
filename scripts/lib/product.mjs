import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from './paths.mjs'
import { ending, Failure, start } from './run.mjs'

/** Starts the built product on its own port with its own data; returns its address and a stop function. */
export async function startProduct({ users = 2000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-'))
  // As root, the embedded PostgreSQL runs as another user, who must be able to reach its data.
  await chmod(folder, 0o755)
  const port = await freePort()
  const { DATABASE_URL: _none, ...env } = process.env
  const child = start(process.execPath, [at('scripts/start.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DEMO_USERS: String(users),
      DEMO_TRAFFIC: '0',
      LOG_LEVEL: 'error',
    },
  })
  const ended = ending(child)
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(15_000)])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(200)) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${origin}/healthz`).catch(() => null)
    if (answer?.ok) return { origin, stop }
  }
  await stop()
  throw new Failure('The product did not start.')
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
