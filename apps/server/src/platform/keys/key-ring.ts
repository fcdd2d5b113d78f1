import { createHash, hkdfSync } from 'node:crypto'

/** A data key of which values in this database may be sealed. */
export interface RingKey {
  /** 32 bytes in base64. */
  key: string
  /** What values sealed with it begin with, in hexadecimal; empty for the first key of a database. */
  mark: string
}

/** The data keys of a process, and how it uses them. */
export interface KeyRing {
  /** New values are sealed with it. */
  writing: RingKey
  /** Keys that values may be sealed with too. */
  others: readonly RingKey[]
  /** The key that is being replaced, as long as unique values are stored with its fingerprint too. */
  before: RingKey | null
  /** The keys of fingerprints of data keys that are gone, in base64. */
  gone: readonly string[]
}

/** The ring of a key that was never replaced. */
export const ringOfFirst = (key: string): KeyRing => ({
  writing: { key, mark: '' },
  others: [],
  before: null,
  gone: [],
})

/** What a database keeps to know its key again; it says nothing about the key. */
export const keyCheckOf = (dataKey: string): string =>
  createHash('sha256').update('kabao key check 1').update(Buffer.from(dataKey, 'base64')).digest('hex')

/** The mark of a key that is not the first of its database. */
export const markOf = (keyCheck: string): string => keyCheck.slice(0, 8)

/** What is derived from a data key (HKDF, RFC 5869). */
export function deriveKeys(key: string): { sealing: Buffer; hashing: Buffer } {
  const master = Buffer.from(key, 'base64')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), use, 32))
  return { sealing: derive('kabao seal 1'), hashing: derive('kabao fingerprint 1') }
}

/** A ring as one text; that of a key that was never replaced is the key itself. */
export const ringText = (ring: KeyRing): string =>
  ring.writing.mark === '' && ring.others.length === 0 && ring.gone.length === 0
    ? ring.writing.key
    : JSON.stringify(ring)

/** Reads what `ringText` makes. */
export const readRing = (text: string): KeyRing =>
  text.startsWith('{') ? (JSON.parse(text) as KeyRing) : ringOfFirst(text)
