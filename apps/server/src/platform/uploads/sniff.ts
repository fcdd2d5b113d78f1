import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type MediaType, mediaTypes } from '@kabao/contract/operations/file'
import { encodingByMark } from '../sheet/encoding.ts'
import type { SheetProblem } from '../sheet/sheet.ts'
import { isSystemError } from '../storage/failure.ts'

/**
 * The type of a file by its content; undefined for unknown or unaccepted types. Its name and declared type are ignored, except for
 * text, whose kind only the name tells.
 */
export async function sniff(path: string, name: string): Promise<MediaType | undefined> {
  const found = await typeOf(path)
  // Some text begins like another type ("BMI;…" like a bitmap), but no other type is text to its end.
  if (!found || !Object.hasOwn(mediaTypes, found.mime))
    return isTextName(name) && (await controlIn(path)) === null ? 'text/csv' : undefined
  if (found.mime === 'application/pdf' && !(await endsAsPdf(path))) return undefined
  return found.mime as MediaType
}

async function typeOf(path: string) {
  const { fileTypeFromFile } = await import('file-type')
  return fileTypeFromFile(path).catch((error: unknown) => {
    if (isSystemError(error)) throw error
    return undefined
  })
}

const isTextName = (name: string) => /\.(csv|txt)$/i.test(name)

/** Why a file is no table, if that is known. */
export async function whyNoTable(path: string, name: string): Promise<TableProblem | null> {
  if (isTextName(name) && !(await typeOf(path))) {
    const line = await controlIn(path)
    if (line !== null) return { problem: 'fileControl', values: { line } }
  }
  const content = await beginningOf(path)
  if (!content.subarray(0, 8).equals(compound)) return null
  const isLocked = content.includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return { problem: isLocked ? 'fileLocked' : 'fileXls', values: {} }
}

type TableProblem = Pick<SheetProblem, 'problem' | 'values'>

/** How the files begin that Excel wrote until 2003; a workbook with a password is in one of them. Source: MS-CFB. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The directory of such a file, which names its parts, is in the first sectors of any that Excel locks. */
async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const content = Buffer.alloc(Math.min(size, 1024 * 1024))
    await handle.read(content, 0, content.length, 0)
    return content
  } finally {
    await handle.close()
  }
}

/** The line of the first control character that text does not have, such as NUL; null if there is none. */
async function controlIn(path: string): Promise<number | null> {
  // Each character of UTF-16 has two bytes, of which one may be 0.
  if (await encodingByMark(path)) return null
  let line = 1
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte === 0x0a) line++
      else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0d) return line
    }
  }
  return null
}

/** A PDF that is also an archive has a different end. Sources: ISO 32000, 7.5.5; APPNOTE 4.3.16. */
async function endsAsPdf(path: string) {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, 65_557))
    await handle.read(tail, 0, tail.length, size - tail.length)
    const hasEnd = tail.subarray(-1024).includes('%%EOF')
    return hasEnd && !tail.includes(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  } finally {
    await handle.close()
  }
}
