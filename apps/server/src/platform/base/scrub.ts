import { Writable } from 'node:stream'
import { replaceNumbers } from '@kabao/contract/kernel/personal-text'

/**
 * The last safeguard before a log line is written: everything that looks like a mobile number, an id number, a database URL with a
 * password, a token, a signing secret or a check key is replaced, anywhere in the line.
 */
export const scrub = (line: string): string =>
  replaceNumbers(line, (kind, number, before, after) =>
    isPartOfAnother(before, after) ? number : kind === 'phone' ? '[phone]' : '[id number]',
  )
    .replace(/\b(whsec|ckey)_[\w-]+/g, '$1_[removed]')
    .replace(/(postgres(?:ql)?:\/\/[^:/@\s]*:)[^@\s]*@/g, '$1[password]@')
    .replace(/((?:password|passwd|secret|token|api[-_]?key)["']?\s*[:=]\s*["']?)[^\s"'&,}]+/gi, '$1[removed]')

/** Whether a match is only part of a hexadecimal number, or of one with decimals, and so not a personal number. */
const isPartOfAnother = (before: string, after: string): boolean =>
  /(?:^|[0-9A-Fa-f-])[A-Fa-f]$|\d\.$/.test(before) || /^[A-Fa-f]|^\.\d/.test(after)

/** A stream that scrubs each line before it passes the line on to `target`. */
export const scrubbed = (target: NodeJS.WritableStream): Writable =>
  new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      target.write(scrub(String(chunk)), () => done())
    },
  })
