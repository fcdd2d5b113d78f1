import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { type DeliveryKind, type DeliveryOver, targetName } from './kind.ts'
import { noteTargetCalls, type TargetCall } from './targets.ts'

/** How many tries of a delivery are kept. */
const triesKept = 20

/** What became of a claimed delivery. */
export interface DeliveryEnd {
  id: string
  claims: number
  kind: string
  targetId: string
  event: string
  eventId: string
  state: 'waiting' | 'sent' | 'dead' | 'untold'
  reason: string | null
  /** With `waiting`: when it is tried again. */
  inMs: number
  /** Null: nothing was sent. */
  tried: object | null
  /** The call, once for all deliveries that went in it. */
  call: TargetCall | null
}

/**
 * Stores what became of deliveries, together. What was claimed again meanwhile belongs to somebody else and is left.
 * @param day the business day, `yyyy-mm-dd`
 */
export const storeEnds = (
  db: Db,
  ends: readonly DeliveryEnd[],
  day: string,
  kindOf: ReadonlyMap<string, DeliveryKind>,
): Promise<void> =>
  db.transaction().execute(async (write) => {
    const calls = ends.flatMap(({ call }) => call ?? [])
    if (calls.length > 0) await noteTargetCalls(write, calls)
    const given = ends.map(({ id, claims, kind, targetId, event, state, reason, inMs, tried }) => ({
      id,
      claims,
      kind,
      target_id: targetId,
      event,
      state,
      reason,
      in_ms: inMs,
      tried,
    }))
    const { rows } = await sql<{ id: string }>`
      with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g (id bigint, claims int, kind text, target_id bigint, event text,
          state text, reason text, in_ms float8, tried jsonb)
      ), mine as materialized (
        select g.*, nullif(g.tried, 'null') as try from given g join delivery_due q on q.delivery_id = g.id and q.claims = g.claims
        order by g.id for update of q
      ), again as (
        update delivery_due q set due_at = now() + m.in_ms * interval '1 millisecond' from mine m
        where q.delivery_id = m.id and m.state = 'waiting'
      ), over as (
        delete from delivery_due q using mine m where q.delivery_id = m.id and m.state <> 'waiting'
      ), noted as (
        update delivery d set state = m.state, reason = m.reason, ended_at = case when m.state <> 'waiting' then now() end,
          round = d.round + case when m.try is null then 0 else 1 end,
          tries = case when m.try is null then d.tries
            else jsonb_path_query_array(d.tries, ${`$[last - ${triesKept - 2} to last]`}::jsonpath) || jsonb_build_array(m.try) end
        from mine m where d.id = m.id
      ), counted as (insert into delivery_count as c (day, target_id, n, kind, event, what)
      select ${day}::date, m.target_id, count(*), m.kind, m.event, w.what
      from mine m cross join lateral (
        select 'try' as what where m.try is not null
        union all select case when m.state = 'untold' then 'untold ' || m.reason else m.state end where m.state <> 'waiting') w
      group by m.target_id, m.kind, m.event, w.what order by m.kind, m.target_id, m.event, w.what
      on conflict (kind, target_id, day, event, what) do update set n = c.n + excluded.n
      )
      select id from mine where state <> 'waiting'`.execute(write.withoutPlugins())
    const over = new Set(rows.map(({ id }) => id))
    for (const { name, over: note } of kindOf.values()) {
      const ended = ends.flatMap(({ id, kind, eventId, state }) =>
        kind === name && state !== 'waiting' && over.has(id) ? [{ eventId, state }] : [],
      )
      if (ended.length > 0) await note?.(write, ended)
    }
  })

/** Removes deliveries that are due and whose rows were dropped with their day. */
export async function forgetDropped(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from delivery_due where delivery_id = any(${[...ids]}::bigint[])
    and not exists (select from delivery d where d.id = delivery_id)`.execute(db)
}

/** A delivery that is to be added. */
export interface NewDelivery {
  kind: string
  targetId: string
  event: string
  eventId: string
  refId: string
  /** How often it was tried already. */
  round: number
}

/** Adds deliveries that are due at once, in the caller's transaction. @returns their ids, in the same order */
export async function addDeliveries(write: Db, added: readonly NewDelivery[]): Promise<string[]> {
  const given = added.map(({ kind, targetId, event, eventId, refId, round }) => ({
    kind,
    target_id: targetId,
    event,
    event_id: eventId,
    ref_id: refId,
    round,
    target: targetName(kind, targetId),
  }))
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select time_id() as id, g.* from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as (kind text, target_id bigint, event text, event_id bigint, ref_id bigint, round smallint, target text))
        with ordinality g (kind, target_id, event, event_id, ref_id, round, target, nth)
    ), made as (
      insert into delivery (id, kind, target_id, event, event_id, ref_id, round)
        select id, kind, target_id, event, event_id, ref_id, round from given
    ), due as (
      insert into delivery_due (delivery_id, due_at, target) select id, now(), target from given
    )
    select id from given order by nth`.execute(write.withoutPlugins())
  return rows.map(({ id }) => id)
}

/** Has deliveries that wait come due at once, in the caller's transaction. @returns the ids of those that wait */
export async function bringForward(write: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update delivery_due set due_at = least(due_at, now()) where delivery_id = any(${[...ids]}::bigint[])
    returning delivery_id as id`.execute(write.withoutPlugins())
  return rows.map(({ id }) => id)
}

/**
 * Sends dead deliveries again, at once and with all their tries, in the caller's transaction; others stay.
 * @param states those that are sent again
 * @returns the ids of those that are sent again
 */
export async function sendAgain(
  write: Db,
  ids: readonly string[],
  states: readonly DeliveryOver['state'][] = ['dead'],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with again as (
      update delivery set state = 'waiting', reason = null, ended_at = null, round = 0
      where id = any(${[...ids]}::bigint[]) and state = any(${[...states]}::text[]) returning id, kind, target_id
    )
    insert into delivery_due (delivery_id, due_at, target) select id, now(), kind || ':' || target_id from again
    on conflict do nothing returning delivery_id as id`.execute(write.withoutPlugins())
  return rows.map(({ id }) => id)
}
