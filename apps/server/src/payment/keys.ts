import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { ProviderProblem } from '@kabao/contract/payment/payment-provider'
import { problem } from './problem.ts'

/** The fewest bits of an RSA key. */
const fewestBits = 2048

/** The DER bytes of a key or a certificate in bare base64, as providers' tools show it; null if it is something else. */
function derOf(text: string): Buffer | null {
  const bare = text.replace(/\s+/g, '')
  return /^[A-Za-z0-9+/]{64,}={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : null
}

/** A message of the library could hold a part of the key, so errors are dropped. */
function tried<T>(...ways: (() => T)[]): T | null {
  for (const way of ways)
    try {
      return way()
    } catch {
      // The next way.
    }
  return null
}

const rsaOnly = (key: KeyObject | null) => (key?.asymmetricKeyType === 'rsa' ? key : null)

/** An RSA private key in PEM, or in bare base64 of PKCS #8 or PKCS #1; null if it is none. */
export function readPrivateKey(text: string): KeyObject | null {
  const der = derOf(text)
  if (!der) return rsaOnly(tried(() => createPrivateKey(text.trim())))
  const as = (type: 'pkcs8' | 'pkcs1') => () => createPrivateKey({ key: der, format: 'der', type })
  return rsaOnly(tried(as('pkcs8'), as('pkcs1')))
}

/** An RSA public key in PEM, or in bare base64 of SPKI or PKCS #1; null if it is none, also for a private key. */
export function readPublicKey(text: string): KeyObject | null {
  if (/PRIVATE KEY|CERTIFICATE/.test(text)) return null
  const der = derOf(text)
  if (!der) return rsaOnly(tried(() => createPublicKey(text.trim())))
  const as = (type: 'spki' | 'pkcs1') => () => createPublicKey({ key: der, format: 'der', type })
  return rsaOnly(tried(as('spki'), as('pkcs1')))
}

/** The first certificate of a PEM; null if it is none. */
export const readCertificate = (text: string): X509Certificate | null =>
  tried(() => new X509Certificate(text.trim()))

/** Every certificate of a PEM that is readable. */
export const readCertificates = (text: string): X509Certificate[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).flatMap(
    (each) => readCertificate(each) ?? [],
  )

/** Whether a certificate is valid at a time. */
export const isValidAt = (certificate: X509Certificate, at: Date): boolean =>
  at >= new Date(certificate.validFrom) && at <= new Date(certificate.validTo)

const isWeak = (key: KeyObject) => (key.asymmetricKeyDetails?.modulusLength ?? 0) < fewestBits

export function privateKeyProblems(field: string, text = ''): ProviderProblem[] {
  const key = readPrivateKey(text)
  if (!key) return [problem(field, 'privateKey')]
  return isWeak(key) ? [problem(field, 'weakKey')] : []
}

/** @param own our private key, which must not be the other half of the provider's key */
export function publicKeyProblems(field: string, text: string, own = ''): ProviderProblem[] {
  const key = readPublicKey(text)
  if (!key) return [problem(field, 'publicKey')]
  if (isWeak(key)) return [problem(field, 'weakKey')]
  const mine = readPrivateKey(own)
  return mine && createPublicKey(mine).equals(key) ? [problem(field, 'ownKey')] : []
}

/** @param own our private key, if the certificate must belong to it */
export function certificateProblems(field: string, text: string, now: Date, own?: string): ProviderProblem[] {
  const certificate = readCertificate(text)
  if (!certificate) return [problem(field, 'certificate')]
  if (now > new Date(certificate.validTo)) return [problem(field, 'expired')]
  if (now < new Date(certificate.validFrom)) return [problem(field, 'notYetValid')]
  const key = own === undefined ? null : readPrivateKey(own)
  return key && !certificate.checkPrivateKey(key) ? [problem(field, 'pair')] : []
}
