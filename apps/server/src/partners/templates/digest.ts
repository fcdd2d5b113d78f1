import { createHash, createHmac } from 'node:crypto'
import type { TemplateDigest } from '@kabao/contract/partners/template'
import { sm3 } from 'sm-crypto-v2'

/**
 * A digest of bytes, or of a text in UTF-8.
 * @param key the key of an HMAC; ignored by a plain digest
 */
export function digest(algorithm: TemplateDigest, input: string | Uint8Array, key: Uint8Array): Buffer {
  const bytes = typeof input === 'string' ? Buffer.from(input, 'utf8') : input
  switch (algorithm) {
    case 'md5':
    case 'sha256':
      return createHash(algorithm).update(bytes).digest()
    case 'hmacMd5':
      return createHmac('md5', key).update(bytes).digest()
    case 'hmacSha256':
      return createHmac('sha256', key).update(bytes).digest()
    case 'sm3':
      return Buffer.from(sm3(new Uint8Array(bytes)), 'hex')
    case 'hmacSm3':
      return Buffer.from(sm3(new Uint8Array(bytes), { key: new Uint8Array(key) }), 'hex')
  }
}

export const isKeyed = (algorithm: TemplateDigest): boolean => algorithm.startsWith('hmac')
