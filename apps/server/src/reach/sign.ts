import { createHmac } from 'node:crypto'
import { signatureHeaders } from '@kabao/contract/partners/signature'
import { sql } from 'kysely'
import { findLiveKey, signedHeaders } from '#partners'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** Makes the headers of a signed request. */
export type Sign = (request: {
  method: string
  url: string
  body: string
  id: string
  /** In milliseconds. */
  now: number
}) => Record<string, string>

/** The signature of our own contract with the key of a channel, so that its sample programs verify it; null: it has no key. */
export async function channelSign(db: Db, vault: Vault, channelId: string): Promise<Sign | null> {
  const { rows } = await sql<{ key: string }>`select key from api_key
    where channel_id = ${channelId} and revoked_at is null and not is_sandbox order by id limit 1`.execute(db)
  const name = rows[0]?.key
  const key = name === undefined ? null : await findLiveKey(db, vault, name)
  if (name === undefined || !key) return null
  return ({ method, url, body, now }) => {
    const { pathname, search } = new URL(url)
    const secrets = key.secrets
      .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
      .map(({ value }) => value)
    return {
      [signatureHeaders.channel]: name,
      ...signedHeaders({ method, target: pathname + search, body: Buffer.from(body) }, secrets, now),
    }
  }
}

export const secretPrefix = 'whsec_'

/** The headers of Standard Webhooks. @param secrets `whsec_` and base64; the current one first, and the one before while it is valid */
export const standardSign =
  (secrets: readonly string[]): Sign =>
  ({ body, id, now }) => {
    const timestamp = String(Math.floor(now / 1_000))
    const signature = (secret: string) =>
      createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
        .update(`${id}.${timestamp}.${body}`)
        .digest('base64')
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
    }
  }
