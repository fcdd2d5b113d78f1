import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { logFolder } from './harness.ts'
import { shellEnv } from './shell-env.ts'

/** An instance of the service as a process, on a port that stays the same. */
export interface Instance {
  url: string
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** Ends it with SIGKILL, if it runs. */
  kill(): Promise<void>
  /** Asks it to end in order, as an orchestrator does. @returns its exit code */
  stop(): Promise<number | null>
  /** Freezes it, or has it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Resolves with its exit code when it has ended. */
  ended(): Promise<number | null>
}

/**
 * @param program the service as it is released
 * @param env its whole configuration apart from the port
 */
export async function instanceOf(program: string, env: Record<string, string>): Promise<Instance> {
  const port = await freePort()
  let child: ChildProcess | null = null
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await ended
    return code as number | null
  }
  await mkdir(logFolder, { recursive: true })
  return {
    url: `http://127.0.0.1:${port}`,
    kill,
    stop,
    signal: (name) => void child?.kill(name),
    async ended() {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child?.exitCode ?? null
    },
    async start() {
      const log = createWriteStream(join(logFolder, `instance-${port}.log`), { flags: 'a' })
      await once(log, 'open')
      child = spawn(process.execPath, [program], {
        env: {
          ...shellEnv(),
          PORT: String(port),
          LOG_LEVEL: 'info',
          ...env,
        },
        stdio: ['ignore', log, 'pipe'],
      })
      let said = ''
      await new Promise<void>((resolve, reject) => {
        child?.stderr?.setEncoding('utf8').on('data', (text: string) => {
          said += text
          if (said.includes('Kabao is ready')) resolve()
        })
        child?.once('exit', () => reject(new Error(`An instance ended before it was ready: ${said}`)))
      })
    },
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
