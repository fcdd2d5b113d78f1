import { sql } from 'kysely'
import type { Db } from '#db/client'

/**
 * The breaker of an organisation: it opens when 70 percent of at least 10 calls within 5 minutes failed, on all instances at once.
 * While it is open nobody is sent there, except one person at a time who finds out whether the organisation is back.
 */
const fewestCalls = 10
const openFromPercent = 70
const windowMinutes = 5
/** The pause between two probes, in milliseconds; longer than any call takes. */
const probeMs = 35_000

/** From when each of these organisations may be probed, in milliseconds since 1970, if its breaker is open. */
export async function readBreakers(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ orgId: string; at: number }>`
    select org_id as "orgId", (extract(epoch from probe_at) * 1000)::float8 as at from org_breaker
    where org_id = any(${orgIds}::bigint[])`.execute(db.withoutPlugins())
  return new Map(rows.map(({ orgId, at }) => [orgId, at]))
}

/** Whether this call may be the probe of an open breaker: one caller of all instances gets true. */
export async function claimProbe(db: Db, orgId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update org_breaker set probe_at = now() + ${probeMs} * interval '1 millisecond'
    where org_id = ${orgId} and probe_at <= now()`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Counts a call, and opens or closes the breaker by it.
 * @param ms how long the call took, in milliseconds
 * @param pauseMs for how long the organisation asked not to be called; the breaker opens for as long
 * @returns whether the call opened the breaker
 */
export async function noteCall(
  db: Db,
  orgId: string,
  { isFailure, ms = 0, pauseMs = 0 }: { isFailure: boolean; ms?: number; pauseMs?: number },
): Promise<boolean> {
  const took = Math.max(0, Math.round(ms))
  const failures = isFailure ? 1 : 0
  const counted = sql`all_calls = c.all_calls + 1, all_failures = c.all_failures + excluded.all_failures,
    ms = c.ms + excluded.ms, slowest_ms = greatest(c.slowest_ms, excluded.slowest_ms)`
  if (!isFailure && pauseMs === 0) {
    // A success closes the breaker, and the failures before it do not open it again.
    await sql`
      with closed as (delete from org_breaker where org_id = ${orgId} returning org_id),
      forgotten as (update org_call set calls = 0, failures = 0
        where org_id in (select org_id from closed) and slot < ${slot})
      insert into org_call as c (org_id, slot, calls, failures, all_calls, all_failures, ms, slowest_ms)
      values (${orgId}, ${slot}, 1, 0, 1, 0, ${took}, ${took})
      on conflict (org_id, slot) do update set calls = c.calls + 1,
        failures = case when exists (select from closed) then 0 else c.failures end, ${counted}`.execute(db)
    return false
  }
  await sql`
    insert into org_call as c (org_id, slot, calls, failures, all_calls, all_failures, ms, slowest_ms)
    values (${orgId}, ${slot}, 1, ${failures}, 1, ${failures}, ${took}, ${took})
    on conflict (org_id, slot) do update set calls = c.calls + 1, failures = c.failures + excluded.failures,
      ${counted}`.execute(db)
  const { rows } = await sql<{ isNew: boolean }>`
    insert into org_breaker as b (org_id, probe_at)
    select ${orgId}::bigint, now() + ${Math.max(probeMs, pauseMs)} * interval '1 millisecond'
    from org_call where org_id = ${orgId} and slot > now() - ${windowMinutes} * interval '1 minute'
    having ${pauseMs}::float8 > 0 or (sum(calls) >= ${fewestCalls} and sum(failures) * 100 >= ${openFromPercent}::int * sum(calls))
    on conflict (org_id) do update set probe_at = greatest(b.probe_at, excluded.probe_at)
    returning xmax = 0 as "isNew"`.execute(db.withoutPlugins())
  return rows[0]?.isNew === true
}

/**
 * Closes the breaker of an organisation by hand, and forgets the failures that opened it.
 * @returns since when it was open, as ISO 8601; null if it was not open
 */
export async function closeBreaker(write: Db, orgId: string): Promise<string | null> {
  const { rows } = await sql<{ at: Date }>`
    with closed as (delete from org_breaker where org_id = ${orgId} returning opened_at),
    forgotten as (update org_call set calls = 0, failures = 0
      where org_id = ${orgId} and exists (select from closed))
    select opened_at as at from closed`.execute(write.withoutPlugins())
  const at = rows[0]?.at
  return at === undefined ? null : new Date(at).toISOString()
}

const slot = sql`date_bin('30 seconds', now(), '2020-01-01')`

/** For how long the counts of hours are kept, in days. */
const keptDays = 8

/** Adds up the counts that no breaker looks at any more for their hours, and removes hours that nobody is shown. */
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
  await sql`delete from org_call_hour where hour < now() - ${keptDays} * interval '1 day'`.execute(db)
}
