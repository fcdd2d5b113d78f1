import { readPhoneFilter } from '@kabao/contract/kernel/personal'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** The purpose under which a user's id number is encrypted and fingerprinted. */
export const idNumberPurpose = 'user.idNumber'

/**
 * The one user who has a phone or an id number; undefined if no user or several users have it.
 * @param value in normal form
 */
export async function userWith(
  db: Db,
  vault: Vault,
  kind: 'phone' | 'idNumber',
  value: string,
): Promise<string | undefined> {
  const condition =
    kind === 'phone'
      ? sql`phone = ${value}`
      : sql`id_number_hash = any(${vault.fingerprints(value, idNumberPurpose)}::bytea[])`
  const { rows } = await sql<{ id: string }>`select id from "user" where ${condition} limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/**
 * SQL condition for rows that belong to a user: the user's phone matches the filter, whole or by the digits that the mask shows.
 * @param userId the column that names the user
 */
export function phoneOfUser(userId: RawBuilder<unknown>, phone: string | undefined): RawBuilder<unknown>[] {
  const parts = phone ? readPhoneFilter(phone) : null
  if (!parts) return []
  // At most one user has the whole number, and that user is looked up first.
  if (parts.whole) return [sql`${userId} = (select u.id from "user" u where u.phone = ${parts.whole})`]
  const conditions = [
    ...(parts.first3 ? [sql`u.phone >= ${parts.first3} and u.phone < ${`${parts.first3}:`}`] : []),
    ...(parts.last4 ? [sql`right(u.phone, 4) = ${parts.last4}`] : []),
  ]
  return [sql`${userId} in (select u.id from "user" u where ${sql.join(conditions, sql` and `)})`]
}

/**
 * SQL condition for rows that belong to a channel: this owner is the person in charge of the channel.
 * @param owner null: all rows
 */
export const channelOfOwner = (
  channelId: RawBuilder<unknown>,
  owner: string | null,
): RawBuilder<unknown>[] =>
  owner === null
    ? []
    : [sql`${channelId} = any(array(select c.id from channel c where c.owner_id = ${owner}))`]
