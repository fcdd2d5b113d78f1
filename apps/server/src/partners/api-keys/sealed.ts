import { randomBytes } from 'node:crypto'
import type { Vault } from '#platform/keys/vault'

/** The length of a secret in random bytes, as long as the output of HMAC-SHA-256. */
const secretBytes = 32
const keyBytes = 18

/** A new public name of a key: `ck_` and 24 letters, digits or `_`. */
export const newKeyName = (): string =>
  `ck_${randomBytes(keyBytes).toString('base64url').replaceAll('-', '_')}`

/** A new secret: `whsec_` and 32 random bytes in base64url. It signs byte by byte as it is written, with its prefix. */
export const newSecretValue = (): string => `whsec_${randomBytes(secretBytes).toString('base64url')}`

/** A stored secret. */
export interface StoredSecret {
  apiKeyId: string
  place: 'apiSecret' | 'channel.apiSecret'
  valueSealed: Buffer
}

/** A secret is bound to its key, so that one copied to another key does not open. */
export const secretPurposeOf = ({ apiKeyId, place }: Pick<StoredSecret, 'apiKeyId' | 'place'>) =>
  place === 'apiSecret' ? `apiSecret.${apiKeyId}` : place

/** Seals a secret for its key. */
export const sealSecret = (vault: Vault, apiKeyId: string, value: string): StoredSecret => ({
  apiKeyId,
  place: 'apiSecret',
  valueSealed: vault.seal(value, secretPurposeOf({ apiKeyId, place: 'apiSecret' })),
})

/** @throws if it was sealed for another key or with another data key */
export const openSecret = (vault: Vault, stored: StoredSecret): string =>
  vault.open(stored.valueSealed, secretPurposeOf(stored))
