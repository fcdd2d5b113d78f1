import { open } from 'node:fs/promises'

/** The encoding that the mark at the beginning of a file names; null if it has none. */
export async function encodingByMark(path: string): Promise<'utf-8' | 'utf-16le' | 'utf-16be' | null> {
  const handle = await open(path, 'r')
  try {
    const start = Buffer.alloc(3)
    await handle.read(start, 0, 3, 0)
    const [mark] = marks.find(([, bytes]) => start.subarray(0, bytes.length).equals(bytes)) ?? [null]
    return mark
  } finally {
    await handle.close()
  }
}

const marks = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const
