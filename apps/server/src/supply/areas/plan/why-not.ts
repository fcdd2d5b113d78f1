import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import type { PlanWhyNot, WhyNotExample, WhyNotRule } from '@kabao/contract/supply/plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { channelOfOwner, outrankedOf, readSnapshots, type StoredRun, storedRun } from '#users'

/** The days of the longer of the two figures, with today. */
const days = 7
/** The most examples of a rule. */
const mostExamples = 20

/** How many runs of the match did not fit a plan, by the first rule that did not, today and in the last days. */
export async function whyNotOf(
  db: Db,
  planId: string,
  at: number,
  clock: BusinessClock,
): Promise<PlanWhyNot> {
  const today = businessDayAt(at, clock)
  const { rows } = await sql<PlanWhyNot['rules'][number]>`
    select rule, coalesce(sum(n) filter (where day = ${today}), 0)::int as today, sum(n)::int as week
    from plan_why_not where plan_id = ${planId} and day between ${daysAfter(today, 1 - days)} and ${today}
    group by rule order by 2 desc, 3 desc, 1`.execute(db.withoutPlugins())
  return { day: today, rules: rows }
}

/**
 * The latest people who did not fit a plan at a rule, masked.
 * @param owner only users of the channels of this administrator; null: all
 */
export async function whyNotExamples(
  db: Db,
  { planId, rule, owner }: { planId: string; rule: WhyNotRule; owner: string | null },
  at: number,
  clock: BusinessClock,
): Promise<WhyNotExample[]> {
  const today = businessDayAt(at, clock)
  const where = [
    sql`w.plan_id = ${planId} and w.rule = ${rule} and w.day between ${daysAfter(today, 1 - days)} and ${today}`,
    ...channelOfOwner(sql`u.channel_id`, owner),
  ]
  const { rows } = await sql<Omit<WhyNotExample, 'outranked'> & StoredRun>`
    select r.id as "runId", time_of_id(r.id) as at, u.id as "userId", u.phone, u.name, ${storedRun(sql`r`)}
    from plan_why_not w cross join unnest(w.run_ids) x join match_run r on r.id = x join "user" u on u.id = r.user_id
    where ${sql.join(where, sql` and `)} order by r.id desc limit ${mostExamples}`.execute(
    db.withoutPlugins(),
  )
  const worths = await worthsIn(db, rows, planId)
  return rows.map(({ runId, at: ranAt, userId, phone, name }, index) => ({
    runId,
    at: ranAt,
    userId,
    phone: phone && maskPhone(phone),
    name: name && maskName(name),
    outranked: worths[index] ?? null,
  }))
}

/** For each run what the plan was worth in it, and the plan that went before it; null: the plan is not in its ranking. */
async function worthsIn(
  db: Db,
  runs: readonly StoredRun[],
  planId: string,
): Promise<WhyNotExample['outranked'][]> {
  const ranked = runs.filter((run) => run.ranked || run.rankedIds)
  const snapshots = await readSnapshots(db, ranked)
  const rankings = runs.map((run) => outrankedOf(run, snapshots.get(run.snapshotId ?? '')))
  const names = await namesOf(
    db,
    rankings.flatMap((ranking) => ranking?.planIds.slice(0, 1) ?? []),
  )
  return rankings.map((ranking) => {
    const place = ranking?.planIds.indexOf(planId, 1) ?? -1
    if (!ranking || place < 0) return null
    const worthAt = (index: number) => ({
      priceFen: ranking.pricesFen[index] as number,
      rateBp: ranking.ratesBp[index] as number,
    })
    const first = ranking.planIds[0] as string
    const { planName = null, orgName = null } = names.get(first) ?? {}
    return { ...worthAt(place), by: { planId: first, planName, orgName, ...worthAt(0) } }
  })
}

/** Plans by their ids, with their organizations. */
export async function namesOf(
  db: Db,
  planIds: readonly string[],
): Promise<Map<string, { planName: string; orgName: string }>> {
  const { rows } = await sql<{ id: string; planName: string; orgName: string }>`
    select p.id, p.name as "planName", o.name as "orgName" from plan p join org o on o.id = p.org_id
    where p.id = any(${planIds}::bigint[])`.execute(db.withoutPlugins())
  return new Map(rows.map(({ id, planName, orgName }) => [id, { planName, orgName }]))
}
