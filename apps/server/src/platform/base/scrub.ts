import { Writable } from 'node:stream'
import { replaceNumbers } from '@kabao/contract/kernel/personal-text'

/**
 * The last safeguard before a log line is written: everything that looks like a mobile number, an id number, a database URL with a
 * password, a token, a signing secret or a check key is replaced, anywhere in the line.
 */
export const scrub = (line: string): string => withoutSecrets(withoutNumbers(line))

/** A mobile number has eleven digits, an id number more: a text with fewer has neither. */
const fewestDigits = 11

const withoutNumbers = (line: string): string =>
  hasDigits(line, fewestDigits)
    ? replaceNumbers(line, (kind, number, before, after) =>
        isPartOfAnother(before, after) ? number : kind === 'phone' ? '[phone]' : '[id number]',
      )
    : line

/** Whether a text has at least so many digits, half or full width, wherever they are. */
function hasDigits(line: string, count: number): boolean {
  let left = count
  for (let at = 0; at < line.length && left > 0; at++) {
    const unit = line.charCodeAt(at)
    if ((unit >= 0x30 && unit <= 0x39) || (unit >= 0xff10 && unit <= 0xff19)) left--
  }
  return left <= 0
}

const withoutSecrets = (line: string): string =>
  // Each pattern has one of these characters.
  /[_:=]/.test(line)
    ? line
        .replace(/\b(whsec|ckey|kabao_pat)_[\w-]+/g, '$1_[removed]')
        .replace(
          // A password stops before the next address, so each character is read once.
          /(postgres(?:ql)?:\/\/[^:/@\s]*:)(?:(?!postgres(?:ql)?:\/\/)[^@\s])*@/g,
          '$1[password]@',
        )
        .replace(
          /((?:password|passwd|secret|token|api[-_]?key)["']?\s*[:=]\s*["']?)[^\s"'&,}]+/gi,
          '$1[removed]',
        )
    : line

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
