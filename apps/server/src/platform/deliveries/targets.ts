import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { breakerRule } from '../outgoing/breaker-rule.ts'

/* The breaker of a target. A pause is what the target asked for, and lasts exactly as long. */
const { fewestCalls, openFromPercent, windowMinutes, probeMs } = breakerRule

/** A call to a target that is over. */
export interface TargetCall {
  target: string
  isFailure: boolean
  /** For how long the target asked not to be called, in milliseconds. */
  pauseMs: number
}

/** SQL condition on a target `s`: nothing is sent there now. */
export const isClosed = sql`coalesce(greatest(s.probe_at, s.paused_until) > now(), false)`

/** Counts calls, opens and closes breakers by them, and stores the pauses that targets asked for. */
export async function noteTargetCalls(write: Db, calls: readonly TargetCall[]): Promise<void> {
  // A target that always answers has no row.
  await sql`
    with made as materialized (
      select target, count(*)::int as n, count(*) filter (where is_failure)::int as f, max(pause_ms) as pause_ms
      from jsonb_to_recordset(${JSON.stringify(calls.map(({ target, isFailure, pauseMs }) => ({ target, is_failure: isFailure, pause_ms: pauseMs })))}::jsonb)
        c (target text, is_failure boolean, pause_ms float8) group by target order by target
    ), counted as (
      insert into delivery_target as t (target, calls, failures, paused_until)
      select target, n, f, case when pause_ms > 0 then now() + pause_ms * interval '1 millisecond' end from made
      where f > 0 or pause_ms > 0 or exists (select from delivery_target k where k.target = made.target)
      order by target
      on conflict (target) do update set
        since = case when t.since < now() - ${windowMinutes}::int * interval '1 minute' then now() else t.since end,
        calls = excluded.calls + case when t.since < now() - ${windowMinutes}::int * interval '1 minute' then 0 else t.calls end,
        failures = excluded.failures + case when t.since < now() - ${windowMinutes}::int * interval '1 minute' then 0 else t.failures end,
        paused_until = greatest(t.paused_until, excluded.paused_until)
      returning target
    ) select count(*) from counted`.execute(write)
  const names = calls.map(({ target }) => target)
  const answering = [...new Set(calls.filter(({ isFailure }) => !isFailure).map(({ target }) => target))]
  // A success closes the breaker, and the failures before it do not open it again.
  await sql`
    update delivery_target set broken_at = null, probe_at = null, calls = 0, failures = 0, since = now()
    where target = any(${answering}::text[]) and broken_at is not null`.execute(write)
  await sql`
    update delivery_target set broken_at = coalesce(broken_at, now()),
      probe_at = greatest(probe_at, now() + ${probeMs}::int * interval '1 millisecond')
    where target = any(${names}::text[]) and target <> all(${answering}::text[])
      and calls >= ${fewestCalls}::int and failures * 100 >= ${openFromPercent}::int * calls`.execute(write)
}

/** Whether this call may be the probe of an open breaker: one caller of all instances gets true. */
export async function claimProbe(db: Db, target: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update delivery_target set probe_at = now() + ${probeMs}::int * interval '1 millisecond'
    where target = ${target} and probe_at <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** Closes the breaker of a target by hand, ends its pause and has its deliveries come due. @returns false if neither was on */
export async function resumeTarget(write: Db, target: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from delivery_target where target = ${target}
    and (broken_at is not null or paused_until > now())`.execute(write)
  return numAffectedRows === 1n
}
