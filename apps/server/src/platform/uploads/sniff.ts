import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type MediaType, mediaTypes } from '@kabao/contract/operations/file'
import { isSystemError } from '../storage/failure.ts'

/**
 * The type of a file by its content; undefined for unknown or unaccepted types. Its name and declared type are ignored, except for
 * text, whose kind only the name tells.
 */
export async function sniff(path: string, name: string): Promise<MediaType | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch((error: unknown) => {
    if (isSystemError(error)) throw error
    return undefined
  })
  // Some text begins like another type ("BMI;…" like a bitmap), but no other type is text to its end.
  if (!found || !Object.hasOwn(mediaTypes, found.mime))
    return /\.(csv|txt)$/i.test(name) && (await isText(path)) ? 'text/csv' : undefined
  if (found.mime === 'application/pdf' && !(await endsAsPdf(path))) return undefined
  return found.mime as MediaType
}

/** Text has no control characters except tab, line feed and carriage return. */
async function isText(path: string) {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false
    }
  }
  return true
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
