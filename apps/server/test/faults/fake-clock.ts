import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, findBinaries } from '@kabao/postgres'

/** What a test says that is skipped without the library. */
export const noFakeClock = 'a clock that jumps needs libfaketime (Debian: apt-get install libfaketime)'

/** Debian's library that gives a process another time; undefined if it is not installed. */
export const fakeClock: string | undefined = readdirSync('/usr/lib')
  .map((name) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
  .find((path) => existsSync(path))

/** The clock of one process and its children; it can be put forward and back while they run. */
export interface JumpingClock {
  /** The environment of the process. */
  env: Record<string, string>
  /** @param seconds how far ahead of the real time it is from now on; negative: behind */
  set(seconds: number): Promise<void>
}

/** @param path of its file, which the process must be able to read */
export async function jumpingClock(path: string): Promise<JumpingClock> {
  const set = async (seconds: number) => {
    // A process that met an empty file would have the real time for a moment.
    const next = `${path}.next`
    await writeFile(next, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
    await chmod(next, 0o644)
    await rename(next, path)
  }
  await set(0)
  return {
    env: {
      LD_PRELOAD: fakeClock ?? '',
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DISABLE_SHM: '1',
      // A clock that is put right does not change how long something takes.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    set,
  }
}

/** PostgreSQL's programs with another clock. @param folder that the database's user can reach */
export async function binariesWith({ env }: JumpingClock, folder: string): Promise<Binaries> {
  const real = await findBinaries(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {})
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true, mode: 0o755 })
  const settings = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`)
  for (const name of ['postgres', 'initdb']) {
    const lines = [
      '#!/bin/sh',
      ...(name === 'postgres' ? settings : []),
      `exec '${join(real.bin, name)}' "$@"`,
    ]
    await writeFile(join(bin, name), `${lines.join('\n')}\n`, { mode: 0o755 })
  }
  return { ...real, bin }
}
