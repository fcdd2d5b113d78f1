import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { databaseNow } from '../db/now.ts'
import type { Vault } from '../keys/vault.ts'
import { SheetProblem } from '../sheet/sheet.ts'
import type { FileHead, FromReader, ReaderTask } from './reader-task.ts'

/** The reader's heap, in megabytes; only a malicious file needs more. */
const mostMegabytes = 160

/** The reader ended unexpectedly: the machine has too little memory, or the process was killed. */
export class ReaderEnded extends Error {
  override name = 'ReaderEnded'
}

/**
 * Returns the rows of a file in chunks of COPY's format, and reads no faster than the caller takes them.
 * @param source the entry file of the reader process for the list's rows
 * @param megabytes the reader's heap
 * @throws SheetProblem if the file cannot be read; ReaderEnded; the signal's reason
 */
export async function* readInProcess(
  source: string,
  task: Omit<ReaderTask, 'key' | 'now' | 'part'>,
  vault: Vault,
  signal: AbortSignal,
  onRead: (rows: number, share: number) => void,
  megabytes = mostMegabytes,
): AsyncGenerator<Uint8Array> {
  for await (const what of messagesOf(source, { ...task, part: 'rows' }, vault, signal, megabytes)) {
    if (what.kind === 'end') return
    if (what.kind !== 'piece') continue
    yield what.bytes
    onRead(what.rows, what.share)
  }
}

/** The head of a file. @throws as `readInProcess` */
export async function readHeadInProcess(
  source: string,
  file: Pick<ReaderTask, 'path' | 'format'>,
  vault: Vault,
  signal: AbortSignal,
): Promise<FileHead> {
  const task = { ...file, importId: '0', part: 'head', titles: null, timeZone: 'UTC' } as const
  for await (const what of messagesOf(source, task, vault, signal, mostMegabytes))
    if (what.kind === 'head') return what.head
  throw new ReaderEnded('The process that reads a head ended')
}

/** What the reader says, one after the other; a piece is taken when the caller asks for the next message. */
async function* messagesOf(
  source: string,
  task: Omit<ReaderTask, 'key' | 'now'>,
  vault: Vault,
  signal: AbortSignal,
  megabytes: number,
): AsyncGenerator<FromReader> {
  const reader = await startReader(source, megabytes)
  const received: FromReader[] = []
  let failure: unknown = null
  let wake: () => void = () => undefined
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  const exited = new Promise<void>((resolve) => {
    reader.once('exit', () => resolve())
    // The process could not be started, so no exit event follows.
    reader.once('error', () => resolve())
  })
  reader.on('message', (what: FromReader) => {
    received.push(what)
    wake()
  })
  reader.on('error', fail)
  reader.on('exit', (code, sign) => fail(endOf(code, sign)))
  // Errors are ignored, because the exit event shows that the reader is gone.
  const post = (what: ReaderTask | 'taken') => void (reader.connected && reader.send(what, () => undefined))
  const stop = () => wake()
  signal.addEventListener('abort', stop)
  try {
    post({ ...task, now: databaseNow(), key: vault.keyForReader() })
    for (;;) {
      signal.throwIfAborted()
      const what = received.shift()
      if (what === undefined) {
        if (failure) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      if (what.kind === 'problem') throw new SheetProblem(what.problem, what.values)
      if (what.kind === 'failure') throw what.error
      yield what
      if (what.kind === 'piece') post('taken')
    }
  } finally {
    signal.removeEventListener('abort', stop)
    reader.kill('SIGKILL')
    await exited
  }
}

/** V8 aborts a process whose heap is full; if a shell is in between, the exit code is 134. */
const endOf = (code: number | null, sign: NodeJS.Signals | null) =>
  sign === 'SIGABRT' || code === 134
    ? new SheetProblem('fileBomb')
    : new ReaderEnded(`The process that reads an import ended (${sign ?? code})`)

/** Starts the reader: the file beside the bundle, or a bundle built once in memory. It inherits no environment variables. */
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

/** This code may be in a chunk, one folder below. */
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
