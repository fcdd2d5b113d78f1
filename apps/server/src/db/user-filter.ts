import { readPhoneFilter } from '@kabao/contract/personal'
import { type RawBuilder, sql } from 'kysely'
import type { Vault } from '../vault.ts'
import type { Db } from './client.ts'

/** Where a user's id number is sealed and fingerprinted for. */
export const idNumberPlace = 'user.idNumber'

/**
 * The one user who has a phone or an id number; undefined where nobody has, or several have.
 * @param value in its normal form
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
      : sql`id_number_hash = ${vault.fingerprint(value, idNumberPlace)}`
  const { rows } = await sql<{ id: string }>`select id from "user" where ${condition} limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/**
 * For rows that belong to a user: that his phone is the one asked for, whole, or by what the mask shows of it.
 * @param userId the column that names the user
 */
export function phoneOfUser(userId: RawBuilder<unknown>, phone: string | undefined): RawBuilder<unknown>[] {
  const parts = phone ? readPhoneFilter(phone) : null
  if (!parts) return []
  // By the whole number there is one user at most, known before anything else is read.
  if (parts.whole) return [sql`${userId} = (select u.id from "user" u where u.phone = ${parts.whole})`]
  const conditions = [
    ...(parts.first3 ? [sql`u.phone >= ${parts.first3} and u.phone < ${`${parts.first3}:`}`] : []),
    ...(parts.last4 ? [sql`right(u.phone, 4) = ${parts.last4}`] : []),
  ]
  return [sql`${userId} in (select u.id from "user" u where ${sql.join(conditions, sql` and `)})`]
}

/**
 * For rows that belong to a channel: that it is one of those whose person in charge this is.
 * @param owner null is everybody
 */
export const channelOfOwner = (
  channelId: RawBuilder<unknown>,
  owner: string | null,
): RawBuilder<unknown>[] =>
  owner === null
    ? []
    : [sql`${channelId} = any(array(select c.id from channel c where c.owner_id = ${owner}))`]
