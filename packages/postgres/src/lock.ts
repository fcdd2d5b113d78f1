import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { codeOf, explained, PostgresError } from './errors.ts'
import { shortPath } from './short-path.ts'

export interface Lock {
  release(): Promise<void>
}

/**
 * Locks the data folder for this process, or throws an error with the number of the process that holds the lock.
 *
 * The lock is a socket that its owner listens on. The kernel closes it when the process dies for any reason, and it can be tested
 * from another container that mounts the same folder; a file with a process number offers neither. Each starter first listens under
 * a unique name and only then looks for others, so of two concurrent starters at least one sees the other; if both do, the lower
 * name wins. A name is never reused, so deleting the sockets of dead processes cannot hit a living one.
 */
export async function lockFolder(folder: DataFolder): Promise<Lock> {
  await explained({ EACCES: `The data folder ${folder.path} cannot be written by this process.` }, () =>
    mkdir(folder.locks, { recursive: true, mode: 0o700 }),
  )
  const locks = await shortPath(folder.locks)
  const own: Rival = { name: `${process.pid}-${randomBytes(4).toString('hex')}${ending}`, state: 'starting' }
  const server = await announce(locks, own)
  const release = async () => {
    await rm(join(locks, own.name), { force: true })
    server.close()
  }

  try {
    for (;;) {
      const rivals = await rivalsOf(own.name, locks)
      const first = rivals.find(
        ({ name, state }) => state === 'holding' || (state === 'starting' && name < own.name),
      )
      if (first) throw inUse(folder.path, first.name)
      if (rivals.length === 0) break
      await delay(20)
    }
  } catch (error) {
    await release()
    throw error
  }
  own.state = 'holding'
  return { release }
}

interface Rival {
  name: string
  /** The owner closed the connection without an answer because it is leaving, so a second look is needed. */
  state: 'starting' | 'holding' | 'leaving'
}

const ending = '.lock'

async function announce(locks: string, own: Rival): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).end(own.state)).unref()
  // A socket that is bound but not yet listening looks dead. It gets its real name after that.
  const draft = join(locks, `${basename(own.name, ending)}.new`)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(noSockets(locks, error)))
    server.listen(draft, resolve)
  })
  await rename(draft, join(locks, own.name))
  return server
}

/** All other living starters. Deletes the sockets of dead ones. */
async function rivalsOf(own: string, locks: string): Promise<Rival[]> {
  const names = await readdir(locks)
  await Promise.all(names.filter((name) => name.endsWith('.new')).map((name) => removeOld(join(locks, name))))
  const others = names.filter((name) => name.endsWith(ending) && name !== own)
  const answers = await Promise.all(others.map((name) => visit(join(locks, name))))
  return answers.filter((rival) => rival !== undefined)
}

function visit(path: string): Promise<Rival | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    const is = (state: Rival['state']) => {
      socket.destroy()
      resolve({ name: basename(path), state })
    }
    // A process that does not answer in time is busy or suspended, and may hold the lock.
    socket.setEncoding('utf8').setTimeout(2000, () => is('holding'))
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('end', () => is(answer === 'starting' || answer === 'holding' ? answer : 'leaving'))
    socket.on('error', (error) => {
      const code = codeOf(error) ?? ''
      if (['ECONNREFUSED', 'ENOENT'].includes(code)) rm(path, { force: true }).then(() => resolve(undefined))
      else is(['ECONNRESET', 'EPIPE'].includes(code) ? 'leaving' : 'holding')
    })
  })
}

async function removeOld(draft: string): Promise<void> {
  const found = await stat(draft).catch(() => undefined)
  if (found && Date.now() - found.mtimeMs > 60_000) await rm(draft, { force: true })
}

const inUse = (path: string, name: string) =>
  new PostgresError(`The data folder ${path} is in use by process ${Number.parseInt(name, 10)}.`)

const noSockets = (locks: string, error: Error) =>
  new PostgresError(
    `The folder ${locks} cannot hold sockets (${codeOf(error)}): keep the data folder on a local file system, or set DATABASE_URL.`,
    { cause: error },
  )
