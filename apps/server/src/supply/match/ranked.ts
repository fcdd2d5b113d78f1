import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Settings } from '#platform/settings/settings'
import type { MatchPlan } from './match.ts'

/** A plan that takes people, or would if it were not full for today. */
export interface ActivePlan extends MatchPlan {
  id: string
  orgId: string
  /** Whether people wait until a cap that is reached opens again. */
  waitsWhenFull: boolean
  /** The lowest price that a reply may give; null: such a price is not taken. */
  priceMinFen: number | null
  /** 0 to 100; the higher one first, among plans that are worth the same. */
  priority: number
  /** Whether the organization can receive people of this flow: by the stages of its template, or a visitor at its address. */
  isConnected: boolean
}

/**
 * The running plans, with those that are full for today: people may wait for them, and their counters say when they open.
 * @param flow only those of this flow
 */
export async function readActivePlans(db: Db, flow?: string): Promise<ActivePlan[]> {
  const { rows } = await sql<ActivePlan>`
    select t.id, t.org_id as "orgId", t.flow, 'running' as status, t.waits_when_full as "waitsWhenFull", t.price_fen as "priceFen",
      t.price_min_fen as "priceMinFen", t.price_max_fen as "priceMaxFen", t.priority,
      t.starts_on as "startsOn", t.ends_on as "endsOn", t.city_codes as "cityCodes", t.age_from as "ageFrom",
      t.age_to as "ageTo", t.gender, t.income_bands as "incomeBands", t.credit_bands as "creditBands", t.house, t.car,
      t.social_insurance as "socialInsurance", t.housing_fund as "housingFund", t.hourly_cap as "hourlyCap",
      t.daily_cap as "dailyCap", t.monthly_cap as "monthlyCap", t.total_cap as "totalCap", t.is_paced as "isPaced",
      t.daily_budget_fen::float8 as "dailyBudgetFen", t.dedupe_days as "dedupeDays",
      case when t.flow in ('uv', 'city') then o.login_url is not null else false end
        or exists (select from org_template x where x.org_id = o.id and x.template -> 'stages' ?& case t.flow
          when 'full' then '{submit}' when 'half' then '{check,submit}' else '{login}' end::text[]) as "isConnected",
      jsonb_build_object('status', o.status, 'cityCodes', o.city_codes) as org,
      array(select x.channel_id::text from plan_excluded_channel x where x.plan_id = t.id
        order by x.channel_id) as "excludedChannelIds",
      coalesce((select jsonb_agg(jsonb_build_object('weekday', w.weekday, 'from', to_char(w.from_time, 'HH24:MI'),
          'to', to_char(w.to_time, 'HH24:MI')) order by w.weekday, w.from_time)
        from plan_window w where w.plan_id = t.id), '[]') as windows
    from plan t join org o on o.id = t.org_id
    where t.status in ('running', 'exhausted') and ${flow === undefined ? sql`true` : sql`t.flow = ${flow}`} order by t.id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** The share of answers that accepted, of each plan with enough answers and of each flow (`flow full`). */
export type Rates = ReadonlyMap<string, number>

/** With fewer answers, the rate of a plan is the mean of its flow. */
const fewestAnswers = 20
/** The rate of a flow in which nobody has answered yet. */
const firstRate = 0.5

type Rated = Pick<ActivePlan, 'id' | 'flow'>

/** How plans were answered in the last seven days. */
export async function readRates(db: Db, plans: readonly Rated[]): Promise<Rates> {
  const { rows } = await sql<{ planId: string; answered: number; accepted: number }>`
    select plan_id as "planId", sum(answered)::int as answered, sum(accepted)::int as accepted
    from plan_answer where day > current_date - 7 group by plan_id`.execute(db.withoutPlugins())
  const rates = new Map<string, number>()
  const flowOf = new Map(plans.map(({ id, flow }) => [id, flow]))
  const flows = new Map<string, { answered: number; accepted: number }>()
  for (const { planId, answered, accepted } of rows) {
    const flow = flowOf.get(planId)
    if (flow === undefined) continue
    if (answered >= fewestAnswers) rates.set(planId, accepted / answered)
    const all = flows.get(flow) ?? { answered: 0, accepted: 0 }
    flows.set(flow, { answered: all.answered + answered, accepted: all.accepted + accepted })
  }
  for (const [flow, { answered, accepted }] of flows)
    if (answered > 0) rates.set(`flow ${flow}`, accepted / answered)
  return rates
}

/** The rate of a plan, or of its flow while it has few answers. */
export const rateIn = (rates: Rates, { id, flow }: Rated): number =>
  rates.get(id) ?? rates.get(`flow ${flow}`) ?? firstRate

const priorityFirst = {
  full: 'push.priorityFirstFull',
  half: 'push.priorityFirstHalf',
  uv: 'push.priorityFirstUv',
  city: 'push.priorityFirstCity',
} as const

/** Whether the priority of plans of a flow goes before what they are worth. */
export const isPriorityFirst = (settings: Pick<Settings, 'get'>, flow: string): boolean =>
  flow in priorityFirst && settings.get(priorityFirst[flow as keyof typeof priorityFirst])

type Ranked = Rated & Pick<ActivePlan, 'priceFen' | 'priority'>

/**
 * Plans of a flow in the order in which they are tried: by what one person is worth (price × acceptance rate), then priority, then id; or
 * by priority first, if a setting says so for the flow.
 */
export function ranked<P extends Ranked>(
  plans: readonly P[],
  by: { rateOf: (plan: P) => number; isPriorityFirst: (flow: string) => boolean },
): P[] {
  const worth = new Map(plans.map((plan) => [plan, plan.priceFen * by.rateOf(plan)]))
  const byWorth = (one: P, other: P) => (worth.get(other) as number) - (worth.get(one) as number)
  const byPriority = (one: P, other: P) => other.priority - one.priority
  const [first, then] = by.isPriorityFirst(plans[0]?.flow ?? '')
    ? [byPriority, byWorth]
    : [byWorth, byPriority]
  return plans.toSorted(
    (one, other) => first(one, other) || then(one, other) || Number(one.id) - Number(other.id),
  )
}
