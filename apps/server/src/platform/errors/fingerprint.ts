import { createHash } from 'node:crypto'

interface Report {
  source: string
  name: string
  message: string
  stack: string
}

/** The fingerprint of an error. It leaves out numbers, ids, line and build, which differ between reports of the same error. */
export function fingerprintOf({ source, name, message, stack }: Report): Buffer {
  const frame = stack.split('\n').find((line) => /:\d+:\d+\)?$/.test(line.trim())) ?? ''
  const file = /([\w.-]+\.\w+):\d+:\d+\)?$/.exec(frame.trim())?.[1] ?? ''
  const parts = [source, name, steady(message), file.replace(/-[\w-]{8}(?=\.\w+$)/, '')]
  return createHash('sha256').update(parts.join('\0')).digest()
}

const steady = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#').replace(/\d+/g, '#')
