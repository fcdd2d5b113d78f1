import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SheetProblem } from '../sheet/sheet.ts'
import type { Vault } from '../vault.ts'
import type { FromReader, ReaderTask } from './reader-task.ts'

/** The reader's heap, in megabytes: a file that needs more was made for that. */
const mostMegabytes = 160

/** Why a reader ended that nobody told to end: the machine has too little memory, or somebody ended it. */
export class ReaderEnded extends Error {
  override name = 'ReaderEnded'
}

/**
 * The rows of a file, in pieces as COPY takes them. It reads no faster than they are taken.
 * @param source the file that starts the reader of the list's rows
 * @param megabytes the reader's heap
 * @throws SheetProblem where the file cannot be read; ReaderEnded; whatever the signal says
 */
export async function* readInProcess(
  source: string,
  task: Omit<ReaderTask, 'key'>,
  vault: Vault,
  signal: AbortSignal,
  onRead: (rows: number, share: number) => void,
  megabytes = mostMegabytes,
): AsyncGenerator<Uint8Array> {
  const reader = await startReader(source, megabytes)
  const said: FromReader[] = []
  let failure: unknown = null
  let wake: () => void = () => undefined
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  const gone = new Promise<void>((resolve) => {
    reader.once('exit', () => resolve())
    // It could not be started; then there is no exit.
    reader.once('error', () => resolve())
  })
  reader.on('message', (what: FromReader) => {
    said.push(what)
    wake()
  })
  reader.on('error', fail)
  reader.on('exit', (code, sign) => fail(endOf(code, sign)))
  // Whether it still hears is told by its exit.
  const tell = (what: ReaderTask | 'taken') => void (reader.connected && reader.send(what, () => undefined))
  const stop = () => wake()
  signal.addEventListener('abort', stop)
  try {
    tell({ ...task, key: vault.keyForReader() })
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
      if (what.kind === 'failure') throw what.error
      if (what.kind === 'end') return
      yield what.bytes
      onRead(what.rows, what.share)
      tell('taken')
    }
  } finally {
    signal.removeEventListener('abort', stop)
    reader.kill('SIGKILL')
    await gone
  }
}

/** V8 aborts a process whose heap is full; where a shell is in between, this is the code 134. */
const endOf = (code: number | null, sign: NodeJS.Signals | null) =>
  sign === 'SIGABRT' || code === 134
    ? new SheetProblem('fileBomb')
    : new ReaderEnded(`The process that reads an import ended (${sign ?? code})`)

/** In a bundle the file beside it; from the source it is made once, in memory. It gets nothing of this process's environment. */
async function startReader(source: string, megabytes: number): Promise<ChildProcess> {
  const isBuilt = !import.meta.url.endsWith('.ts')
  const script = isBuilt ? builtReader(source) : '-'
  const code = isBuilt ? undefined : await readerOf(source)
  const reader = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, script], {
    stdio: [isBuilt ? 'ignore' : 'pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  })
  reader.stdin?.on('error', () => undefined)
  reader.stdin?.end(code)
  return reader
}

/** This may be in a chunk, one folder below. */
function builtReader(source: string): string {
  const here = import.meta.dirname
  const places = [here, dirname(here)].map((folder) =>
    join(folder, 'readers', basename(source).replace(/\.ts$/, '.js')),
  )
  return places.find((path) => existsSync(path)) ?? (places[0] as string)
}

const made = new Map<string, Promise<string>>()

function readerOf(source: string): Promise<string> {
  const known = made.get(source) ?? make(source)
  made.set(source, known)
  return known
}

async function make(source: string): Promise<string> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: source, platform: 'node' })
  const { output } = await bundle.generate({ format: 'cjs' })
  return output[0].code
}
