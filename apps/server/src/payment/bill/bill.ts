import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import yauzl from 'yauzl'
import { type BillLine, BillProblem } from '../provider.ts'

/** The most bytes of a bill after decompression. A line of 500 bytes makes a million lines. */
const mostBytes = 512 * 1024 * 1024
/** The most bytes of an archive, which must be held in memory because its directory is at its end. */
const mostArchive = 128 * 1024 * 1024

/** A provider without bills. @throws BillProblem */
// biome-ignore lint/correctness/useYield: there is nothing to yield
export async function* notBilled(): AsyncGenerator<BillLine> {
  throw new BillProblem('form')
}

/**
 * The CSV texts of a bill, in the order of the archive; one if it is no archive.
 * @throws BillProblem if it is damaged or too large; also while a text is read
 */
export async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<AsyncIterable<string>> {
  const { start, all } = await peek(bytes)
  if (start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) {
    yield* entriesOf(await whole(all))
    return
  }
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  yield decoded(isGzip ? unzipped(all) : all)
}

/** The first chunks, at least four bytes of them, and the same bytes from the beginning. */
async function peek(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let size = 0
  while (size < 4) {
    const { done, value } = await source.next()
    if (done) break
    first.push(Buffer.from(value))
    size += value.length
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* first
    for (;;) {
      const { done, value } = await source.next()
      if (done) return
      yield Buffer.from(value)
    }
  }
  return { start: Buffer.concat(first), all: all() }
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostArchive) throw new BillProblem('tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Unpacks the one table of an archive.
 * @param path of the archive
 * @returns its format
 * @throws BillProblem if there is none, or more than one
 */
export async function unpackTable(path: string, to: string): Promise<'csv' | 'xlsx'> {
  const { zip, entries } = await openArchive(await readFile(path))
  const tables = entries.filter((entry) => /\.(csv|txt|xlsx)$/i.test(nameOf(entry)))
  const [table] = tables
  if (!table || tables.length > 1 || table.isEncrypted()) throw new BillProblem('form')
  const stream = await zip.openReadStreamPromise(table).catch(damaged)
  await piped(atMost(guarded(stream)), createWriteStream(to, { mode: 0o600 }))
  return /xlsx$/i.test(nameOf(table)) ? 'xlsx' : 'csv'
}

async function* atMost(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostBytes) throw new BillProblem('tooLarge')
    yield chunk
  }
}

/** Names are in GBK; only their ends matter. */
const nameOf = (entry: yauzl.Entry) => Buffer.from(entry.fileName as unknown as Buffer).toString('latin1')

async function openArchive(archive: Buffer) {
  const zip = await yauzl.fromBufferPromise(archive, { decodeStrings: false }).catch(damaged)
  if (zip.entryCount > 100) throw new BillProblem('form')
  const entries: yauzl.Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    damaged(error)
  }
  return { zip, entries }
}

async function* entriesOf(archive: Buffer): AsyncGenerator<AsyncIterable<string>> {
  const { zip, entries } = await openArchive(archive)
  for (const entry of entries) {
    if (!/\.(csv|txt)$/i.test(nameOf(entry))) continue
    if (entry.isEncrypted()) throw new BillProblem('form')
    const stream = await zip.openReadStreamPromise(entry).catch(damaged)
    yield decoded(guarded(stream))
  }
}

/** An error of either part ends the reading of the result. */
const unzipped = (bytes: AsyncIterable<Buffer>) =>
  guarded(pipeline(Readable.from(bytes), createGunzip(), () => {}))

async function* guarded(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    damaged(error)
  }
}

function damaged(error: unknown): never {
  throw error instanceof BillProblem ? error : new BillProblem('form')
}

/**
 * Decodes UTF-8 or GB18030, whichever the first characters outside ASCII are. A head in Chinese in GBK is never valid UTF-8.
 */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let before = Buffer.alloc(0)
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostBytes) throw new BillProblem('tooLarge')
    let text = chunk
    if (decoder === null) {
      text = before = Buffer.concat([before, chunk])
      // Three bytes more than a character has, so that a text that breaks off in its middle is judged by the next.
      const foreign = text.findIndex((byte) => byte > 0x7f)
      if (foreign < 0) {
        before = Buffer.alloc(0)
        yield text.toString('latin1')
        continue
      }
      if (text.length < foreign + 32 && size < mostBytes) continue
      decoder = decoderOf(text)
    }
    yield run(decoder, text)
  }
  if (decoder === null && before.length > 0) {
    decoder = decoderOf(before)
    yield run(decoder, before)
  }
  if (decoder) yield run(decoder)
}

function decoderOf(text: Buffer): TextDecoder {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(text, { stream: true })
    return new TextDecoder('utf-8', { fatal: true })
  } catch {
    return new TextDecoder('gb18030', { fatal: true })
  }
}

function run(decoder: TextDecoder, bytes?: Buffer): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    throw new BillProblem('form')
  }
}
