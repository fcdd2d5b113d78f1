import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { capture, ending, start } from '../lib/run.mjs'
import { startDatabase } from './database.mjs'

const password = 'a first password of the image'

/** Starts the image as a container, uses it, and stops it. @returns a sentence for each thing that is wrong */
export async function proveImage(builder, folder) {
  const problems = []
  const database = await startDatabase(join(folder, 'data'))
  const container = await builder.run('from', '--pull-never', 'localhost/kabao')
  const port = await freePort()
  const env = {
    DATABASE_URL: database.url,
    DATA_KEY: randomBytes(32).toString('base64'),
    ADMIN_PASSWORD: password,
    PORT: String(port),
    HOST: '127.0.0.1',
    ALLOW_OWNER_RIGHTS: '1',
  }
  const inContainer = (...command) =>
    builder.args(
      'run',
      '--isolation=chroot',
      ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
      container,
      '--',
      ...command,
    )
  const service = start('buildah', inContainer('node', 'apps/server/dist/main.js'), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = ending(service)
  let log = ''
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      log += text
    })
  const check = async (what, holds) => {
    const found = await holds().catch((error) => error.message)
    if (found !== true) problems.push(`${what}: ${found}`)
  }
  const own = `http://127.0.0.1:${port}`
  const ask = (path, options) => fetch(own + path, { signal: AbortSignal.timeout(15_000), ...options })
  const run = async (...command) => {
    const { code, output } = await capture('buildah', inContainer(...command))
    return code === 0 ? true : output.slice(-500)
  }
  try {
    await check('it is ready', () => ready(ask, () => service.exitCode))
    await check('the console is served', async () =>
      (await (await ask('/')).text()).includes('<div id="root"'),
    )
    await check('the documentation is served', async () => (await ask('/api/docs/swagger-ui-bundle.js')).ok)
    await check('an administrator signs in and sees the version', async () => {
      const body = JSON.stringify({ username: 'admin', password })
      const answer = await ask('/api/admin/login', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      const { data, desc } = await answer.json()
      if (typeof data?.token !== 'string') return desc
      const me = await (await ask('/api/admin/me', { headers: { token: data.token } })).json()
      return /^\d+\.\d+\.\d+\+/.test(me.data?.version) || JSON.stringify(me)
    })
    await check('the health check of the image passes', () =>
      run('node', 'apps/server/dist/commands/health.js'),
    )
    await check('the commands run', () => run('node', 'apps/server/dist/commands/admin.js', 'list'))
    await check('pictures can be read', () => run('node', '-e', `require('/app/node_modules/sharp')`))
    await check('it is not root', () => run('node', '-e', 'process.exit(process.getuid() === 65532 ? 0 : 1)'))
    await check('it cannot change itself', () =>
      run('node', '-e', `try { fs.writeFileSync('/app/x', ''); process.exit(1) } catch {}`),
    )
    await check('it can keep files', () => run('node', '-e', `fs.writeFileSync('/data/x', '')`))
    process.kill(innermost(service.pid), 'SIGTERM')
    const code = await Promise.race([end, sleep(60_000, 'still running', { ref: false })])
    if (code !== 0) problems.push(`it stops when it is asked to: ${code}`)
  } finally {
    if (service.exitCode === null) process.kill(-service.pid, 'SIGKILL')
    await database.stop()
  }
  if (problems.length > 0) problems.push(`Its last words: ${log.slice(-2_000)}`)
  return problems
}

async function ready(ask, hasEnded) {
  for (let tries = 0; tries < 480; tries++) {
    if (hasEnded() !== null) return `it ended with ${hasEnded()}`
    const answer = await ask('/readyz').catch(() => null)
    if (answer?.ok) return true
    await sleep(250)
  }
  return 'not after two minutes'
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** The service itself: buildah starts it below several processes of its own, which pass no signal on. */
function innermost(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return children.length > 0 ? innermost(Number(children[0])) : pid
}
