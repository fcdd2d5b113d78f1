import { Writable } from 'node:stream'
import { replaceNumbers } from '@kabao/contract/personal-text'

/**
 * The last guard before a line of log leaves: whatever looks like a mobile number, an id number, a database address with
 * a password or a token is replaced, wherever in the line it came from.
 */
export const scrub = (line: string): string =>
  replaceNumbers(line, (kind, number, before, after) =>
    isPartOfAnother(before, after) ? number : kind === 'phone' ? '[phone]' : '[id number]',
  )
    .replace(/(postgres(?:ql)?:\/\/[^:/@\s]*:)[^@\s]*@/g, '$1[password]@')
    .replace(/((?:password|passwd|secret|token|api[-_]?key)["']?\s*[:=]\s*["']?)[^\s"'&,}]+/gi, '$1[removed]')

/** Whether what looks like a number of a person is a piece of a hexadecimal one, or of one with decimals. */
const isPartOfAnother = (before: string, after: string): boolean =>
  /(?:^|[0-9A-Fa-f-])[A-Fa-f]$|\d\.$/.test(before) || /^[A-Fa-f]|^\.\d/.test(after)

/** A stream that scrubs each line on its way to `target`. */
export const scrubbed = (target: NodeJS.WritableStream): Writable =>
  new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      target.write(scrub(String(chunk)), () => done())
    },
  })
