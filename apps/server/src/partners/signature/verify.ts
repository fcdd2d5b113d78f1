import { timingSafeEqual } from 'node:crypto'
import {
  clockSeconds,
  maxSignatures,
  noncePattern,
  type SignatureFault,
  signatureVersion,
} from '@kabao/contract/partners/signature'
import { canonicalText, type SignableRequest } from './canonical.ts'
import { hmacOf } from './sign.ts'

/** A request with the values of its headers; '' for one that is missing. */
export interface SignedRequest extends SignableRequest {
  /** The value of `x-signature`: one or several signatures, separated by a space. */
  signature: string
}

/** A secret that may have signed a request. */
export interface LiveSecret {
  value: string
}

/**
 * Checks a signed request. Whether its nonce was used before is checked by the caller, and only after this check: otherwise
 * anybody could use up the nonces of a key.
 * @param secrets the live secrets of the key that the request names; none if there is no such key
 * @param now in milliseconds
 * @returns the secret that signed it, or what is wrong with it
 */
export function verifySignature<S extends LiveSecret>(
  request: SignedRequest,
  secrets: readonly S[],
  now: number,
): { secret: S } | { fault: SignatureFault } {
  if (secrets.length === 0) return { fault: 'key' }
  if (!isInTime(request.timestamp, now)) return { fault: 'clock' }
  if (!noncePattern.test(request.nonce)) return { fault: 'nonce' }
  const secret = signerOf(request, secrets)
  return secret ? { secret } : { fault: 'signature' }
}

const isInTime = (timestamp: string, now: number) =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - Math.floor(now / 1000)) <= clockSeconds

/** Compares every signature with every secret, whichever matches, so that the time says nothing about either. */
function signerOf<S extends LiveSecret>(request: SignedRequest, secrets: readonly S[]): S | null {
  const given = signaturesIn(request.signature)
  const text = canonicalText(request)
  let signer: S | null = null
  for (const secret of secrets) {
    const expected = hmacOf(secret.value, text)
    const matches = given.map((signature) => timingSafeEqual(signature, expected))
    if (matches.includes(true)) signer ??= secret
  }
  return signer
}

/** The signatures of our version; those of other versions are skipped. None if there are too many. */
function signaturesIn(header: string): Buffer[] {
  const parts = header.split(' ').filter((part) => part !== '')
  if (parts.length > maxSignatures) return []
  return parts.filter((part) => form.test(part)).map((part) => Buffer.from(part.slice(start), 'hex'))
}

const form = new RegExp(`^${signatureVersion}=[0-9A-Fa-f]{64}$`)
const start = `${signatureVersion}=`.length
