import { hash } from 'node:crypto'

/** A request as it is signed. */
export interface SignableRequest {
  /** In capitals. */
  method: string
  /** Path and query exactly as sent: `/open/user/42/offers?b=2`. */
  target: string
  /** The value of `x-timestamp`, in seconds. */
  timestamp: string
  /** The value of `x-nonce`. */
  nonce: string
  /** The raw bytes; none if there is no body. */
  body: Uint8Array
}

/** The text that is signed: six lines (`signedLines` of the contract), without a line break after the last. */
export function canonicalText({ method, target, timestamp, nonce, body }: SignableRequest): string {
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  const query = cut < 0 ? '' : target.slice(cut + 1)
  const bodyHash = hash('sha256', body, 'hex')
  return [method, path, canonicalQuery(query), timestamp, nonce, bodyHash].join('\n')
}

/**
 * A query in its signed form, whatever its encoding: each name and value decoded and encoded anew, sorted by name, then by value.
 * It works on bytes, so that bytes that are not UTF-8 do not all become the same replacement character.
 * @param query without the `?`; a piece without `=` has an empty value, an empty piece is left out
 */
export function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece): [name: string, value: string] => {
      const cut = piece.indexOf('=')
      return cut < 0
        ? [encoded(decoded(piece)), '']
        : [encoded(decoded(piece.slice(0, cut))), encoded(decoded(piece.slice(cut + 1)))]
    })
  pairs.sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
  return pairs.map(([name, value]) => `${name}=${value}`).join('&')
}

/** The order of bytes: both sides are ASCII. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The bytes of a name or value in a query. A `%` without two hexadecimal digits stays what it is. */
function decoded(text: string): Uint8Array {
  const sent = Buffer.from(text, 'utf8')
  const bytes: number[] = []
  for (let at = 0; at < sent.length; at++) {
    const byte = sent[at] as number
    const hex = byte === percent ? sent.toString('latin1', at + 1, at + 3) : ''
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      at += 2
    } else bytes.push(byte === plus ? space : byte)
  }
  return Uint8Array.from(bytes)
}

const percent = 0x25
const plus = 0x2b
const space = 0x20

/** Percent-encoding with capital digits; the unreserved characters of RFC 3986 stay as they are. */
const encoded = (bytes: Uint8Array): string => Array.from(bytes, (byte) => encodedByte[byte]).join('')

const encodedByte = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  return /[A-Za-z0-9._~-]/.test(character)
    ? character
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
})
