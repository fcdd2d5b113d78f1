import { type ConnectionTemplate, connectionTemplate } from '@kabao/contract/partners/template'
import { sql } from 'kysely'
import {
  livePreviousOf,
  openPrevious,
  type PreviousValues,
  type SealedPrevious,
  type SecretValues,
  secretPurpose,
} from '#partners'
import type { Db } from '#platform/db/client'
import { createMemory } from '#platform/db/memory'
import type { Vault } from '#platform/keys/vault'

/** How an organization is called. */
export interface Connection {
  code: string
  template: ConnectionTemplate
  secrets: SecretValues
  /** Replaced secrets that replies may still be encrypted with. */
  previous: readonly PreviousValues[]
  /** For how long the organization asked not to be called from now on, in milliseconds. */
  pausedMs: number
}

/** Parsed templates by organization and version, because parsing one takes longer than reading it. */
const parsed = createMemory<ConnectionTemplate>(1_000, 3_600_000)

/** The connection of an organization as it is now; null if it has no template. */
export async function readConnection(db: Db, vault: Vault, orgId: string): Promise<Connection | null> {
  const { rows } = await sql<{
    code: string
    template: unknown
    key: string
    secrets: { name: string; sealed: string }[]
    previous: SealedPrevious[]
    pausedMs: number
  }>`
    select o.code, t.template, t.org_id || ' ' || t.version || ' ' || t.updated_at as key,
      coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'sealed', encode(s.sealed, 'base64')))
        from org_secret s where s.org_id = o.id), '[]') as secrets,
      ${livePreviousOf('org', sql`o.id`)} as previous,
      coalesce((select greatest(0, extract(epoch from p.until - now()) * 1000) from org_pause p where p.org_id = o.id), 0)::float8
        as "pausedMs"
    from org o join org_template t on t.org_id = o.id where o.id = ${orgId}`.execute(db.withoutPlugins())
  const [row] = rows
  if (!row) return null
  const known = parsed.get(row.key)
  const template = known ?? connectionTemplate.parse(row.template)
  if (!known) parsed.set(row.key, template)
  const secrets = row.secrets.map(({ name, sealed }) => [
    name,
    vault.open(Buffer.from(sealed, 'base64'), secretPurpose),
  ])
  const previous = openPrevious(vault, { kind: 'org', id: orgId }, row.previous)
  return {
    code: row.code,
    template,
    secrets: Object.fromEntries(secrets),
    previous,
    pausedMs: Math.ceil(row.pausedMs),
  }
}
