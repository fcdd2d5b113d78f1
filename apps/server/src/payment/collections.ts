import type { ProviderKind, ProviderValues } from '@kabao/contract/payment/payment-provider'
import { sql } from 'kysely'
import { livePreviousOf, openPrevious, type PreviousValues, type SealedPrevious } from '#partners'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** A collection channel, with its secrets in clear: never log it, never send it. */
export interface Collection {
  id: string
  provider: ProviderKind
  merchantNo: string
  appId: string
  /** What its address for callbacks ends with. */
  callbackToken: string
  settings: ProviderValues
  secrets: ProviderValues
  /** Replaced ones that the provider may still use. */
  previous: readonly PreviousValues[]
  feeBp: number
}

/** The place that the sealed secrets of a collection channel are bound to. */
export const secretsPurpose = (collectionId: string): string => `collection.secrets:${collectionId}`

export const sealSecrets = (vault: Vault, collectionId: string, secrets: Record<string, string>): Buffer =>
  vault.seal(JSON.stringify(secrets), secretsPurpose(collectionId))

/** @throws if the secrets were sealed with another key or moved */
export const openSecrets = (
  vault: Vault,
  collectionId: string,
  sealed: Buffer | null,
): Record<string, string> =>
  sealed === null
    ? {}
    : (JSON.parse(vault.open(sealed, secretsPurpose(collectionId))) as Record<string, string>)

/** Reads a collection channel with its secrets, whatever its status. */
export async function readCollection(db: Db, vault: Vault, id: string): Promise<Collection | null> {
  const { rows } = await sql<
    Omit<Collection, 'secrets' | 'previous'> & { sealed: Buffer | null; live: SealedPrevious[] }
  >`
    select id, provider, merchant_no as "merchantNo", app_id as "appId", callback_token as "callbackToken", settings, secrets_sealed as sealed, fee_bp as "feeBp",
      ${livePreviousOf('collection', sql`collection.id`)} as live
    from collection where id = ${id}`.execute(db.withoutPlugins())
  const [row] = rows
  if (!row) return null
  const { sealed, live, ...rest } = row
  const previous = openPrevious(vault, { kind: 'collection', id: row.id }, live)
  return { ...rest, secrets: openSecrets(vault, id, sealed), previous }
}
