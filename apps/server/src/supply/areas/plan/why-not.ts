import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import type { PlanWhyNot, WhyNotExample, WhyNotRule } from '@kabao/contract/supply/plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { channelOfOwner } from '#users'

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

/** What the plan was worth in a run `r` that has it in its ranking, and the plan that went before it, as JSON; else null. */
const outranked = (planId: string) => sql`(
  select jsonb_build_object('priceFen', r.ranked_price_fen[k.place], 'rateBp', r.ranked_rate_bp[k.place],
    'by', jsonb_build_object('planId', r.ranked_plan_ids[1]::text, 'planName', p.name, 'orgName', o.name,
      'priceFen', r.ranked_price_fen[1], 'rateBp', r.ranked_rate_bp[1]))
  from (select array_position(r.ranked_plan_ids[2:], ${planId}::bigint) + 1 as place) k
    left join plan p on p.id = r.ranked_plan_ids[1] left join org o on o.id = p.org_id
  where k.place is not null)`

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
  const { rows } = await sql<WhyNotExample>`
    select r.id as "runId", time_of_id(r.id) as at, u.id as "userId", u.phone, u.name, ${outranked(planId)} as outranked
    from plan_why_not w cross join unnest(w.run_ids) x join match_run r on r.id = x join "user" u on u.id = r.user_id
    where ${sql.join(where, sql` and `)} order by r.id desc limit ${mostExamples}`.execute(
    db.withoutPlugins(),
  )
  return rows.map(({ phone, name, ...example }) => ({
    ...example,
    phone: phone && maskPhone(phone),
    name: name && maskName(name),
  }))
}
