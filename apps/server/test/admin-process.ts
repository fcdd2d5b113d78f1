import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { serverRoot } from '#platform/base/paths'
import { adminProgram } from './programs-of-run.ts'
import { shellEnv } from './shell-env.ts'

/** Starts `npm run admin` as a shell would, with only these variables. */
export const startAdmin = (args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [adminProgram(), ...args], {
    cwd: serverRoot,
    env: { ...shellEnv(), ...env },
    stdio: 'pipe',
  })

/** Runs it to its end. @param input what it reads from standard input */
export async function runAdmin(args: readonly string[], env: Record<string, string>, input = '') {
  const child = startAdmin(args, env)
  child.stdin?.end(input)
  const ended = once(child, 'close')
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    ended,
  ])
  return { out, err, code: code as number }
}
