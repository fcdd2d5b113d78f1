import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { TemplateCipher } from '@kabao/contract/partners/template'
import { sm4 } from 'sm-crypto-v2'
import { TemplateFailure } from './failure.ts'

/** The length of the tag that follows what GCM encrypted, in bytes. */
const tagLength = 16

/** How many bytes the initialization vector, or the nonce of GCM, has; 0 for ECB. */
export const ivLength = (cipher: TemplateCipher): number =>
  cipher.endsWith('Ecb') ? 0 : cipher === 'aesGcm' ? 12 : 16

/** Whether a key of this many bytes fits: 16, 24 or 32 for AES, 16 for SM4. */
export const fitsKey = (cipher: TemplateCipher, length: number): boolean =>
  cipher.startsWith('aes') ? [16, 24, 32].includes(length) : length === 16

/**
 * Encrypts, with PKCS #7 padding for ECB and CBC. The tag of GCM follows the encrypted bytes.
 * @throws TemplateFailure `encryption` if the key or the vector has the wrong length
 */
export function encrypt(cipher: TemplateCipher, key: Uint8Array, iv: Uint8Array, plain: Uint8Array): Buffer {
  checkLengths(cipher, key, iv)
  if (cipher.startsWith('sm4')) return sm4Of('encrypt', cipher, key, iv, plain)
  if (cipher === 'aesGcm') {
    const sealing = createCipheriv(gcm(key), key, iv)
    return Buffer.concat([sealing.update(plain), sealing.final(), sealing.getAuthTag()])
  }
  const sealing = createCipheriv(aes(cipher, key), key, cipher === 'aesEcb' ? null : iv)
  return Buffer.concat([sealing.update(plain), sealing.final()])
}

/**
 * Decrypts what `encrypt` made.
 * @throws TemplateFailure `encryption` if it cannot be decrypted with this key
 */
export function decrypt(cipher: TemplateCipher, key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer {
  checkLengths(cipher, key, iv)
  try {
    if (cipher.startsWith('sm4')) return sm4Of('decrypt', cipher, key, iv, sealed)
    if (cipher === 'aesGcm') {
      const opening = createDecipheriv(gcm(key), key, iv, { authTagLength: tagLength })
      opening.setAuthTag(sealed.subarray(-tagLength))
      return Buffer.concat([opening.update(sealed.subarray(0, -tagLength)), opening.final()])
    }
    const opening = createDecipheriv(aes(cipher, key), key, cipher === 'aesEcb' ? null : iv)
    return Buffer.concat([opening.update(sealed), opening.final()])
  } catch {
    // The message of the library could hold a part of the key or of the text.
    throw new TemplateFailure('encryption')
  }
}

const aes = (cipher: TemplateCipher, key: Uint8Array) =>
  `aes-${key.length * 8}-${cipher === 'aesEcb' ? 'ecb' : 'cbc'}`
const gcm = (key: Uint8Array) => `aes-${(key.length * 8) as 128 | 192 | 256}-gcm` as const

function checkLengths(cipher: TemplateCipher, key: Uint8Array, iv: Uint8Array) {
  if (!fitsKey(cipher, key.length)) throw new TemplateFailure('encryption')
  if (iv.length !== ivLength(cipher)) throw new TemplateFailure('encryption')
}

function sm4Of(
  act: 'encrypt' | 'decrypt',
  cipher: TemplateCipher,
  key: Uint8Array,
  iv: Uint8Array,
  bytes: Uint8Array,
): Buffer {
  const mode =
    cipher === 'sm4Ecb' ? { mode: 'ecb' as const } : { mode: 'cbc' as const, iv: new Uint8Array(iv) }
  const run = (input: Uint8Array) =>
    Buffer.from(
      sm4[act](new Uint8Array(input), new Uint8Array(key), { output: 'array', padding: 'none', ...mode }),
    )
  return act === 'encrypt' ? run(padded(bytes)) : unpadded(run(wholeBlocks(bytes)))
}

/** In bytes. */
const blockLength = 16

// The library takes input that is no whole number of blocks, and padding of any length, so both are done here (PKCS #7, RFC 5652).
function padded(bytes: Uint8Array): Buffer {
  const count = blockLength - (bytes.length % blockLength)
  return Buffer.concat([bytes, Buffer.alloc(count, count)])
}

function wholeBlocks(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0 || bytes.length % blockLength !== 0) throw new TemplateFailure('encryption')
  return bytes
}

function unpadded(bytes: Buffer): Buffer {
  const count = bytes.at(-1) ?? 0
  const isRight = count >= 1 && count <= blockLength && bytes.subarray(-count).every((each) => each === count)
  if (!isRight) throw new TemplateFailure('encryption')
  return bytes.subarray(0, -count)
}
