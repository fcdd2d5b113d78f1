import { createDecipheriv, createSign, createVerify, type KeyObject } from 'node:crypto'

/** The name of the scheme: RSASSA-PKCS1-v1_5 with SHA-256. */
const scheme = 'WECHATPAY2-SHA256-RSA2048'

export interface Signing {
  merchantNo: string
  /** The serial number of the merchant's certificate, in upper-case hexadecimal. */
  serial: string
  privateKey: KeyObject
}

/** @param pathAndQuery of the address, exactly as it is sent */
export function authorizationOf(
  { merchantNo, serial, privateKey }: Signing,
  request: { method: string; pathAndQuery: string; body: string },
  { timestamp, nonce }: { timestamp: string; nonce: string },
): string {
  const text = [request.method, request.pathAndQuery, timestamp, nonce, request.body, ''].join('\n')
  const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
  const parts = { mchid: merchantNo, nonce_str: nonce, signature, timestamp, serial_no: serial }
  const list = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  return `${scheme} ${list.join(',')}`
}

/** What WeChat Pay signs: an answer or a notice. */
export interface SignedText {
  timestamp: string
  nonce: string
  body: string | Buffer
}

export function isSignedBy(
  key: KeyObject,
  { timestamp, nonce, body }: SignedText,
  signature: string,
): boolean {
  const verify = createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n`).update(body).update('\n')
  try {
    return verify.verify(key, signature, 'base64')
  } catch {
    return false
  }
}

/** What is encrypted in notices and in the list of certificates. */
export interface Sealed {
  algorithm: string
  ciphertext: string
  nonce: string
  associated_data: string
}

const tagLength = 16

/** Decrypts with the APIv3 key (AES-256-GCM); null if it is not what the owner of the key encrypted. */
export function unsealed(apiKey: string, sealed: Sealed): string | null {
  const bytes = Buffer.from(sealed.ciphertext, 'base64')
  if (sealed.algorithm !== 'AEAD_AES_256_GCM' || bytes.length < tagLength) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(sealed.nonce), {
      authTagLength: tagLength,
    })
    decipher.setAuthTag(bytes.subarray(-tagLength))
    decipher.setAAD(Buffer.from(sealed.associated_data))
    const plain = Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return null
  }
}
