import { nullableEventFields, type TimelineEvent, type TimelinePlace } from '@kabao/contract/engine/timeline'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { timeIdAt } from '#platform/db/partitions'
import type { Vault } from '#platform/keys/vault'
import { blacklistKeys } from '../../blacklist-match.ts'
import { idNumberPurpose } from '../../user-filter.ts'
import type { Owner } from './queries.ts'

/** The person of the timeline, with the values that can be on the blacklist. */
export interface Subject {
  id: string
  phone: string | null
  idNumberSealed: Buffer | null
  device: string | null
  ip: string | null
}

interface Part {
  before?: TimelinePlace | undefined
  size: number
}

/**
 * Reads one part of a person's timeline, newest first. Every source returns at most as many events as the part can hold, read over
 * an index of its own, so the cost does not grow with the length of the timeline.
 * @param owner shows only the texts of blacklist entries that this administrator added; null: all texts
 */
export async function findTimeline(
  db: Db,
  vault: Vault,
  subject: Subject,
  { before, size }: Part,
  owner: Owner,
): Promise<{ events: TimelineEvent[]; next: TimelinePlace | null }> {
  const enough = size + 1
  const parts = sources(vault, subject, owner).map(({ at, key, details, from, timeId, order }) => {
    const isOlder = before
      ? // The first conditions follow from the last; an index can use them, and partitions are left out by them.
        sql`and ${at} <= ${before.at}::timestamptz ${timeId ? sql`and ${timeId} < ${idAfter(before)}` : sql``}
          and (${at}, (${key}) collate "C") < (${before.at}::timestamptz, ${before.key})`
      : sql``
    return sql`(select ${at} as at, (${key}) collate "C" as key, jsonb_strip_nulls(jsonb_build_object(${details})) as details
      from ${from} and ${at} is not null ${isOlder} order by ${order ?? sql`1 desc, 2 desc`} limit ${enough})`
  })
  const { rows } = await sql<{ at: string; key: string; details: { reason?: string } }>`
    ${sql.join(parts, sql` union all `)} order by 1 desc, 2 desc limit ${enough}`.execute(db.withoutPlugins())
  const events = rows.slice(0, size).map(({ at, key, details }) => ({ ...blank, ...shown(details), at, key }))
  const last = rows.length > size ? events.at(-1) : undefined
  return { events: events as unknown as TimelineEvent[], next: last ? { at: last.at, key: last.key } : null }
}

/** The smallest time id after the instant of a place. */
const idAfter = ({ at }: TimelinePlace) => timeIdAt(Date.parse(at) + 1)

/** The fields that `jsonb_strip_nulls` removed from an event are null again. */
const blank = Object.fromEntries(nullableEventFields.map((name) => [name, null]))

/** Masks the reason of a refusal or of a blacklist entry, because a person typed it. */
const shown = (details: { reason?: string }) =>
  details.reason === undefined ? details : { ...details, reason: maskText(details.reason) }

const msBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${to} - ${from}) * 1000)::bigint`

interface Source {
  at: RawBuilder<unknown>
  /** Begins with the rank of the event among events of the same instant. */
  key: RawBuilder<unknown>
  details: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** The time id of the rows, if the table has one; it is not later than the event. */
  timeId?: RawBuilder<unknown>
  /** An order that an index has, if it is the same as that by instant and key. */
  order?: RawBuilder<unknown>
}

function sources(vault: Vault, subject: Subject, owner: Owner): Source[] {
  const { id } = subject
  const listed = listedValues(vault, subject)
  return [
    {
      at: sql`t.created_at`,
      key: sql`'1'`,
      details: sql`'kind', 'registered', 'channelName', c.name`,
      from: sql`"user" t left join channel c on c.id = t.channel_id where t.id = ${id} and t.source <> 'import'`,
    },
    {
      // What a deleted person consented to is forgotten, and when and how they were imported with it.
      at: sql`coalesce(k.imported_at, t.created_at)`,
      key: sql`'0'`,
      details: sql`'kind', 'imported', 'channelName', case t.source when 'import' then c.name end, 'importId', k.import_id::text, 'by', a.name`,
      from: sql`"user" t left join user_consent k on k.user_id = t.id left join channel c on c.id = t.channel_id
        left join admin a on a.id = t.created_by where t.id = ${id} and (t.source = 'import' or k.user_id is not null)`,
    },
    {
      at: sql`t.profiled_at`,
      key: sql`'2'`,
      details: sql`'kind', 'profiled'`,
      from: sql`"user" t where t.id = ${id}`,
    },
    {
      at: sql`t.request_at`,
      key: sql`'3 ' || t.id`,
      details: sql`'kind', 'pushed', 'pushId', t.id::text, 'orgName', o.name, 'planName', p.name, 'stage', t.stage`,
      from: sql`push_record t left join org o on o.id = t.org_id left join plan p on p.id = t.plan_id where t.user_id = ${id}`,
      timeId: sql`t.id`,
      order: sql`t.id desc`,
    },
    {
      at: sql`t.responded_at`,
      key: sql`'4 ' || t.id`,
      details: sql`'kind', 'answered', 'pushId', t.id::text, 'orgName', o.name, 'status', t.status, 'reason', t.reason`,
      from: sql`push_record t left join org o on o.id = t.org_id where t.user_id = ${id}`,
      timeId: sql`t.id`,
    },
    {
      at: sql`time_of_id(t.id)`,
      key: sql`'0 ' || t.id`,
      details: sql`'kind', case t.kind when 'screen' then 'screened' when 'check' then 'checked' else 'matched' end, 'ms', t.ms,
        'level', case when t.kind = 'screen' and t.result <> 'blacklisted' then t.result end, 'planName', p.name,
        'ended', case when t.result in ('offers', 'time', 'waited') then t.result end,
        'offers', case when t.kind = 'check' then t.result::int end,
        'until', to_char(t.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      from: sql`step_taken t left join plan p on p.id = t.plan_id where t.user_id = ${id}`,
      timeId: sql`t.id`,
      order: sql`t.id desc`,
    },
    {
      at: sql`time_of_id(t.id)`,
      key: sql`'a ' || t.id`,
      details: sql`'kind', 'called', 'pushId', t.push_id::text, 'orgName', o.name, 'stage', t.stage, 'outcome', t.outcome, 'ms', t.took_ms`,
      from: sql`push_attempt t join push_record r on r.id = t.push_id and (t.user_id = r.user_id or t.user_id is null) left join org o on o.id = r.org_id where r.user_id = ${id}`,
      timeId: sql`t.id`,
    },
    {
      at: sql`t.received_at`,
      key: sql`'b ' || t.id`,
      details: sql`'kind', 'consented', 'pushId', t.id::text, 'orgName', o.name, 'agreements', jsonb_array_length(t.agreements),
        'ms', coalesce(${msBetween(sql`f.offered_at`, sql`t.received_at`)}, 0)`,
      from: sql`consent t left join offer f on f.id = t.id and (f.user_id = t.user_id or f.user_id is null) left join org o on o.id = t.org_id where t.user_id = ${id}`,
      timeId: sql`t.id`,
    },
    {
      at: sql`time_of_id(t.id)`,
      key: sql`'c ' || t.id`,
      details: sql`'kind', 'ticketed', 'pushId', t.id::text, 'orgName', o.name, 'ms', t.took_ms`,
      from: sql`login_ticket t left join org o on o.id = t.org_id where t.user_id = ${id} and t.hash is not null`,
      timeId: sql`t.id`,
      order: sql`t.id desc`,
    },
    {
      at: sql`t.redeemed_at`,
      key: sql`'d ' || t.id`,
      details: sql`'kind', 'redeemed', 'pushId', t.id::text, 'orgName', o.name,
        'ms', ${msBetween(sql`time_of_id(t.id)`, sql`t.redeemed_at`)}`,
      from: sql`login_ticket t left join org o on o.id = t.org_id where t.user_id = ${id}`,
      timeId: sql`t.id`,
    },
    {
      at: sql`time_of_id(t.id)`,
      key: sql`'e ' || t.id`,
      details: sql`'kind', 'told', 'targetName', h.name, 'event', t.event, 'state', t.state, 'why', t.reason`,
      from: sql`delivery t left join hook h on h.id = t.target_id where t.subject_id = ${id} and t.subject_id <> 0 and t.kind = 'postback'`,
      timeId: sql`t.id`,
      order: sql`t.id desc`,
    },
    {
      at: sql`t.created_at`,
      key: sql`'5 ' || t.id`,
      details: sql`'kind', 'feedback', 'feedbackId', t.id::text, 'feedbackKind', t.kind`,
      from: sql`feedback t where t.user_id = ${id}`,
    },
    {
      at: sql`t.handled_at`,
      key: sql`'6 ' || t.id`,
      details: sql`'kind', 'feedbackHandled', 'feedbackId', t.id::text, 'status', t.status, 'by', a.name`,
      from: sql`feedback t left join admin a on a.id = t.handled_by where t.user_id = ${id}`,
    },
    ...(listed.length === 0
      ? []
      : [
          {
            at: sql`t.created_at`,
            key: sql`'7 ' || t.id`,
            // The risk report also shows that an entry exists; only the owner of the entry may see its text.
            details: sql`'kind', 'blacklisted', 'entryKind', t.kind,
              'reason', case when ${owner}::bigint is null or t.created_by = ${owner}::bigint then t.reason else '' end`,
            from: sql`blacklist t where (t.kind, t.value) in (${sql.join(listed)})`,
          },
        ]),
    {
      at: sql`t.at`,
      key: sql`'8 ' || t.id`,
      details: sql`'kind', case when t.point = 'user:delete' then 'deleted' when t.point like '%:lookUp' then 'lookedUp' else 'revealed' end, 'by', t.username`,
      from: sql`audit_log t where t.target_kind = 'user' and t.target_id = ${id}
        and t.result = 'done' and (t.point in ('user:reveal', 'feedback:reveal', 'user:delete') or t.point like '%:lookUp')`,
    },
  ]
}

function listedValues(vault: Vault, { phone, idNumberSealed, device, ip }: Subject): RawBuilder<unknown>[] {
  const idNumber = idNumberSealed && vault.open(idNumberSealed, idNumberPurpose)
  return Object.entries({ phone, idNumber, device, ip }).flatMap(([kind, value]) =>
    value === null ? [] : blacklistKeys(vault, kind as 'phone', value).map((key) => sql`(${kind}, ${key})`),
  )
}
