import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { shift } from './held-counters.ts'
import type { Acting } from './history.ts'
import { type Moved, moveLead, refusalOf } from './lead.ts'

interface Working extends Acting {
  leadId: string
  /** Who holds the lead. */
  salesmanId: string
}

const holder = sql`m.salesman_id`
const isHeldBy = (salesmanId: string) => sql`c.salesman_id = ${salesmanId}`

/** What was said in a contact, and what comes next. */
export interface FollowUp {
  way: 'call' | 'wechat' | 'sms' | 'visit' | 'other'
  content: string
  result: 'reached' | 'noAnswer' | 'refused' | 'wrongNumber'
  /** When to contact the person next, ISO 8601; null: not planned. */
  nextAt: string | null
  /** The stage that the lead has from now on. Default: a new one is `contacted` once the person was reached. */
  stage?: 'contacted' | 'interested' | 'applied'
}

/**
 * Notes a contact. The first one stops the clock of first contact, and each one gives the lead more time before it returns.
 * @throws Problem if he does not hold it any more
 */
export async function followUp(
  write: Db,
  { leadId, salesmanId, by, ...told }: Working & FollowUp,
): Promise<Moved & { followUpId: string }> {
  const { way, content, result, nextAt, stage } = told
  const reached =
    result === 'reached' ? sql`case c.stage when 'new' then 'contacted' else c.stage end` : sql`c.stage`
  const moved = await moveLead(write, leadId, {
    where: [isHeldBy(salesmanId)],
    set: {
      stage: stage ?? reached,
      last_follow_at: sql`now()`,
      first_contact_at: sql`coalesce(c.first_contact_at, now())`,
      first_contact_due_at: null,
      next_follow_at: sql`${nextAt}::timestamptz`,
      recycle_at: sql`greatest(c.protected_until, least(now() + make_interval(days => p.recycle_days),
        c.assigned_at + make_interval(days => p.protect_days)))`,
      notice_at: null,
    },
    kind: 'followUp',
    by,
    from: holder,
    to: holder,
  })
  if (!moved) throw await refusalOf(write, leadId, salesmanId)
  const { rows } = await sql<{ id: string }>`
    insert into lead_follow_up (lead_id, salesman_id, way, content, result, next_at, by_id)
    values (${leadId}, ${salesmanId}, ${way}, ${content}, ${result}, ${nextAt}::timestamptz, ${by}) returning id`.execute(
    write,
  )
  return { ...moved, followUpId: rows[0]?.id as string }
}

/**
 * Keeps a lead from returning for the pool's `protectDays`, once for each holder.
 * @throws Problem if it was protected before, or he does not hold it any more
 */
export async function protect(
  write: Db,
  { leadId, salesmanId, by, reason }: Working & { reason: string },
): Promise<Moved> {
  const until = sql`now() + make_interval(days => p.protect_days)`
  const moved = await moveLead(write, leadId, {
    where: [isHeldBy(salesmanId), sql`c.protected_until is null`],
    set: { protected_until: until, recycle_at: sql`greatest(c.recycle_at, ${until})`, notice_at: null },
    kind: 'protected',
    by,
    from: holder,
    to: holder,
    reason,
  })
  if (moved) return moved
  const { rows } =
    await sql`select from lead where id = ${leadId} and salesman_id = ${salesmanId} and closed_at is null
    and protected_until is not null`.execute(write)
  throw rows.length > 0
    ? new Problem(codes.conflict, 'protectedBefore')
    : await refusalOf(write, leadId, salesmanId)
}

/** Moves an open lead to another stage. @throws Problem if he does not hold it any more */
export async function setStage(
  write: Db,
  { leadId, salesmanId, by, stage }: Working & { stage: 'new' | 'contacted' | 'interested' | 'applied' },
): Promise<Moved> {
  const moved = await moveLead(write, leadId, {
    where: [isHeldBy(salesmanId)],
    set: { stage },
    kind: 'stage',
    by,
    from: holder,
    to: holder,
  })
  if (!moved) throw await refusalOf(write, leadId, salesmanId)
  return moved
}

const endings = { converted: 'converted', invalid: 'invalidated' } as const

/**
 * Closes a lead: it was won, or it is of no use. It stays with its holder, but takes none of his places any more.
 * @throws Problem if he does not hold it any more
 */
export async function close(
  write: Db,
  { leadId, salesmanId, by, day, stage, reason }: Working & { stage: keyof typeof endings; reason: string },
): Promise<Moved> {
  const moved = await moveLead(write, leadId, {
    where: [isHeldBy(salesmanId)],
    set: {
      stage,
      closed_at: sql`now()`,
      first_contact_due_at: null,
      next_follow_at: null,
      recycle_at: null,
      protected_until: null,
      notice_at: null,
    },
    kind: endings[stage],
    by,
    from: holder,
    to: holder,
    reason,
  })
  if (!moved) throw await refusalOf(write, leadId, salesmanId)
  await shift(write, day, [{ salesmanId, poolId: moved.poolId, held: -1 }])
  return moved
}
