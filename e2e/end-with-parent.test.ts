import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Starts a process that never ends by itself, says its number, and waits. */
const starter = `
  const { spawn } = require('node:child_process')
  const args = ['--import', ${JSON.stringify(join(import.meta.dirname, 'end-with-parent.mjs'))}, '-e', 'setInterval(() => {}, 1000)']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true })
  process.stdout.write(String(child.pid))
`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('what was started ends when its starter is killed, however suddenly', async () => {
  const parent = spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(parent.stdout, 'data')
  const child = Number(said)
  expect(isRunning(child)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(child), { timeout: 10_000 }).toBe(false)
})
