import { createHash } from 'node:crypto'
import type { DeliveryReason } from '@kabao/contract/reach/event'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Delivery } from '#platform/deliveries/kind'
import { pushIdOf } from './events.ts'
import type { Hook } from './hook.ts'
import type { HookReads } from './reads.ts'

/** A delivery of a postback, with the channel that is told. */
export type DeliveryOfChannel = Delivery & { channelId: string }

/** A number from 0 to 99 that a person always gives. */
export const partOf = (userId: string): number =>
  createHash('sha256').update(`postback ${userId}`).digest().readUInt32BE() % 100

/**
 * Which deliveries are not sent, and why. It follows from what is stored: so it is the same on every instance, and whenever it is asked.
 * @param hook null: it was deleted
 * @param day the business day, `yyyy-mm-dd`
 */
export async function untoldOf(
  db: Db,
  { settled }: Pick<HookReads, 'settled'>,
  hook: Hook | null,
  deliveries: readonly Delivery[],
  day: string,
): Promise<Map<string, DeliveryReason>> {
  if (!hook?.isOn) return new Map(deliveries.map(({ id }) => [id, hook ? 'off' : 'gone']))
  const untold = new Map<string, DeliveryReason>()
  const { channelId } = hook
  if (channelId !== null)
    await Promise.all(
      deliveries.map(async (delivery) => {
        const reason = await settled({ ...delivery, channelId })
        if (reason) untold.set(delivery.id, reason)
      }),
    )
  for (const { id, subjectId } of deliveries)
    if (!untold.has(id) && subjectId !== '0' && partOf(subjectId) >= hook.partPercent) untold.set(id, 'part')
  if (hook.dailyCap !== null) {
    const rest = deliveries.filter(({ id, isCounted }) => !isCounted && !untold.has(id))
    const granted = await takePlaces(db, hook.id, hook.dailyCap, rest, day)
    for (const { id } of rest) if (!granted.has(id)) untold.set(id, 'cap')
  }
  return untold
}

/**
 * A channel is told of no result that its settlement deducts: of a registration, nothing about that person; of a push, neither its
 * acceptance nor its charge nor its return. And a return is told only if nothing kept its acceptance from being told.
 * @returns the reason of each, in their order; null: there is none
 */
export async function readSettled(
  db: Db,
  deliveries: readonly DeliveryOfChannel[],
): Promise<(DeliveryReason | null)[]> {
  const { rows } = await sql<{ id: string; reason: DeliveryReason }>`
    select d.id, coalesce(case when x.is_deducted then 'deducted' end, a.reason) as reason
    from unnest(${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ subjectId }) => subjectId)}::bigint[],
        ${deliveries.map(({ refId }) => refId)}::bigint[], ${deliveries.map(({ event }) => event)}::text[],
        ${deliveries.map(({ channelId }) => channelId)}::bigint[]) d (id, subject_id, ref_id, event, channel_id)
      cross join lateral (select ${pushIdOf} as push_id) p
      cross join lateral (
        select exists (
          select from (select channel_id, kind, ref_id from channel_result_new where deducted_for is not null and ref_id in (d.subject_id::text, p.push_id::text)
            union all select channel_id, kind, ref_id from channel_result where deducted_for is not null and ref_id in (d.subject_id::text, p.push_id::text)) r
          where r.channel_id = d.channel_id and (r.kind = 'registration' and r.ref_id = d.subject_id::text
            or r.kind = 'push' and r.ref_id = p.push_id::text and d.event in ('accepted', 'charged', 'returned'))) as is_deducted) x
      left join lateral (
        select t.reason from delivery t join hook h on h.id = t.target_id and h.channel_id = d.channel_id
        where d.event = 'returned' and t.subject_id = d.subject_id and t.subject_id <> 0 and t.kind = 'postback' and t.event = 'accepted'
          and t.ref_id = p.push_id and t.state = 'untold' limit 1) a on true
    where x.is_deducted or a.reason is not null`.execute(db.withoutPlugins())
  const found = new Map(rows.map(({ id, reason }) => [id, reason]))
  return deliveries.map(({ id }) => found.get(id) ?? null)
}

/** Takes places of the daily cap, which stay taken whether or not the target answers. @returns the ids of those that got one */
const takePlaces = (
  db: Db,
  hookId: string,
  cap: number,
  deliveries: readonly Delivery[],
  day: string,
): Promise<ReadonlySet<string>> =>
  db.transaction().execute(async (write) => {
    if (deliveries.length === 0) return new Set<string>()
    await sql`insert into hook_day (hook_id, day, n) values (${hookId}, ${day}, 0) on conflict do nothing`.execute(
      write,
    )
    const { rows } = await sql<{ n: number }>`
      select n from hook_day where hook_id = ${hookId} and day = ${day} for update`.execute(write)
    const granted = deliveries.slice(0, Math.max(0, cap - Number(rows[0]?.n ?? 0))).map(({ id }) => id)
    if (granted.length > 0) {
      await sql`update hook_day set n = n + ${granted.length} where hook_id = ${hookId} and day = ${day}`.execute(
        write,
      )
      await sql`update delivery set is_counted = true where id = any(${granted}::bigint[])`.execute(write)
    }
    return new Set(granted)
  })
