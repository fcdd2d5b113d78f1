import type { ReachEvent } from '@kabao/contract/reach/event'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { sql } from 'kysely'
import type { SecretValues } from '#partners'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** What the secrets of a hook are sealed for. */
export const hookPurpose = (id: string): string => `hook.secrets.${id}`

/** An address that is told of events: a postback of a channel, or a webhook. */
export interface Hook {
  id: string
  channelId: string | null
  orgId: string | null
  isOn: boolean
  partPercent: number
  dailyCap: number | null
  events: ReachEvent[]
  template: PostbackTemplate
  secretsSealed: Buffer | null
  /** Whether the secret before the current one signs too. */
  hasPrevious: boolean
}

/** Hooks by their ids. */
export async function findHooks(db: Db, ids: readonly string[]): Promise<Map<string, Hook>> {
  const { rows } = await sql<Hook>`
    select id, channel_id as "channelId", org_id as "orgId", is_on as "isOn", part_percent as "partPercent", daily_cap as "dailyCap",
      events, template, secrets_sealed as "secretsSealed", coalesce(previous_ends_at > now(), false) as "hasPrevious"
    from hook where id = any(${[...ids]}::bigint[])`.execute(db.withoutPlugins())
  return new Map(rows.map((hook) => [hook.id, hook]))
}

export const findHook = async (db: Db, id: string): Promise<Hook | undefined> =>
  (await findHooks(db, [id])).get(id)

/** The values of its secrets by their names. */
export const secretsOf = (
  vault: Vault,
  { id, secretsSealed }: Pick<Hook, 'id' | 'secretsSealed'>,
): SecretValues =>
  secretsSealed ? (JSON.parse(vault.open(secretsSealed, hookPurpose(id))) as SecretValues) : {}

export const sealSecrets = (vault: Vault, id: string, values: SecretValues): Buffer =>
  vault.seal(JSON.stringify(values), hookPurpose(id))
