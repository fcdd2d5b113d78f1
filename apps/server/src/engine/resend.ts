import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { PushKey } from './push.ts'
import { endTrouble } from './trouble.ts'

/** What keeps a push `t` from being sent again, each by itself. */
const isOnTheWay = sql`exists (select from due_step s where s.user_id = t.user_id)`
const isAcceptedLater = sql`exists (select from push_record l
  where l.user_id = t.user_id and l.id > t.id and l.status in ('accepted', 'returned'))`

/** SQL condition on a push `t`: it surely failed, its person is not on the way, and nobody accepted the person after it. */
export const isResendable = sql`(t.status = 'failed' and not ${isOnTheWay} and not ${isAcceptedLater})`

/** Why a push is not sent again; null if it may be. */
export async function whyNotResent(
  db: Db,
  pushId: string,
): Promise<'status' | 'onTheWay' | 'accepted' | null> {
  const { rows } = await sql<{ why: 'status' | 'onTheWay' | 'accepted' | null }>`
    select case when t.status <> 'failed' then 'status' when ${isOnTheWay} then 'onTheWay'
      when ${isAcceptedLater} then 'accepted' end as why from push_record t where t.id = ${pushId}`.execute(
    db,
  )
  return rows[0]?.why ?? null
}

/**
 * Makes pushes that surely failed due again, in the caller's transaction. The pipeline then decides anew, with all caps, and hands
 * them over under the same request id. A person has one step, so no push is sent twice at once; people whom another transaction
 * holds at this moment are left out, because waiting for them could make two transactions wait for each other.
 * @returns the ids of those that are due
 */
export async function resend(write: Db, pushIds: readonly string[], by: string | null): Promise<string[]> {
  const { rows: users } = await sql<{ id: string }>`
    select id from "user" where id in (select user_id from push_record where id = any(${pushIds}::bigint[]))
      and status <> 'deleted' order by id for no key update skip locked`.execute(write)
  // A statement of its own: it sees what the locks have waited for.
  const { rows } = await sql<PushKey>`
    insert into due_step (user_id, kind, push_id, state, due_at)
    select distinct on (t.user_id) t.user_id, 'retry', t.id, jsonb_build_object('failed', jsonb_build_array(
      jsonb_build_object('pushId', t.id::text, 'planId', t.plan_id::text, 'round', 0))), now()
    from push_record t where t.id = any(${pushIds}::bigint[]) and t.user_id = any(${users.map(({ id }) => id)}::bigint[])
      and ${isResendable}
    order by t.user_id, t.id desc
    on conflict (user_id) do nothing returning user_id as "userId", push_id as "pushId"`.execute(
    write.withoutPlugins(),
  )
  for (const key of rows) await endTrouble(write, key, 'resent', by)
  return rows.map(({ pushId }) => pushId)
}
