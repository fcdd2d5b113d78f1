import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'

export interface Who {
  adminId: string
  /** The business day of now, `yyyy-mm-dd`. */
  day: string
  /** How many people one administrator may reveal in a business day; 0: no limit. */
  most: number
  /** When the business day ends, ISO 8601. */
  opensAt: string
}

/**
 * Notes that a caller sees the phone of a lead, and why, within the limit of the day. In the transaction of the call.
 * @returns how many are left today; null: no limit
 * @throws Problem 4290 if the limit of today is reached
 */
export async function noteReveal(
  write: Db,
  { adminId, day, most, opensAt }: Who,
  { leadId, reason }: { leadId: string; reason: string },
): Promise<number | null> {
  const { rows } = await sql<{ used: number }>`
    insert into lead_reveal_use as u (admin_id, day, used) values (${adminId}, ${day}, 1)
    on conflict (admin_id) do update set day = excluded.day, used = case when u.day = excluded.day then u.used + 1 else 1 end
      where u.day <> excluded.day or ${most} = 0 or u.used < ${most}
    returning used`.execute(write)
  const [use] = rows
  if (!use) throw new Problem(codes.tooManyRequests, 'revealsUsed', { values: { count: most, opensAt } })
  await sql`insert into lead_reveal (lead_id, admin_id, reason) values (${leadId}, ${adminId}, ${reason})`.execute(
    write,
  )
  return most === 0 ? null : most - use.used
}

/** How many people a caller may still reveal today; null: no limit. */
export async function revealsLeft(db: Db, { adminId, day, most }: Who): Promise<number | null> {
  if (most === 0) return null
  const { rows } = await sql<{ used: number }>`
    select used from lead_reveal_use where admin_id = ${adminId} and day = ${day}`.execute(db)
  return Math.max(0, most - (rows[0]?.used ?? 0))
}

/** Whether the phone of a lead was revealed to a caller within the last hour. */
export async function wasRevealed(db: Db, leadId: string, adminId: string): Promise<boolean> {
  const { rows } = await sql`select from lead_reveal where lead_id = ${leadId} and admin_id = ${adminId}
    and at > now() - interval '1 hour' limit 1`.execute(db)
  return rows.length > 0
}
