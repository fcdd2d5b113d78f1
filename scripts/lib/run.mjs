import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'

const children = new Set()
const patience = 20_000
let isStopping = false

/** An error that ends a script with one sentence and without a stack trace. */
export class Failure extends Error {}

/** Runs a program with its output on the terminal; any exit code but 0 is a `Failure` with the given sentence. */
export async function run(command, args, { otherwise, ...options } = {}) {
  const child = start(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
  if ((await ending(child)) !== 0) throw new Failure(otherwise ?? `${command} failed.`)
}

/** Runs a program and keeps its output, in memory and in `log`. */
export async function capture(command, args, { log, ...options } = {}) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  if (log) mkdirSync(dirname(log), { recursive: true })
  const file = log && createWriteStream(log)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      file?.write(text)
    })
  }
  const code = await ending(child).catch((error) => {
    output += error.message
    return 1
  })
  file?.end()
  return { code, output }
}

/**
 * Starts a program that ends, at the latest, when this script ends. It gets its own process group. So Ctrl-C in a
 * terminal reaches it once, through `main`; many programs stop without clean-up at a second one.
 */
export function start(command, args, options = {}) {
  if (isStopping) throw new Failure(`${command} is not started any more.`)
  const child = spawn(command, args, { cwd: root, detached: true, ...options })
  children.add(child)
  child.once('close', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/** The exit code; a program killed by a signal counts as failed. */
export const ending = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

/** Runs a script's body. A `Failure` prints its sentence; a signal first ends the programs started here. */
export async function main(body) {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  const stop = async (signal) => {
    await stopChildren()
    process.exit(signals[signal])
  }
  for (const signal of Object.keys(signals)) process.once(signal, stop)
  try {
    await body()
  } catch (error) {
    // The handler of the signal exits the process, once the other programs have ended.
    if (isStopping) await new Promise(() => {})
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  } finally {
    for (const signal of Object.keys(signals)) process.off(signal, stop)
  }
}

/** Sends SIGINT for any received signal, because every tool cleans up at SIGINT. */
export async function stopChildren() {
  isStopping = true
  const living = [...children]
  for (const child of living) child.kill('SIGINT')
  await Promise.race([Promise.allSettled(living.map(ending)), sleep(patience, null, { ref: false })])
  for (const child of living) killGroup(child)
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
