import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Push } from './push.ts'

/**
 * Stores that a person must look at a push: nobody knows how it ended (`unknown`), or it failed as often as it is tried (`dead`). Its
 * owner is who owned it before, else who added the plan, else the salesman of the organization. A job tells the owner later, because
 * a message in this transaction would make every other one wait for it.
 */
export async function noteTrouble(write: Db, push: Push, kind: 'unknown' | 'dead'): Promise<void> {
  await sql`
    insert into push_trouble as t (push_id, plan_id, user_id, org_id, channel_id, kind, owner_id)
    select ${push.id}, p.id, ${push.userId}, ${push.orgId}, ${push.channelId}, ${kind}, coalesce(adder.id, salesman.id)
    from plan p join org o on o.id = p.org_id
      left join admin adder on adder.id = p.created_by and adder.status = 'enabled'
      left join admin salesman on salesman.id = o.salesman_id and salesman.status = 'enabled'
    where p.id = ${push.planId}
    on conflict (push_id) do update set kind = excluded.kind, at = now(), told_at = null, closed_at = null, closed_how = null,
      closed_by = null, note = '', owner_id = coalesce(t.owner_id, excluded.owner_id), version = t.version + 1`.execute(
    write,
  )
}

/**
 * Ends what a person had to look at, because the push was settled or is sent again. Does nothing if it is over already.
 * @param by the administrator; null: the organization said how it ended
 */
export async function endTrouble(
  write: Db,
  pushId: string,
  how: 'resent' | 'settled',
  by: string | null = null,
): Promise<void> {
  await sql`update push_trouble set closed_at = now(), closed_how = ${how}, closed_by = ${by}, version = version + 1
    where push_id = ${pushId} and closed_at is null`.execute(write)
}
