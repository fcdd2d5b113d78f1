import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Push } from './push.ts'

/**
 * Stores that a person must look at a push: nobody knows how it ended (`unknown`), or it failed as often as it is tried (`dead`). A
 * job tells the owner later, because a message in this transaction would make every other one wait for it.
 */
export async function noteTrouble(write: Db, push: Push, kind: 'unknown' | 'dead'): Promise<void> {
  await sql`insert into push_trouble (push_id, plan_id, kind) values (${push.id}, ${push.planId}, ${kind})
    on conflict (push_id) do update set kind = excluded.kind, at = now(), told_at = null`.execute(write)
}
