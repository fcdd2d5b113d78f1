import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { ownerColumn, previousPurpose, type SecretOwner } from './purpose.ts'

/** `last_used_at` is written at most this often, in seconds. */
const usedEverySeconds = 60

/** A previous secret that is still valid, with its values in clear: never log it, never send it. */
export interface PreviousValues {
  id: string
  name: string
  /** By the names of fields or secrets. */
  values: Readonly<Record<string, string>>
}

/** A row as `livePreviousOf` reads it. */
export interface SealedPrevious {
  id: string
  name: string
  sealed: string
}

/**
 * A sub-select with the live previous secrets of an owner as JSON, by the clock of the database, for the statement that reads the owner
 * with its current secrets.
 */
export const livePreviousOf = (
  kind: SecretOwner['kind'],
  ownerId: RawBuilder<unknown>,
): RawBuilder<SealedPrevious[]> =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.name, 'sealed', encode(p.value_sealed, 'base64'))
    order by p.id desc) from previous_secret p where ${sql.ref(`p.${ownerColumn(kind)}`)} = ${ownerId} and p.ends_at > now()), '[]')`

/** Opens what `livePreviousOf` read. @throws if a value was sealed with another key or moved */
export const openPrevious = (
  vault: Vault,
  owner: SecretOwner,
  rows: readonly SealedPrevious[],
): PreviousValues[] =>
  rows.map(({ id, name, sealed }) => ({
    id,
    name,
    values: JSON.parse(vault.open(Buffer.from(sealed, 'base64'), previousPurpose(owner, name))) as Record<
      string,
      string
    >,
  }))

/** The live previous secrets of an owner. */
export async function readPrevious(db: Db, vault: Vault, owner: SecretOwner): Promise<PreviousValues[]> {
  const { rows } = await sql<{ live: SealedPrevious[] }>`
    select ${livePreviousOf(owner.kind, sql`${owner.id}::bigint`)} as live`.execute(db.withoutPlugins())
  return openPrevious(vault, owner, rows[0]?.live ?? [])
}

/** Notes that previous secrets verified something. It never fails: what was verified counts, also if this cannot be written. */
export type NotePrevious = (ids: readonly string[]) => Promise<void>

export const noteUseIn =
  (db: Db, log: { warn(fields: object, message: string): void }): NotePrevious =>
  async (ids) => {
    if (ids.length === 0) return
    try {
      await sql`update previous_secret set last_used_at = now() where id = any(${[...ids]}::bigint[])
        and (last_used_at is null or last_used_at <= now() - make_interval(secs => ${usedEverySeconds}))`.execute(
        db,
      )
    } catch (error) {
      log.warn({ err: error }, 'the use of a previous secret could not be noted')
    }
  }
