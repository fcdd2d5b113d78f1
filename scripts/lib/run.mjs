import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './paths.mjs'

const children = new Set()

/** What ends a script with one sentence and no stack. */
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

/** Starts a program that ends, at the latest, when this script does. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, ...options })
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

/** Runs a script's body: a `Failure` becomes its sentence, a signal also ends the programs started here. */
export async function main(body) {
  const stop = (signal) => {
    for (const child of children) child.kill(signal)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    await body()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
