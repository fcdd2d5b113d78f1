import { type RawBuilder, sql } from 'kysely'

/** How a target `t` of a kind of deliveries is, and who made and changed it. */
export const targetHealth = (kind: RawBuilder<unknown>): RawBuilder<unknown> => sql`s.broken_at as "brokenAt",
  case when s.paused_until > now() then s.paused_until end as "pausedUntil",
  (select count(*)::integer from (select from delivery_due q where q.target = ${kind} || ':' || t.id limit 1001) w) as waiting,
  (select count(*)::integer from (select from delivery d where d.kind = ${kind} and d.state = 'dead' and d.target_id = t.id limit 1001) w) as dead,
  maker.name as "createdBy", changer.name as "updatedBy", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`

/** The columns of a hook `t` that postbacks and webhooks share. */
export const hookColumns: RawBuilder<unknown> = sql`t.id, t.name, t.is_on as "isOn", ${targetHealth(sql`t.kind`)}`

export const hookJoins: RawBuilder<unknown> = sql`left join delivery_target s on s.target = t.kind || ':' || t.id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by
  left join channel on channel.id = t.channel_id left join org on org.id = t.org_id`
