import type { TemplateStageSpec } from '@kabao/contract/partners/template'
import { decrypt, encrypt, ivLength } from './cipher.ts'
import { digest } from './digest.ts'
import { decode, encode } from './encode.ts'
import { TemplateFailure } from './failure.ts'
import { pathOf } from './paths.ts'
import type { Value } from './read-json.ts'
import { rsaDecrypt, rsaEncrypt, rsaSign } from './rsa.ts'
import type { Secret, Secrets } from './secrets.ts'

type Sign = NonNullable<TemplateStageSpec['sign']>
type Seal = NonNullable<TemplateStageSpec['seal']>
type Unseal = NonNullable<TemplateStageSpec['reply']['unseal']>

/** @throws TemplateFailure `secretMissing` */
export function secretOf(secrets: Secrets, name: string): Secret {
  const found = secrets.get(name)
  if (!found) throw new TemplateFailure('secretMissing', name)
  return found
}

/** The signature of a text. */
export function signatureOf(sign: Sign, text: string, secrets: Secrets): string {
  const secret = sign.secret === null ? null : secretOf(secrets, sign.secret)
  if (sign.algorithm === 'rsaSha256') return encode(rsaSign(secret?.text() ?? '', text), sign.encoding)
  return encode(digest(sign.algorithm, text, secret?.bytes() ?? Buffer.alloc(0)), sign.encoding)
}

export interface Sealed {
  sealed: string
  /** The RSA-encrypted key in base64; empty if the key is a secret. */
  sealedKey: string
  /** The vector in base64; empty unless it travels by itself. */
  iv: string
}

/**
 * Encrypts a whole body.
 * @throws TemplateFailure `encryption` or `secretMissing`
 */
export function sealBody(
  seal: Seal,
  body: string,
  secrets: Secrets,
  random: (length: number) => Buffer,
): Sealed {
  const key =
    seal.key.from === 'secret' ? secretOf(secrets, seal.key.secret).bytes() : random(seal.key.bits / 8)
  const length = ivLength(seal.cipher)
  const iv =
    length === 0
      ? Buffer.alloc(0)
      : typeof seal.iv === 'object'
        ? secretOf(secrets, seal.iv.secret).bytes()
        : random(length)
  const encrypted = encrypt(seal.cipher, key, iv, Buffer.from(body, 'utf8'))
  const bytes = seal.iv === 'prefixed' ? Buffer.concat([iv, encrypted]) : encrypted
  return {
    sealed: encode(bytes, seal.encoding),
    sealedKey: seal.key.from === 'fresh' ? sealedKeyOf(seal.key, key, secrets) : '',
    iv: seal.iv === 'separate' ? encode(iv, 'base64') : '',
  }
}

function sealedKeyOf(from: Extract<Seal['key'], { from: 'fresh' }>, key: Buffer, secrets: Secrets): string {
  const plain = from.as === 'bytes' ? key : Buffer.from(encode(key, 'base64'), 'utf8')
  return encode(rsaEncrypt(secretOf(secrets, from.secret).text(), from.padding, plain), 'base64')
}

/**
 * Decrypts what a reply holds, as text.
 * @param value the reply as it was read
 * @throws TemplateFailure `encryption` if it is not there or cannot be decrypted, or `secretMissing`
 */
export function unsealReply(unseal: Unseal, value: Value, secrets: Secrets): string {
  const all = bytesAt(value, unseal.path ?? '$', unseal.encoding)
  const key = unsealKey(unseal, value, secrets)
  const length = ivLength(unseal.cipher)
  const isPrefixed = unseal.iv === 'prefixed' && length > 0
  const iv =
    length === 0 ? Buffer.alloc(0) : isPrefixed ? all.subarray(0, length) : vectorOf(unseal, value, secrets)
  const plain = decrypt(unseal.cipher, key, iv, isPrefixed ? all.subarray(length) : all)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    throw new TemplateFailure('encryption')
  }
}

function unsealKey({ key }: Unseal, value: Value, secrets: Secrets): Buffer {
  if (key.from === 'secret') return secretOf(secrets, key.secret).bytes()
  const sealed = bytesAt(value, key.path, 'base64')
  const plain = rsaDecrypt(secretOf(secrets, key.secret).text(), key.padding, sealed)
  const bytes = key.as === 'bytes' ? plain : decode(plain.toString('latin1'), 'base64')
  if (!bytes) throw new TemplateFailure('encryption')
  return bytes
}

function vectorOf({ iv, encoding }: Unseal, value: Value, secrets: Secrets): Buffer {
  if (typeof iv !== 'object') throw new TemplateFailure('encryption')
  return 'secret' in iv ? secretOf(secrets, iv.secret).bytes() : bytesAt(value, iv.path, encoding)
}

function bytesAt(value: Value, path: string, encoding: 'hex' | 'base64'): Buffer {
  const found = pathOf(path)?.find(value)
  const [text] = found ?? []
  const bytes = typeof text === 'string' && found?.length === 1 ? decode(text, encoding) : null
  if (!bytes) throw new TemplateFailure('encryption')
  return bytes
}
