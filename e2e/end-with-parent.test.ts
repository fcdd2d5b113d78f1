import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const endWithParent = join(import.meta.dirname, 'end-with-parent.mjs')

/** The program of the started process: it never ends by itself, and prints a line when its thread runs. */
const child = `
  const { Worker } = require('node:worker_threads')
  setInterval(() => {}, 1000)
  new Worker(new URL('data:text/javascript,setInterval(() => {}, 1000)')).once('online', () => setTimeout(() => process.send('up'), 500))
`

/** Starts that process and prints its process id, at once or when its thread runs. */
const starter = (when: 'at once' | 'when up') => `
  const { spawn } = require('node:child_process')
  const args = ['--import', ${JSON.stringify(endWithParent)}, '-e', ${JSON.stringify(child)}]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true })
  const say = () => process.stdout.write(String(child.pid))
  ${when === 'at once' ? 'say()' : "child.once('message', say)"}
`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['at once', 'when up'] as const)(
  'what was started ends when its starter is killed, and not before: %s',
  async (when) => {
    const parent = spawn(process.execPath, ['-e', starter(when)], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(parent.stdout, 'data')
    const pid = Number(said)
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  },
)
