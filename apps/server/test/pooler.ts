import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@kabao/postgres'
import { freePort } from './built-service.ts'

/** PgBouncer does not run as root. It becomes this user by itself, once its program is read: that may be in a folder of root. */
const isRoot = process.getuid?.() === 0
const nobody = { name: 'nobody', uid: 65534, gid: 65534 }

export interface Pooler {
  port: number
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in front of a server. A database is served in session mode under its own name, and in transaction mode under its
 * name with `_shared` behind it.
 * @param names the databases that are served in transaction mode too, and the users that it lets in
 */
export async function startPooler(
  program: string,
  folder: string,
  { host, port: serverPort }: Connection,
  names: { shared: readonly string[]; users: readonly string[] },
): Promise<Pooler> {
  const { shared, users } = names
  const port = await freePort()
  const at = `host=${host} port=${serverPort}`
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'pgbouncer.ini')
  // No parameter is ignored: what the service sends at the start is what every PgBouncer accepts.
  const lines = [
    '[databases]',
    ...shared.map((name) => `${name}_shared = ${at} dbname=${name} pool_mode=transaction pool_size=4`),
    `* = ${at} pool_mode=session pool_size=60`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...[
      'auth_type = trust',
      'auth_file = users.txt',
      'stats_users = kabao_app',
      'max_client_conn = 200',
      'server_lifetime = 3600',
      'stats_period = 1',
      ...(isRoot ? [`user = ${nobody.name}`] : []),
    ],
  ]
  await writeFile(join(folder, 'users.txt'), users.map((user) => `"${user}" ""\n`).join(''))
  await writeFile(file, `${lines.join('\n')}\n`)
  if (isRoot) await chown(folder, nobody.uid, nobody.gid)
  const child = spawn(program, [file], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await untilListening(port, child, () => said)
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function untilListening(port: number, child: ChildProcess, said: () => string) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said()}`)
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await sleep(50)
  }
}
