import { type LeadTimelineEvent, leadTimelineEvent } from '@kabao/contract/crm/lead-timeline'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { partsOf } from '../../merge.ts'

interface Place {
  at: string
  key: string
}

interface Source {
  at: RawBuilder<unknown>
  key: RawBuilder<unknown>
  details: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

/**
 * Reads one part of everything known about the person of a lead, the newest first. Every source returns at most as many events as the
 * part can hold, read over an index of its own.
 * @param lead `userId`: the user that it is about; null: none, or hidden from the caller. `isChannelShown`: whether the pool shows where
 * the user came from
 */
export async function findTimeline(
  db: Db,
  lead: { id: string; userId: string | null; isChannelShown: boolean },
  { before, size }: { before?: Place | undefined; size: number },
): Promise<{ events: LeadTimelineEvent[]; next: Place | null }> {
  const parts = [
    ...ofLead(await partsOf(db, lead.id)),
    ...(lead.userId === null ? [] : ofUser(lead.userId, lead.isChannelShown)),
  ].map(({ at, key, details, from }) => {
    const older = before
      ? sql`and ${at} <= ${before.at}::timestamptz and (${at}, (${key}) collate "C") < (${before.at}::timestamptz, ${before.key})`
      : sql``
    return sql`(select ${at} as at, (${key}) collate "C" as key, jsonb_build_object(${details}) as details
        from ${from} and ${at} is not null ${older} order by 1 desc, 2 desc limit ${size + 1})`
  })
  const { rows } = await sql<{ at: string; key: string; details: Record<string, unknown> }>`
    ${sql.join(parts, sql` union all `)} order by 1 desc, 2 desc limit ${size + 1}`.execute(
    db.withoutPlugins(),
  )
  const events = rows
    .slice(0, size)
    .map(({ at, key, details }) => leadTimelineEvent.parse({ ...masked(details), at, key }))
  const last = rows.length > size ? events.at(-1) : undefined
  return { events, next: last ? { at: last.at, key: last.key } : null }
}

/** Texts that people typed may hold phone and id numbers. */
const masked = (details: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      (name === 'reason' || name === 'content') && typeof value === 'string' ? maskText(value) : value,
    ]),
  )

const iso = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The history of a lead, and of those that were merged into it. */
const ofLead = (ids: readonly string[]): Source[] => [
  {
    at: sql`t.at`,
    key: sql`'a ' || t.id`,
    details: sql`'kind', 'event', 'event', t.kind, 'by', a.name, 'from', f.name, 'to', g.name, 'fromStage', t.from_stage,
      'toStage', t.to_stage, 'reason', t.reason`,
    from: sql`lead_event t left join admin a on a.id = t.by_id left join salesman f on f.id = t.from_id
      left join salesman g on g.id = t.to_id where t.lead_id = any(${[...ids]}::bigint[]) and t.kind <> 'followUp'`,
  },
  {
    at: sql`t.at`,
    key: sql`'b ' || t.id`,
    details: sql`'kind', 'followUp', 'way', t.way, 'content', t.content, 'result', t.result, 'nextAt', ${iso(sql`t.next_at`)},
      'by', a.name, 'salesmanName', s.name, 'fileIds', array(select f.id::text from file f
        where f.owner_kind = 'leadFollowUp' and f.owner_id = t.id order by f.id)`,
    from: sql`lead_follow_up t join salesman s on s.id = t.salesman_id left join admin a on a.id = t.by_id
      where t.lead_id = any(${[...ids]}::bigint[])`,
  },
  {
    at: sql`t.at`,
    key: sql`'i ' || t.id`,
    details: sql`'kind', 'revealed', 'by', a.name, 'reason', t.reason`,
    from: sql`lead_reveal t left join admin a on a.id = t.admin_id where t.lead_id = any(${[...ids]}::bigint[])`,
  },
]

const ofUser = (id: string, isChannelShown: boolean): Source[] => [
  {
    at: sql`t.created_at`,
    key: sql`'c'`,
    details: sql`'kind', 'registered', 'channelName', case when ${isChannelShown} then c.name end`,
    from: sql`"user" t left join channel c on c.id = t.channel_id where t.id = ${id}`,
  },
  {
    at: sql`t.profiled_at`,
    key: sql`'d'`,
    details: sql`'kind', 'profiled'`,
    from: sql`"user" t where t.id = ${id}`,
  },
  {
    at: sql`t.request_at`,
    key: sql`'e ' || t.id`,
    details: sql`'kind', 'pushed', 'orgName', o.name, 'planName', p.name, 'stage', t.stage`,
    from: sql`push_record t left join org o on o.id = t.org_id left join plan p on p.id = t.plan_id where t.user_id = ${id}`,
  },
  {
    at: sql`t.responded_at`,
    key: sql`'f ' || t.id`,
    details: sql`'kind', 'answered', 'orgName', o.name, 'status', t.status`,
    from: sql`push_record t left join org o on o.id = t.org_id where t.user_id = ${id}`,
  },
  {
    at: sql`t.created_at`,
    key: sql`'g ' || t.id`,
    details: sql`'kind', 'ordered', 'productName', p.name, 'amountFen', t.amount_fen, 'isPaid', t.paid_at is not null`,
    from: sql`payment_order t left join product p on p.id = t.product_id where t.user_id = ${id}`,
  },
  {
    at: sql`t.created_at`,
    key: sql`'h ' || t.id`,
    details: sql`'kind', 'feedback', 'feedbackKind', t.kind`,
    from: sql`feedback t where t.user_id = ${id}`,
  },
]
