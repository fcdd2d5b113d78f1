import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts single values at rest and makes them searchable by their whole value. */
export interface Vault {
  /** AES-256-GCM with a fresh nonce. `place` (`user.id_number`) is bound in, so a value moved elsewhere does not decrypt. */
  seal(plain: string, place: string): Buffer
  /** @throws if the value was encrypted with another key or for another place, or was changed */
  open(sealed: Buffer, place: string): string
  /** HMAC-SHA-256 of the whole value; equal values have equal fingerprints. */
  fingerprint(plain: string, place: string): Buffer
  /** The same in hexadecimal, at two thirds of the cost of converting the bytes afterwards. */
  fingerprintText(plain: string, place: string): string
  /** The secret that opens the same vault in a child process that reads a file; it is passed nowhere else. */
  keyForReader(): string
}

const formatVersion = 1
const version = Buffer.of(formatVersion)
const nonceLength = 12
const tagLength = 16

/** @param key 32 bytes in base64; the keys that are used are derived from it (HKDF, RFC 5869) */
export function openVault(key: string): Vault {
  const master = Buffer.from(key, 'base64')
  const sealing = derive(master, 'kabao seal 1')
  const hashing = derive(master, 'kabao fingerprint 1')
  const hash = (plain: string, place: string) => createHmac('sha256', hashing).update(`${place}\0${plain}`)
  return {
    seal(plain, place) {
      const nonce = freshNonce()
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place))
      const body = cipher.update(plain, 'utf8')
      // A stream cipher leaves no last block; this call makes the tag.
      cipher.final()
      return Buffer.concat([version, nonce, body, cipher.getAuthTag()])
    },
    open(sealed, place) {
      if (sealed[0] !== formatVersion) throw new Error(`Sealed value of unknown format ${sealed[0]}`)
      const nonce = sealed.subarray(1, 1 + nonceLength)
      const tag = sealed.subarray(-tagLength)
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce)
        .setAAD(Buffer.from(place))
        .setAuthTag(tag)
      const body = sealed.subarray(1 + nonceLength, -tagLength)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    fingerprint: (plain, place) => hash(plain, place).digest(),
    fingerprintText: (plain, place) => hash(plain, place).digest('hex'),
    keyForReader: () => key,
  }
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

const derive = (master: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), use, 32))
