import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'

export interface Outcome {
  ok: boolean
  output: string
}

/** The part of our environment that PostgreSQL's programs get, without variables that could redirect them (`PG…`, `LD_…`). */
export const programEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs a program to its end as `account`. A program that cannot be started is a result too, not an exception. */
export async function run(
  file: string,
  args: string[],
  where: { cwd: string; account: Account },
): Promise<Outcome> {
  try {
    const child = spawn(file, args, {
      ...where.account,
      cwd: where.cwd,
      env: programEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (text: string) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    const [status] = await once(child, 'close')
    return { ok: status === 0, output }
  } catch (error) {
    // Node reports a missing program by an event and a refused change of user by an exception; both are handled here.
    return { ok: false, output: error instanceof Error ? error.message : String(error) }
  }
}
