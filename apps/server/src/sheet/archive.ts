import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { isSystemError } from '../storage/failure.ts'
import { SheetProblem } from './sheet.ts'

/** What all parts of a workbook may come to when they are unpacked, in bytes. */
const mostInflated = 500 * 1024 * 1024
/** A part that is larger than this and shrank by more than that was made to unfold. Sheets of real rows shrink by 5 to 30. */
const largePart = 50 * 1024 * 1024
const mostShrunk = 100
const mostParts = 5_000
/** What one part may come to that is read, in bytes: a sheet of 500,000 rows, the most that an import takes, with 500 bytes in each. */
const mostRead = 250 * 1024 * 1024

/** An opened workbook. */
export interface Workbook {
  zip: ZipFile
  parts: ReadonlyMap<string, Entry>
}

/**
 * Opens a workbook by its directory alone, and looks whether it is one that may be read.
 * @throws SheetProblem where it is damaged, locked, carries a program, or unfolds to far more than it is
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
      if (entry.isEncrypted()) throw new SheetProblem('fileDamaged')
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

/** @throws SheetProblem where a workbook may not be read */
export async function inspectWorkbook(path: string): Promise<void> {
  const { zip } = await openWorkbook(path)
  zip.close()
}

/**
 * The text of one part, in pieces; nothing where there is no such part. It is never more than its directory says.
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

/** @throws SheetProblem, or the error itself where it is this machine that failed and not the file */
function damaged(error: unknown): never {
  if (isSystemError(error)) throw error
  throw Object.assign(new SheetProblem('fileDamaged'), { cause: error })
}
