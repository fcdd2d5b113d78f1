import type { BlacklistKind } from '@kabao/contract/users/blacklist'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** The purpose under which a blacklisted id number is encrypted and fingerprinted. */
export const blacklistPurpose = 'blacklist.value'

/** The form in which a value is stored: an id number as its fingerprint, all other values unchanged. */
export const blacklistKey = (vault: Vault, kind: BlacklistKind, value: string): string =>
  kind === 'idNumber' ? vault.fingerprintText(value, blacklistPurpose) : value

/** Every form in which a value may be stored now. */
export const blacklistKeys = (vault: Vault, kind: BlacklistKind, value: string): string[] =>
  kind === 'idNumber' ? vault.fingerprintTexts(value, blacklistPurpose) : [value]

/** Which of a person's values are on the blacklist today. Values are in normal form; null is not looked up. */
export async function matchBlacklist(
  db: Db,
  vault: Vault,
  values: Partial<Record<BlacklistKind, string | null>>,
): Promise<Set<BlacklistKind>> {
  const [found] = await matchBlacklistForMany(db, vault, [values])
  return found as Set<BlacklistKind>
}

/** As `matchBlacklist`, for many people with one query. @returns one set for each person, in their order */
export async function matchBlacklistForMany(
  db: Db,
  vault: Vault,
  people: readonly Partial<Record<BlacklistKind, string | null>>[],
): Promise<Set<BlacklistKind>[]> {
  const found = people.map(() => new Set<BlacklistKind>())
  const asked = people.flatMap((values, at) =>
    (Object.entries(values) as [BlacklistKind, string | null][]).flatMap(([kind, value]) =>
      value === null ? [] : blacklistKeys(vault, kind, value).map((key) => ({ at, kind, key })),
    ),
  )
  if (asked.length === 0) return found
  const { rows } = await sql<{ at: number; kind: BlacklistKind }>`
    select a.at, b.kind from unnest(${asked.map(({ at }) => at)}::int[], ${asked.map(({ kind }) => kind)}::text[],
      ${asked.map(({ key }) => key)}::text[]) a (at, kind, key)
    join blacklist b on b.kind = a.kind and b.value = a.key
    where coalesce(b.expires_at, 'infinity') > now()`.execute(db)
  for (const { at, kind } of rows) found[at]?.add(kind)
  return found
}
