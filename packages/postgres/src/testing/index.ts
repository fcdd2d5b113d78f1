import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { openCluster } from '../cluster.ts'
import { endProcesses, processesOf } from '../processes.ts'
import type { Said } from './starter.ts'

export const isRoot = process.getuid?.() === 0

/** A folder for the test's data, deleted after the test. */
export async function scratch(): Promise<string> {
  const folder = await newFolder()
  onTestFinished(folder.remove)
  return folder.path
}

/** A folder for data. Disposing it ends everything that still runs in it, or in its folder `data`. */
export async function newFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'kabao-test-')))
  await chmod(path, 0o755)
  const remove = async () => {
    for (const dataDir of [path, join(path, 'data')])
      if (existsSync(join(dataDir, 'cluster', 'PG_VERSION')))
        await endProcesses(await nameOf(dataDir), undefined)
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
  }
  return { path, remove }
}

/** The living processes of the database in `dataDir`. */
export const livingIn = async (dataDir: string) => processesOf(await nameOf(dataDir))

const nameOf = async (dataDir: string) => (await openCluster(join(dataDir, 'cluster'), {})).name

export interface Starter {
  child: ChildProcess
  said: Said[]
  /** The first event of this kind, past or future. */
  hears<K extends keyof Said>(kind: K): Promise<NonNullable<Said[K]>>
  kill(): Promise<void>
}

/** Another process that starts the database in `dataDir`. */
export function starter(
  dataDir: string,
  options: { task?: 'insert' | 'insert and compute'; uid?: number } = {},
): Starter {
  const { task, uid } = options
  const program = fileURLToPath(new URL('starter.ts', import.meta.url))
  const child = spawn(process.execPath, [program, dataDir, ...(task ? [task] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const said: Said[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => said.push(JSON.parse(line)))
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  onTestFinished(kill)
  return {
    child,
    said,
    kill,
    async hears(kind) {
      for (;;) {
        const found = said.find((one) => one[kind] !== undefined)?.[kind]
        if (found !== undefined) return found as never // the find has just checked this key
        const refused = said.find((one) => one.refused)?.refused
        if (refused) throw new Error(`The starter was refused: ${refused}`)
        await Promise.race([
          once(lines, 'line'),
          once(lines, 'close').then(() => Promise.reject(new Error('closed'))),
        ])
      }
    },
  }
}
