import { maskText } from '@kabao/contract/kernel/personal-text'
import type { ReachEvent } from '@kabao/contract/reach/event'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Delivery } from '#platform/deliveries/kind'
import type { Vault } from '#platform/keys/vault'
import { readClicks } from '#users'
import type { EventValues } from './scope.ts'

/** The push of a delivery `d`, whose record is a push, its return or its charge; null for another event. */
export const pushIdOf = sql`case
  when d.event in ('pushed', 'accepted', 'rejected') then d.ref_id
  when d.event = 'returned' then (select t.push_id from push_return t where t.id = d.ref_id)
  when d.event = 'charged' then (select id_in(t.ref_id) from transfer t where t.id = d.ref_id and t.ref_kind = 'push') end`

interface Row {
  id: string
  at: string
  pushId: string | null
  channelCode: string | null
  orgCode: string | null
  orderNo: string | null
  reason: string | null
}

/** What templates say of deliveries, by their ids. */
export async function readEvents(
  db: Db,
  vault: Vault,
  deliveries: readonly Delivery[],
): Promise<Map<string, EventValues>> {
  const { rows } = await sql<Row>`
    select d.id, to_char(time_of_id(d.event_id) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, p.push_id as "pushId",
      c.code as "channelCode", o.code as "orgCode", n.channel_no as "orderNo",
      case when d.event = 'rejected' then r.reason when d.event = 'returned' then
        (select t.reason from push_return t where t.id = d.ref_id) end as reason
    from unnest(${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ eventId }) => eventId)}::bigint[],
        ${deliveries.map(({ subjectId }) => subjectId)}::bigint[], ${deliveries.map(({ refId }) => refId)}::bigint[],
        ${deliveries.map(({ event }) => event)}::text[]) d (id, event_id, subject_id, ref_id, event)
      cross join lateral (select ${pushIdOf} as push_id) p
      left join push_record r on r.id = p.push_id
      left join payment_order n on d.event = 'ordered' and n.id = d.ref_id
      left join lead l on d.event = 'won' and l.id = d.ref_id
      left join "user" u on u.id = d.subject_id
      left join channel c on c.id = coalesce(r.channel_id, n.channel_id, l.channel_id, u.channel_id)
      left join org o on o.id = r.org_id`.execute(db.withoutPlugins())
  const clicks = await readClicks(
    db,
    vault,
    deliveries.map(({ subjectId }) => subjectId),
  )
  const byId = new Map(deliveries.map((each) => [each.id, each]))
  return new Map(
    rows.flatMap(({ id, reason, ...known }) => {
      const of = byId.get(id)
      if (!of) return []
      const click = clicks.get(of.subjectId)
      const values: EventValues = {
        ...known,
        eventId: of.eventId,
        event: of.event as ReachEvent,
        userId: of.subjectId === '0' ? null : of.subjectId,
        clickId: click?.clickId ?? null,
        extra: click?.extra ?? {},
        leadId: of.event === 'won' ? of.refId : null,
        amountFen: of.fen > 0 ? of.fen : null,
        reason: reason && maskText(reason).slice(0, 200),
      }
      return [[id, values] as const]
    }),
  )
}
