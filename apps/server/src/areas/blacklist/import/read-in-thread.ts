import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SheetProblem } from '../../../sheet/sheet.ts'
import type { Vault } from '../../../vault.ts'
import type { FromThread, ThreadTask } from './thread-task.ts'

/** The thread's heap, in megabytes: a file that needs more was made for that. */
const mostMegabytes = 160

/**
 * The rows of a file, in pieces as COPY takes them. It reads no faster than they are taken.
 * @throws SheetProblem where the file cannot be read; whatever the signal says
 */
export async function* readInThread(
  task: Omit<ThreadTask, 'key'>,
  vault: Vault,
  signal: AbortSignal,
  onRead: (rows: number, share: number) => void,
): AsyncGenerator<Uint8Array> {
  const worker = await startThread({ ...task, key: vault.keyForThread() })
  const said: FromThread[] = []
  let failure: unknown = null
  let wake: () => void = () => undefined
  worker.on('message', (what: FromThread) => {
    said.push(what)
    wake()
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetProblem('fileBomb') : error
    wake()
  })
  worker.on('exit', () => {
    failure ??= new Error('The thread that reads an import ended')
    wake()
  })
  const stop = () => wake()
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      signal.throwIfAborted()
      const what = said.shift()
      if (what === undefined) {
        if (failure) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      if (what.kind === 'problem') throw new SheetProblem(what.problem, what.values)
      if (what.kind === 'end') return
      yield what.bytes
      onRead(what.rows, what.share)
      worker.postMessage('taken')
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** In a bundle the file beside it; from the source it is made once, in memory. */
async function startThread(workerData: ThreadTask): Promise<Worker> {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } }
  if (!import.meta.url.endsWith('.ts')) return new Worker(builtThread(), options)
  made ??= make()
  return new Worker(await made, { ...options, eval: true, execArgv: [] })
}

/** This may be in a chunk, one folder below. */
function builtThread(): string {
  const here = import.meta.dirname
  const places = [here, dirname(here)].map((folder) => join(folder, 'threads/blacklist-import.js'))
  return places.find((path) => existsSync(path)) ?? (places[0] as string)
}

let made: Promise<string> | undefined

async function make(): Promise<string> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: join(import.meta.dirname, 'thread.ts'), platform: 'node' })
  const { output } = await bundle.generate({ format: 'cjs' })
  return output[0].code
}
