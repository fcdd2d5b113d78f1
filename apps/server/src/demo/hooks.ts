import type { ReachEvent } from '@kabao/contract/reach/event'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Partner, PartnerRules } from './partner/partner.ts'

/** The postbacks of the demo, and how the built-in partner plays the machines that they call. */
const played: readonly {
  name: string
  event: ReachEvent
  code: string
  behaviors: PartnerRules['behaviors']
}[] = [
  { name: '注册回传', event: 'registered', code: 'postbackA', behaviors: ['accept'] },
  { name: '接受回传', event: 'accepted', code: 'postbackB', behaviors: ['accept', 'accept', 'slow'] },
  { name: '退回回传', event: 'returned', code: 'postbackC', behaviors: ['error', 'accept', 'reject'] },
]
/** How many channels have them, and how many days of them are made up. */
const channels = 3
const days = 3

const templateOf = (url: string): PostbackTemplate => ({
  secrets: [],
  maps: [],
  request: {
    method: 'POST',
    url,
    headers: [],
    timeoutMs: 5_000,
    content: 'json',
    body: `{
  "requestId": {{ eventId | append: "" }},
  "event": {{ event }},
  "at": {{ at | date: "%Q" | number }},
  "clickId": {{ clickId }}
}`,
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'none',
  batch: null,
  reply: {
    format: 'json',
    statuses: [200],
    refusedStatuses: [400, 410],
    outcomes: [
      { when: [{ path: '$.code', is: ['0'] }], outcome: 'ok' },
      { when: [{ path: '$.code', is: ['2001'] }], outcome: 'refused' },
    ],
    reason: '$.message',
  },
})

/**
 * Adds postbacks to a few channels of the demo, with what they told in the last days, and has the built-in partner take them. Those that a person
 * has changed stay as they are.
 */
export async function startDemoPostbacks(db: Db, partner: Partner, target: string): Promise<void> {
  for (const { code, behaviors } of played) partner.set(code, { behaviors, slowMs: 700 })
  for (const { name, event, code } of played) {
    const template = JSON.stringify(templateOf(`http://${target}/${code}/submit`))
    await sql`update hook set template = ${template}::jsonb where name = ${name} and kind = 'postback' and updated_by is null`.execute(
      db,
    )
    const { rows } = await sql<{ id: string }>`
      insert into hook (channel_id, name, events, template, is_on)
      select id, ${name}, array[${event}], ${template}::jsonb, true from channel
      where code ~ '^demo[0-9a-z]{2}$' and status = 'enabled' and flow = 'full'
        and not exists (select from hook where name = ${name} and kind = 'postback')
      order by id limit ${channels} returning id`.execute(db)
    if (rows.length > 0)
      await tell(
        db,
        rows.map(({ id }) => id),
      )
  }
}

/** What the postbacks told in the last days, as the settlement counts it. */
async function tell(db: Db, hookIds: readonly string[]): Promise<void> {
  await sql`select make_partitions('delivery', now() - make_interval(days => ${days}))`.execute(db)
  await sql`
    with told as (
      select h.id as target_id, f.id as event_id, f.user_id, f.ref_id, h.events[1] as event, time_of_id(f.id) as at, f.day,
        exists (select from channel_result r where r.channel_id = h.channel_id and r.deducted_for is not null
          and (r.kind = 'registration' and r.ref_id = f.user_id::text or r.kind = 'push' and f.kind <> 'registration' and r.ref_id = case
            when f.kind = 'return' then (select t.push_id::text from push_return t where t.id = f.ref_id) else f.ref_id::text end)) as is_deducted
      from hook h join fact f on f.channel_id = h.channel_id and event_of_fact(f.kind) = h.events[1]
      where h.id = any(${[...hookIds]}::bigint[]) and f.id >= time_id_at(now() - make_interval(days => ${days}))
    ), added as (
      insert into delivery (id, event_id, target_id, subject_id, ref_id, kind, event, state, reason, ended_at, round, tries)
      select time_id(at), event_id, target_id, user_id, ref_id, 'postback', event, case when is_deducted then 'untold' else 'sent' end,
        case when is_deducted then 'deducted' end, at + interval '1 second', case when is_deducted then 0 else 1 end,
        case when is_deducted then '[]' else jsonb_build_array(jsonb_build_object('at',
          to_char((at + interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'said', '200', 'ms', 40 + user_id % 60,
          'outcome', 'ok', 'reason', null, 'request', null, 'answer', '{"code":"0"}')) end
      from told
    )
    insert into delivery_count (day, target_id, n, kind, event, what)
    select day, target_id, count(*), 'postback', event, w.what
    from told cross join lateral (select unnest(case when is_deducted then array['untold deducted'] else array['try', 'sent'] end) as what) w
    group by day, target_id, event, w.what
    on conflict (kind, target_id, day, event, what) do update set n = delivery_count.n + excluded.n`.execute(
    db,
  )
}
