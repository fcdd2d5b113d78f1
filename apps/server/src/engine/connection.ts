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

/** What of a connection lasts until somebody changes it. */
type Lasting = Omit<Connection, 'pausedMs'>

/**
 * Connections by organization and the versions of their rows, because parsing a template and opening secrets takes longer than reading
 * the versions. A changed row has another version, so nothing here is ever out of date.
 */
const known = createMemory<Lasting>(1_000, 3_600_000)

/** The connection of an organization as it is now; null if it has no template. */
export const readConnection = async (db: Db, vault: Vault, orgId: string): Promise<Connection | null> =>
  (await readConnections(db, vault, [orgId])).get(orgId) ?? null

/** The connections of organizations as they are now; one without a template is not in the map. */
export async function readConnections(
  db: Db,
  vault: Vault,
  orgIds: readonly string[],
): Promise<Map<string, Connection>> {
  const { rows } = await sql<{ orgId: string; versions: string; pausedMs: number }>`
    select o.id as "orgId", ${versions} as versions,
      coalesce((select greatest(0, extract(epoch from p.until - now()) * 1000) from org_pause p where p.org_id = o.id), 0)::float8
        as "pausedMs"
    from org o join org_template t on t.org_id = o.id where o.id = any(${orgIds}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  const changed = rows.filter(({ versions }) => !known.get(versions))
  const fresh = await readLasting(
    db,
    vault,
    changed.map(({ orgId }) => orgId),
  )
  const connections = new Map<string, Connection>()
  for (const { orgId, versions, pausedMs } of rows) {
    const lasting = known.get(versions) ?? fresh.get(orgId)
    if (lasting) connections.set(orgId, { ...lasting, pausedMs: Math.ceil(pausedMs) })
  }
  return connections
}

/** A text that changes with each row that a connection `o` with its template `t` is made of: each write gives a row another `xmin`. */
const versions = sql<string>`concat_ws(' ', o.id, o.code, t.xmin,
  (select string_agg(s.name || ':' || s.xmin, ',' order by s.name) from org_secret s where s.org_id = o.id),
  (select string_agg(p.id || ':' || p.xmin, ',' order by p.id) from previous_secret p where p.org_id = o.id and p.ends_at > now()))`

async function readLasting(db: Db, vault: Vault, orgIds: readonly string[]): Promise<Map<string, Lasting>> {
  if (orgIds.length === 0) return new Map()
  const { rows } = await sql<{
    orgId: string
    code: string
    template: unknown
    versions: string
    secrets: { name: string; sealed: string }[]
    previous: SealedPrevious[]
  }>`
    select o.id as "orgId", o.code, t.template, ${versions} as versions,
      coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'sealed', encode(s.sealed, 'base64')))
        from org_secret s where s.org_id = o.id), '[]') as secrets,
      ${livePreviousOf('org', sql`o.id`)} as previous
    from org o join org_template t on t.org_id = o.id where o.id = any(${orgIds}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  const read = new Map<string, Lasting>()
  for (const { orgId, code, template, versions, secrets, previous } of rows) {
    const opened = secrets.map(({ name, sealed }) => [
      name,
      vault.open(Buffer.from(sealed, 'base64'), secretPurpose),
    ])
    const lasting = {
      code,
      template: connectionTemplate.parse(template),
      secrets: Object.fromEntries(opened),
      previous: openPrevious(vault, { kind: 'org', id: orgId }, previous),
    }
    known.set(versions, lasting)
    read.set(orgId, lasting)
  }
  return read
}
