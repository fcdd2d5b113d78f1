import { type BusinessClock, businessDayAt, endOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type CountRows, countRuns, joined, mostExamples, type PackedRun } from './why-not-counts.ts'

/** How many runs of the match one transaction counts at most. */
const mostRuns = 2_000

/**
 * Counts why people did not go to plans, from the runs of the match that were stored since the last time. Each run is counted once,
 * whoever calls: the position is in a row, and moves with the counts.
 * @returns how many runs were counted
 */
export async function countWhyNot(
  db: Db,
  clock: BusinessClock,
  signal?: AbortSignal,
): Promise<{ counted: number }> {
  let counted = 0
  for (let few = mostRuns; few > 0 && !signal?.aborted; counted += few)
    few = await db.transaction().execute((write) => countNext(write, clock))
  return { counted }
}

/**
 * Whether the search of a run `r` went on after it, because an organization rejected the person. The next run says anew who was
 * outranked, so that a plan counts once for a search, and not at all if it was tried in it.
 */
const goesOn = sql<boolean>`exists (select from match_run l where l.user_id = r.user_id and l.id > r.id
  and l.id < time_id_at(time_of_id(r.id) + interval '10 minutes'))`

async function countNext(write: Db, clock: BusinessClock): Promise<number> {
  const position = await sql<{ runId: string }>`
    select run_id as "runId" from why_not_position for update`.execute(write.withoutPlugins())
  const after = position.rows[0]?.runId as string
  const end = await endOfBatch(write, after, clock)
  if (!end) return 0
  const batch = { after, last: end.runId }
  const { planIds, rules, counts, runIds } = await countPacked(write, batch)
  await sql`
    insert into plan_why_not as w (plan_id, day, rule, n, run_ids)
    select p.id, ${end.day}, w.rule, sum(w.n)::int,
      coalesce((array_agg(w.run_id order by w.run_id desc) filter (where w.run_id is not null))[1:${sql.lit(mostExamples)}], '{}')
    from (
      select w.plan_id, w.rule, 1, r.id from match_run r cross join lateral (
        select (e ->> 0)::bigint as plan_id, e ->> 1 as rule from jsonb_array_elements(r.why_not) e
        union all
        select x.id, 'outranked' from unnest(r.ranked_plan_ids[2:]) x (id) where not ${goesOn}
      ) w
      where r.id > ${after} and r.id <= ${end.runId} and (r.why_not <> '[]' or r.ranked_plan_ids is not null)
      union all
      select * from unnest(${planIds}::bigint[], ${rules}::text[], ${counts}::integer[], ${runIds}::bigint[])
    ) w (plan_id, rule, n, run_id) join plan p on p.id = w.plan_id
    group by 1, 3 order by 1, 3
    on conflict (plan_id, day, rule) do update
      set n = w.n + excluded.n, run_ids = (excluded.run_ids || w.run_ids)[1:${sql.lit(mostExamples)}]`.execute(
    write,
  )
  await sql`update why_not_position set run_id = ${end.runId}`.execute(write)
  return end.count
}

/** Counts the runs of a batch that keep a number for each plan. */
async function countPacked(write: Db, { after, last }: { after: string; last: string }): Promise<CountRows> {
  const runs = await sql<PackedRun & { snapshotId: string }>`
    select r.id, r.snapshot_id as "snapshotId", r.reasons, case when r.ranked is not null and not ${goesOn} then r.ranked end as ranked
    from match_run r where r.id > ${after} and r.id <= ${last} and r.snapshot_id is not null order by r.id desc`.execute(
    write.withoutPlugins(),
  )
  const ids = [...new Set(runs.rows.map(({ snapshotId }) => snapshotId))]
  const snapshots = await sql<{ id: string; planIds: string[] }>`
    select id, plan_ids as "planIds" from plan_snapshot where id = any(${ids}::bigint[])`.execute(
    write.withoutPlugins(),
  )
  const runsOf = (id: string) => runs.rows.filter(({ snapshotId }) => snapshotId === id)
  const counts: CountRows[] = []
  for (const { id, planIds } of snapshots.rows) counts.push(await countRuns(runsOf(id), planIds))
  return joined(counts)
}

/**
 * The last of the next runs, which are all of one business day. Runs that a transaction under way may still store are left for
 * later: an id is the time at which it was made, which is after its transaction has begun to write.
 */
async function endOfBatch(
  db: Db,
  after: string,
  clock: BusinessClock,
): Promise<{ runId: string; count: number; day: string } | null> {
  const safe = sql`time_id_at(least(clock_timestamp() - interval '2 seconds', writing_since(null), owner_writing_since(null)))`
  const runs = await sql<{ id: string; at: number }>`
    select id, extract(epoch from time_of_id(id))::float8 * 1000 as at from match_run
    where id > ${after} and id < ${safe} order by id limit ${mostRuns}`.execute(db.withoutPlugins())
  const [first] = runs.rows
  if (!first) return null
  const day = businessDayAt(first.at, clock)
  const ofDay = runs.rows.filter(({ at }) => at < endOfDay(day, clock))
  return { runId: (ofDay.at(-1) as { id: string }).id, count: ofDay.length, day }
}
