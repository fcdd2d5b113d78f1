import { createHash } from 'node:crypto'

interface Report {
  source: string
  name: string
  message: string
  stack: string
}

/** The fingerprint of an error. It leaves out numbers, ids, line and build, which differ between reports of the same error. */
export function fingerprintOf({ source, name, message, stack }: Report): Buffer {
  const frame = stack.split('\n').find((line) => place.test(line.trim())) ?? ''
  const parts = [source, name, steady(message), fileOf(frame.trim()).replace(/-[\w-]{8}(\.\w+)$/, '$1')]
  return createHash('sha256').update(parts.join('\0')).digest()
}

/** Where the name of a file ends: its line and column follow. */
const place = /:\d+:\d+\)?$/

/** The last part of the path in a line of a stack; empty if it has no extension. */
function fileOf(frame: string): string {
  const file =
    frame
      .slice(0, frame.search(place))
      .split(/[^\w.-]/)
      .at(-1) ?? ''
  return /.\.\w+$/.test(file) ? file : ''
}

const steady = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#').replace(/\d+/g, '#')
