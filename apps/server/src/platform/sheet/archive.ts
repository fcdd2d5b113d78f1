import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { isSystemError } from '../storage/failure.ts'
import { SheetProblem } from './sheet.ts'

/** The maximum decompressed size of all parts of a workbook, in bytes. */
const mostInflated = 500 * 1024 * 1024
/** A larger part with a higher compression ratio is taken for a zip bomb. Sheets of real rows have a ratio of 5 to 30. */
const largePart = 50 * 1024 * 1024
const mostShrunk = 100
const mostParts = 5_000
/** The maximum decompressed size of one part, in bytes: 500,000 rows, the most that an import takes, with 500 bytes each. */
const mostRead = 250 * 1024 * 1024

/** An opened workbook. */
export interface Workbook {
  zip: ZipFile
  parts: ReadonlyMap<string, Entry>
}

/**
 * Opens a workbook by its zip directory only, and checks whether it may be read.
 * @throws SheetProblem if it is damaged, encrypted, holds macros, or is a zip bomb
 */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(damaged)
  try {
    if (zip.entryCount > mostParts) throw new SheetProblem('fileBomb')
    const parts = new Map<string, Entry>()
    let inflated = 0
    for await (const entry of zip.eachEntry()) {
      inflated += entry.uncompressedSize
      const isFolded =
        entry.uncompressedSize > largePart && entry.uncompressedSize > entry.compressedSize * mostShrunk
      if (inflated > mostInflated || isFolded) throw new SheetProblem('fileBomb')
      if (entry.isEncrypted()) throw new SheetProblem('fileLocked')
      if (/(^|\/)vbaProject\.bin$|(^|\/)macrosheets\//i.test(entry.fileName))
        throw new SheetProblem('fileMacro')
      parts.set(entry.fileName.replace(/^\//, ''), entry)
    }
    return { zip, parts }
  } catch (error) {
    zip.close()
    return error instanceof SheetProblem ? Promise.reject(error) : damaged(error)
  }
}

/** @throws SheetProblem if the workbook may not be read */
export async function inspectWorkbook(path: string): Promise<void> {
  const { zip } = await openWorkbook(path)
  zip.close()
}

/**
 * The text of one part, in pieces; nothing if there is no such part. It is never longer than the zip directory says.
 * @throws SheetProblem
 */
export async function* textOf(
  { zip, parts }: Workbook,
  name: string,
  onShare: (share: number) => void = () => undefined,
): AsyncGenerator<string> {
  const entry = parts.get(name)
  if (!entry) return
  if (entry.uncompressedSize > mostRead) throw new SheetProblem('fileBomb')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let read = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length
      yield decoder.decode(chunk, { stream: true })
      onShare(read / entry.uncompressedSize)
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof SheetProblem) throw error
    damaged(error)
  }
}

/** @throws SheetProblem, or the error itself if the fault is this machine's and not the file's */
function damaged(error: unknown): never {
  if (isSystemError(error)) throw error
  throw Object.assign(new SheetProblem('fileDamaged'), { cause: error })
}
