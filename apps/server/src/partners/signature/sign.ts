import { createHmac, randomBytes } from 'node:crypto'
import { signatureHeaders, signatureVersion } from '@kabao/contract/partners/signature'
import { canonicalText, type SignableRequest } from './canonical.ts'

/** HMAC-SHA-256 of a signed text. @param secret used byte by byte as it is written, with its prefix `whsec_` */
export const hmacOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text, 'utf8').digest()

/** The signature of a request by one secret: `v1=` and 64 hexadecimal digits. */
export const signatureOf = (secret: string, request: SignableRequest): string =>
  signed(secret, canonicalText(request))

const signed = (secret: string, text: string): string =>
  `${signatureVersion}=${hmacOf(secret, text).toString('hex')}`

/**
 * The headers of a request that we send, except the one that names the key.
 * @param secrets one, or two while a secret is being changed
 * @param now in milliseconds
 */
export function signedHeaders(
  request: Pick<SignableRequest, 'method' | 'target' | 'body'>,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const nonce = randomBytes(18).toString('base64url')
  const text = canonicalText({ ...request, timestamp, nonce })
  return {
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: secrets.map((secret) => signed(secret, text)).join(' '),
  }
}
