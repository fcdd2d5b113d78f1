import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { deriveKeys, type KeyRing, readRing, ringText } from './key-ring.ts'

/** Encrypts single values at rest and makes them searchable by their whole value. */
export interface Vault {
  /** AES-256-GCM with a fresh nonce. `purpose` (`user.id_number`) is bound in, so a value moved elsewhere does not decrypt. */
  seal(plain: string, purpose: string): Buffer
  /** @throws if the value was encrypted with a key that this process lacks or for another purpose, or was changed */
  open(sealed: Buffer, purpose: string): string
  /** HMAC-SHA-256 of the whole value, as it is stored; equal values have equal fingerprints under one key. */
  fingerprint(plain: string, purpose: string): Buffer
  /** The same in hexadecimal, at two thirds of the cost of converting the bytes afterwards. */
  fingerprintText(plain: string, purpose: string): string
  /** Every fingerprint under which the value may be stored now, the one of new values first: several while a key is replaced. */
  fingerprints(plain: string, purpose: string): Buffer[]
  /** The same in hexadecimal. */
  fingerprintTexts(plain: string, purpose: string): string[]
  /** The same, and the fingerprints under the keys before: for values that are not kept, whose fingerprints therefore stay as they are. */
  everyFingerprint(plain: string, purpose: string): Buffer[]
  /** In hexadecimal, the fingerprint under the key that is being replaced; null while none is. Unique values are stored with both. */
  fingerprintTextBefore(plain: string, purpose: string): string | null
  /** The keys and how they are used. */
  ring(): KeyRing
  /** Uses the keys in another way from now on. */
  follow(ring: KeyRing): void
  /** The secret that opens the same vault in a child process that reads a file; it is passed nowhere else. */
  keyForReader(): string
}

/** A value under the first key of a database has no mark. */
const formatWithoutMark = 1
const formatWithMark = 2
const nonceLength = 12
const tagLength = 16
const markLength = 4

/** @param key a key ring, its text, or one key: 32 bytes in base64, from which the keys that are used are derived */
export function createVault(key: string | KeyRing): Vault {
  let ring = typeof key === 'string' ? readRing(key) : key
  let used = prepared(ring)
  const hash = (hashing: KeyObject, plain: string, purpose: string) =>
    createHmac('sha256', hashing).update(`${purpose}\0${plain}`)
  return {
    seal(plain, purpose) {
      const nonce = freshNonce()
      const cipher = createCipheriv('aes-256-gcm', used.sealing, nonce).setAAD(Buffer.from(purpose))
      const body = cipher.update(plain, 'utf8')
      // A stream cipher leaves no last block; this call makes the tag.
      cipher.final()
      return Buffer.concat([used.head, nonce, body, cipher.getAuthTag()])
    },
    open(sealed, purpose) {
      const { mark, start } = markIn(sealed)
      const opening = used.opening.get(mark)
      if (!opening) throw new Error('Sealed with a key that this process does not have')
      const nonce = sealed.subarray(start, start + nonceLength)
      const decipher = createDecipheriv('aes-256-gcm', opening, nonce)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(-tagLength))
      const body = sealed.subarray(start + nonceLength, -tagLength)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    fingerprint: (plain, purpose) => hash(used.hashing, plain, purpose).digest(),
    fingerprintText: (plain, purpose) => hash(used.hashing, plain, purpose).digest('hex'),
    fingerprints: (plain, purpose) => used.searching.map((each) => hash(each, plain, purpose).digest()),
    fingerprintTexts: (plain, purpose) =>
      used.searching.map((each) => hash(each, plain, purpose).digest('hex')),
    everyFingerprint: (plain, purpose) =>
      [...used.searching, ...used.gone].map((each) => hash(each, plain, purpose).digest()),
    fingerprintTextBefore: (plain, purpose) => used.before && hash(used.before, plain, purpose).digest('hex'),
    ring: () => ring,
    follow(next) {
      used = prepared(next)
      ring = next
    },
    keyForReader: () => ringText(ring),
  }
}

/** The derived keys of a ring, as key objects: a key that is given as bytes is made one at every call, which takes longer than the call. */
function prepared({ writing, others, before, gone }: KeyRing) {
  const derived = (key: string) => {
    const { sealing, hashing } = deriveKeys(key)
    return { sealing: createSecretKey(sealing), hashing: createSecretKey(hashing) }
  }
  const first = derived(writing.key)
  const all = [writing, ...others].map((each) => ({ mark: each.mark, ...derived(each.key) }))
  return {
    head:
      writing.mark === ''
        ? Buffer.of(formatWithoutMark)
        : Buffer.concat([Buffer.of(formatWithMark), Buffer.from(writing.mark, 'hex')]),
    ...first,
    opening: new Map(all.map(({ mark, sealing }) => [mark, sealing])),
    searching: all.map(({ hashing }) => hashing),
    before: before && derived(before.key).hashing,
    gone: gone.map((each) => createSecretKey(Buffer.from(each, 'base64'))),
  }
}

/** The mark of the key that a value is sealed with, in hexadecimal, and where its nonce begins. */
function markIn(sealed: Buffer): { mark: string; start: number } {
  if (sealed[0] === formatWithoutMark) return { mark: '', start: 1 }
  if (sealed[0] !== formatWithMark) throw new Error(`Sealed value of unknown format ${sealed[0]}`)
  return { mark: sealed.subarray(1, 1 + markLength).toString('hex'), start: 1 + markLength }
}

/** Nonces are drawn many at a time, because drawing one takes as long as an encryption. */
const drawn = { bytes: Buffer.alloc(0), used: 0 }

function freshNonce(): Buffer {
  if (drawn.used === drawn.bytes.length) {
    drawn.bytes = randomBytes(nonceLength * 256)
    drawn.used = 0
  }
  drawn.used += nonceLength
  return drawn.bytes.subarray(drawn.used - nonceLength, drawn.used)
}
