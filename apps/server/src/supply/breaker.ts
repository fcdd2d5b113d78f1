import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { breakerRule } from '#platform/outgoing/breaker-rule'

/**
 * The breaker of an organization. While it is open nobody is sent there, except one person at a time who finds out whether the organization is
 * back.
 *
 * A pause is something else: the organization answers, and asks not to be called for a while. It lasts exactly as long as it asked.
 */
const { fewestCalls, openFromPercent, windowMinutes } = breakerRule
export const { probeMs } = breakerRule

/** What keeps an organization from being called. */
export interface Closed {
  /** `halfOpen`: the breaker is open, and the next call may find out whether the organization is back. */
  rule: 'breaker' | 'pause' | 'halfOpen'
  /** When the organization may be called again, in milliseconds since 1970. */
  until: number
}

/** An open breaker or a pause as it is stored. */
export interface StoredClosing {
  orgId: string | number
  rule: 'breaker' | 'pause'
  /** In milliseconds since 1970. */
  until: number
}

/** A query for the open breakers and the pauses of organizations. */
export const closings = (orgIds: readonly string[]): RawBuilder<StoredClosing> => sql<StoredClosing>`
  select org_id as "orgId", 'breaker' as rule, (extract(epoch from probe_at) * 1000)::float8 as until from org_breaker
  where org_id = any(${orgIds}::bigint[])
  union all
  select org_id, 'pause', (extract(epoch from until) * 1000)::float8 from org_pause where org_id = any(${orgIds}::bigint[])`

/**
 * Which of these organizations are not called at an instant, or only by a probe.
 * @param at milliseconds since 1970
 */
export const readClosed = async (
  db: Db,
  orgIds: readonly string[],
  at: number,
): Promise<Map<string, Closed>> => closedAt((await closings(orgIds).execute(db.withoutPlugins())).rows, at)

/** The same from what is stored. */
export function closedAt(stored: readonly StoredClosing[], at: number): Map<string, Closed> {
  const closed = new Map<string, Closed>()
  // A pause also keeps a probe away.
  for (const { orgId, rule, until } of stored) {
    const id = String(orgId)
    if (until > at) closed.set(id, { rule, until })
    else if (rule === 'breaker' && !closed.has(id)) closed.set(id, { rule: 'halfOpen', until })
  }
  return closed
}

/** Why nobody goes to the plans of an organization that is not called; `seen` says until when. */
export interface Closing {
  rule: 'breaker' | 'pause'
  wanted: null
  seen: string
}

/** Why an organization is not called, as a reason of a plan. */
export const closedBy = ({ rule, until }: Closed): Closing => ({
  rule: rule === 'pause' ? 'pause' : 'breaker',
  wanted: null,
  // Whoever comes to a half open breaker too late waits for the probe that is under way.
  seen: new Date(rule === 'halfOpen' ? databaseNow() + probeMs : until).toISOString(),
})

/** Whether this call may be the probe of an open breaker: one caller of all instances gets true. */
export async function claimProbe(db: Db, orgId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update org_breaker set probe_at = now() + ${probeMs} * interval '1 millisecond'
    where org_id = ${orgId} and probe_at <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** A call to an organization that is over. */
export interface NotedCall {
  orgId: string
  isFailure: boolean
  /** How long it took, in milliseconds. */
  ms?: number
  /** For how long the organization asked not to be called. */
  pauseMs?: number
}

/** Whether a call opened the breaker, and whether it began a pause. */
export interface CallEffect {
  isOpened: boolean
  isPaused: boolean
}

/**
 * Counts calls, opens or closes breakers by them, and stores the pauses that organizations asked for. Those that failed are counted
 * together, and then those that succeeded.
 * @returns what each call did, in their order
 */
export async function noteCalls(db: Db, calls: readonly NotedCall[]): Promise<CallEffect[]> {
  const opened = await noteFailures(
    db,
    calls.filter(({ isFailure }) => isFailure),
  )
  const effects: CallEffect[] = []
  for (const { orgId, isFailure, pauseMs = 0 } of calls)
    effects.push({
      isPaused: pauseMs > 0 && (await pause(db, orgId, pauseMs)),
      // One call has opened it.
      isOpened: isFailure && opened.delete(orgId),
    })
  await noteSuccesses(
    db,
    calls.filter(({ isFailure }) => !isFailure),
  )
  return effects
}

/** Calls by organization, in the order in which everybody counts them. */
const made = (calls: readonly NotedCall[]) => sql`
  select org_id, count(*)::int as n, sum(ms)::bigint as ms, max(ms) as slowest_ms
  from unnest(${calls.map(({ orgId }) => orgId)}::bigint[], ${calls.map(({ ms = 0 }) => Math.max(0, Math.round(ms)))}::int[])
    m (org_id, ms) group by org_id order by org_id`

const counted = sql`calls = c.calls + excluded.calls, all_calls = c.all_calls + excluded.all_calls,
  all_failures = c.all_failures + excluded.all_failures, ms = c.ms + excluded.ms,
  slowest_ms = greatest(c.slowest_ms, excluded.slowest_ms)`

/** A success closes the breaker, and the failures before it do not open it again. */
async function noteSuccesses(db: Db, calls: readonly NotedCall[]): Promise<void> {
  if (calls.length === 0) return
  await sql`
    with made as materialized (${made(calls)}),
    closed as (delete from org_breaker where org_id in (select org_id from made) returning org_id),
    forgotten as (update org_call set calls = 0, failures = 0
      where org_id in (select org_id from closed) and slot < ${slot})
    insert into org_call as c (org_id, slot, calls, failures, all_calls, all_failures, ms, slowest_ms)
    select org_id, ${slot}, n, 0, n, 0, ms, slowest_ms from made order by org_id
    on conflict (org_id, slot) do update set ${counted},
      failures = case when c.org_id in (select org_id from closed) then 0 else c.failures end`.execute(db)
}

/** @returns the organizations whose breakers the failures opened */
async function noteFailures(db: Db, calls: readonly NotedCall[]): Promise<Set<string>> {
  if (calls.length === 0) return new Set()
  await sql`
    insert into org_call as c (org_id, slot, calls, failures, all_calls, all_failures, ms, slowest_ms)
    select org_id, ${slot}, n, n, n, n, ms, slowest_ms from (${made(calls)}) made
    on conflict (org_id, slot) do update set ${counted}, failures = c.failures + excluded.failures`.execute(
    db,
  )
  const { rows } = await sql<{ orgId: string; isNew: boolean }>`
    insert into org_breaker as b (org_id, probe_at)
    select org_id, now() + ${probeMs} * interval '1 millisecond'
    from org_call where org_id = any(${calls.map(({ orgId }) => orgId)}::bigint[])
      and slot > now() - ${windowMinutes} * interval '1 minute'
    group by org_id
    having sum(calls) >= ${fewestCalls} and sum(failures) * 100 >= ${openFromPercent}::int * sum(calls) order by org_id
    on conflict (org_id) do update set probe_at = greatest(b.probe_at, excluded.probe_at)
    returning org_id as "orgId", xmax = 0 as "isNew"`.execute(db.withoutPlugins())
  return new Set(rows.filter(({ isNew }) => isNew).map(({ orgId }) => orgId))
}

/** Of several pauses the one that ends last counts. @returns whether none was on */
async function pause(db: Db, orgId: string, ms: number): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    with before as (select from org_pause where org_id = ${orgId} and until > now())
    insert into org_pause as p (org_id, until) values (${orgId}, now() + ${ms} * interval '1 millisecond')
    on conflict (org_id) do update set until = greatest(p.until, excluded.until)
    returning not exists (select from before) as "isNew"`.execute(db.withoutPlugins())
  return rows[0]?.isNew === true
}

/**
 * Closes the breaker of an organization by hand and forgets the failures that opened it, and ends its pause.
 * @returns since when it was open, and until when the pause would have lasted, as ISO 8601; null if it was so no more
 */
export async function closeBreaker(
  write: Db,
  orgId: string,
): Promise<{ openedAt: string | null; pausedUntil: string | null }> {
  const { rows } = await sql<{ openedAt: Date | null; pausedUntil: Date | null }>`
    with closed as (delete from org_breaker where org_id = ${orgId} returning opened_at),
    forgotten as (update org_call set calls = 0, failures = 0
      where org_id = ${orgId} and exists (select from closed)),
    ended as (delete from org_pause where org_id = ${orgId} and until > now() returning until)
    select (select opened_at from closed) as "openedAt", (select until from ended) as "pausedUntil"`.execute(
    write.withoutPlugins(),
  )
  const iso = (at: Date | null | undefined) => (at ? new Date(at).toISOString() : null)
  return { openedAt: iso(rows[0]?.openedAt), pausedUntil: iso(rows[0]?.pausedUntil) }
}

const slot = sql`date_bin('30 seconds', now(), '2020-01-01')`

/** For how long the counts of hours are kept, in days. */
const keptDays = 8

/** Adds up the counts that no breaker looks at any more for their hours, and removes hours that nobody is shown and pauses that are over. */
export async function sweepCalls(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from org_call where slot < now() - ${2 * windowMinutes} * interval '1 minute'
      returning org_id, slot, all_calls, all_failures, ms, slowest_ms
    )
    insert into org_call_hour as h (org_id, hour, calls, failures, ms, slowest_ms)
    select org_id, date_trunc('hour', slot, 'UTC'), sum(all_calls), sum(all_failures), sum(ms), max(slowest_ms)
    from gone where all_calls > 0 group by 1, 2
    on conflict (org_id, hour) do update set calls = h.calls + excluded.calls, failures = h.failures + excluded.failures,
      ms = h.ms + excluded.ms, slowest_ms = greatest(h.slowest_ms, excluded.slowest_ms)`.execute(db)
  await sql`delete from org_pause where until < now() - interval '1 minute'`.execute(db)
  await sql`delete from org_call_hour where hour < now() - ${keptDays} * interval '1 day'`.execute(db)
}
