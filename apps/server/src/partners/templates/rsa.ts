import {
  constants,
  createPrivateKey,
  createPublicKey,
  createSign,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto'
import { TemplateFailure } from './failure.ts'

export type OaepPadding = 'oaepSha1' | 'oaepSha256'
export type RsaPadding = 'pkcs1' | OaepPadding

/**
 * Encrypts a short value for the owner of the key.
 * @param pem the other side's public key
 * @throws TemplateFailure `encryption` if it is no RSA key, or the value is too long for it
 */
export function rsaEncrypt(pem: string, padding: RsaPadding, plain: Uint8Array): Buffer {
  const key = rsaKey(createPublicKey, pem)
  return guarded(() => publicEncrypt({ key, ...paddingOf(padding) }, plain))
}

/**
 * Decrypts with our private key. There is no PKCS #1 v1.5: whoever can send us many replies could decrypt with its help
 * (Bleichenbacher; CVE-2023-46809), and Node refuses it.
 */
export function rsaDecrypt(pem: string, padding: OaepPadding, sealed: Uint8Array): Buffer {
  const key = rsaKey(createPrivateKey, pem)
  return guarded(() => privateDecrypt({ key, ...paddingOf(padding) }, sealed))
}

/** RSASSA-PKCS1-v1_5 with SHA-256, over a text in UTF-8. */
export function rsaSign(pem: string, text: string): Buffer {
  const key = rsaKey(createPrivateKey, pem)
  return guarded(() => createSign('sha256').update(text, 'utf8').sign(key))
}

/** Whether a PEM holds an RSA key of this kind, of at least 1024 bits. */
export function isRsaKey(kind: 'rsaPublic' | 'rsaPrivate', pem: string): boolean {
  try {
    rsaKey(kind === 'rsaPublic' ? createPublicKey : createPrivateKey, pem)
    return true
  } catch {
    return false
  }
}

function rsaKey(read: (pem: string) => KeyObject, pem: string): KeyObject {
  return guarded(() => {
    // `createPublicKey` also takes a private key, which must not be what we encrypt for others with.
    if (read === createPublicKey && pem.includes('PRIVATE KEY')) throw new Error('private')
    const key = read(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType !== 'rsa' || bits < 1024 || bits > 8192) throw new Error('kind')
    return key
  })
}

const paddingOf = (padding: RsaPadding) =>
  padding === 'pkcs1'
    ? { padding: constants.RSA_PKCS1_PADDING }
    : {
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: padding === 'oaepSha1' ? 'sha1' : 'sha256',
      }

/** The message of an error of the library could hold a part of a key. */
function guarded<T>(act: () => T): T {
  try {
    return act()
  } catch {
    throw new TemplateFailure('encryption')
  }
}

export const isOaepOrPkcs1 = (name: string): name is RsaPadding =>
  ['pkcs1', 'oaepSha1', 'oaepSha256'].includes(name)
