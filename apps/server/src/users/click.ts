import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** What arrived with the click of a person. */
export interface Click {
  clickId: string | null
  extra: Record<string, string>
}

/** What a click is sealed for, with a visit as with a user: it moves from one to the other. */
export const clickPurpose = 'click'

/** What came with the clicks of these users, by their ids. */
export async function readClicks(
  db: Db,
  vault: Vault,
  userIds: readonly string[],
): Promise<Map<string, Click>> {
  const { rows } = await sql<{ userId: string; sealed: Buffer }>`
    select user_id as "userId", click_sealed as sealed from user_click where user_id = any(${[...new Set(userIds)]}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  return new Map(
    rows.map(({ userId, sealed }) => [userId, JSON.parse(vault.open(sealed, clickPurpose)) as Click]),
  )
}

/** What a channel sent with a click; null if it sent nothing. */
export const clickOf = ({
  clickId = null,
  extra = {},
}: {
  clickId?: string | null | undefined
  extra?: Record<string, string> | undefined
}): Click | null => (clickId === null && Object.keys(extra).length === 0 ? null : { clickId, extra })

export const sealClick = (vault: Vault, click: Click): Buffer =>
  vault.seal(JSON.stringify(click), clickPurpose)

/** Keeps what came with the clicks of users who are new in a channel, in the transaction of their registration; what was kept before goes. */
export async function storeClicks(
  write: Db,
  clicks: readonly { userId: string; sealed: Buffer }[],
): Promise<void> {
  if (clicks.length === 0) return
  await sql`
    insert into user_click as c (user_id, click_sealed)
    select * from unnest(${clicks.map(({ userId }) => userId)}::bigint[], ${clicks.map(({ sealed }) => sealed)}::bytea[]) g (user_id, sealed)
    order by user_id
    on conflict (user_id) do update set click_sealed = excluded.click_sealed, created_at = now()`.execute(
    write,
  )
}
