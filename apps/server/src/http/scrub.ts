import { Writable } from 'node:stream'

/**
 * The last guard before a line of log leaves: whatever looks like a mobile number, an id number, a database address with
 * a password or a token is replaced, wherever in the line it came from.
 */
export const scrub = (line: string): string =>
  line
    .replace(/(?<![\w.-])(?:\+?86)?1[3-9]\d{9}(?![\w.-])/g, '[phone]')
    .replace(/(?<!\w)[1-9]\d{5}(?:19|20)\d{9}[\dXx](?!\w)/g, '[id number]')
    .replace(/(postgres(?:ql)?:\/\/[^:/@\s]*:)[^@\s]*@/g, '$1[password]@')
    .replace(/((?:password|passwd|secret|token|api[-_]?key)["']?\s*[:=]\s*["']?)[^\s"'&,}]+/gi, '$1[removed]')

/** A stream that scrubs each line on its way to `target`. */
export const scrubbed = (target: NodeJS.WritableStream): Writable =>
  new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      target.write(scrub(String(chunk)), () => done())
    },
  })
