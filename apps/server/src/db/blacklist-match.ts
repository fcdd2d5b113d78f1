import type { BlacklistKind } from '@kabao/contract/blacklist'
import { sql } from 'kysely'
import type { Vault } from '../vault.ts'
import type { Db } from './client.ts'

/** The purpose under which a blacklisted id number is encrypted and fingerprinted. */
export const blacklistPlace = 'blacklist.value'

/** The form in which a value is stored and looked up: an id number as its fingerprint, all other values unchanged. */
export const blacklistKey = (vault: Vault, kind: BlacklistKind, value: string): string =>
  kind === 'idNumber' ? vault.fingerprintText(value, blacklistPlace) : value

/** Which of a person's values are on the blacklist today. Values are in normal form; null is not looked up. */
export async function matchBlacklist(
  db: Db,
  vault: Vault,
  values: Partial<Record<BlacklistKind, string | null>>,
): Promise<Set<BlacklistKind>> {
  const asked = (Object.entries(values) as [BlacklistKind, string | null][]).flatMap(([kind, value]) =>
    value === null ? [] : [sql`(${kind}, ${blacklistKey(vault, kind, value)})`],
  )
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ kind: BlacklistKind }>`
    select kind from blacklist
    where (kind, value) in (${sql.join(asked)}) and coalesce(expires_at, 'infinity') > now()`.execute(db)
  return new Set(rows.map((row) => row.kind))
}
