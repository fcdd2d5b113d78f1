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
 * @param pauseMs for how long the organisation asked not to be called; the breaker opens for as long
 */
export async function noteCall(
  db: Db,
  orgId: string,
  { isFailure, pauseMs = 0 }: { isFailure: boolean; pauseMs?: number },
): Promise<void> {
  if (!isFailure && pauseMs === 0) {
    // A success closes the breaker, and the failures before it do not open it again.
    await sql`
      with closed as (delete from org_breaker where org_id = ${orgId} returning org_id),
      forgotten as (delete from org_call where org_id in (select org_id from closed) and slot < ${slot})
      insert into org_call as c (org_id, slot, calls, failures)
      values (${orgId}, ${slot}, 1, 0)
      on conflict (org_id, slot) do update set calls = c.calls + 1,
        failures = case when exists (select from closed) then 0 else c.failures end`.execute(db)
    return
  }
  await sql`insert into org_call as c (org_id, slot, calls, failures) values (${orgId}, ${slot}, 1, ${isFailure ? 1 : 0})
    on conflict (org_id, slot) do update set calls = c.calls + 1, failures = c.failures + excluded.failures`.execute(
    db,
  )
  await sql`
    insert into org_breaker as b (org_id, probe_at)
    select ${orgId}::bigint, now() + ${Math.max(probeMs, pauseMs)} * interval '1 millisecond'
    from org_call where org_id = ${orgId} and slot > now() - ${windowMinutes} * interval '1 minute'
    having ${pauseMs}::float8 > 0 or (sum(calls) >= ${fewestCalls} and sum(failures) * 100 >= ${openFromPercent}::int * sum(calls))
    on conflict (org_id) do update set probe_at = greatest(b.probe_at, excluded.probe_at)`.execute(db)
}

const slot = sql`date_bin('30 seconds', now(), '2020-01-01')`

/** Removes the counts that no breaker looks at any more. */
export async function sweepCalls(db: Db): Promise<void> {
  await sql`delete from org_call where slot < now() - ${2 * windowMinutes} * interval '1 minute'`.execute(db)
}
