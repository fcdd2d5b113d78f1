import { sql } from 'kysely'
import { changeChannel, changedAreas } from '#platform/db/changes'
import type { Db } from '#platform/db/client'
import type { Listener } from '#platform/db/listen'
import type { Settings } from '#platform/settings/settings'
import type { MatchPlan } from '#supply'
import type { CapLimit, CappedPlan } from '../caps/claim.ts'
import type { Log } from '../worker.ts'
import { createSnapshots, type PlanSnapshot } from './snapshot.ts'

/** A plan that runs, as the engine holds it in memory. */
export interface RunningPlan extends MatchPlan, CappedPlan {
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

/** The running plans in memory, as every instance has them at most about a second after a change. */
export interface RunningPlans {
  ofFlow(flow: string): readonly RunningPlan[]
  find(planId: string): RunningPlan | undefined
  /** The plans of a flow as a run names them; undefined: there are none. */
  snapshotOf(flow: string): PlanSnapshot | undefined
  /** The share of the last days' answers that accepted; see `rates.ts`. */
  rateOf(plan: RunningPlan): number
  /** Whether the priority of plans of a flow goes before what they are worth. */
  isPriorityFirst(flow: string): boolean
  /** Reads them again, and the rates. */
  refresh(): Promise<void>
  stop(): void
}

type Flow = keyof typeof priorityFirst
const priorityFirst = {
  full: 'push.priorityFirstFull',
  half: 'push.priorityFirstHalf',
  uv: 'push.priorityFirstUv',
  city: 'push.priorityFirstCity',
} as const

/** The areas whose changes can change what is held here. */
const areas = ['plan', 'planUv', 'org', 'orgUv']
/** They are read again after this long without an announcement, because an announcement can be lost. In milliseconds. */
const refreshMs = 15_000
/** With fewer answers, the rate of a plan is the mean of its flow. */
const fewestAnswers = 20
/** The rate of a flow in which nobody has answered yet. */
const firstRate = 0.5

/** Loads the running plans, and follows their changes by any instance. */
export async function createRunningPlans(
  db: Db,
  listener: Listener,
  log: Log,
  settings: Pick<Settings, 'get'>,
): Promise<RunningPlans> {
  let plans = new Map<string, RunningPlan>()
  let flows = new Map<string, RunningPlan[]>()
  let rates = new Map<string, number>()
  const snapshots = createSnapshots(db)
  let taken = new Map<string, PlanSnapshot>()
  let reading: Promise<void> | null = null
  let isAgain = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function read() {
    const read = await readPlans(db)
    rates = ratesOf(read, await readAnswers(db))
    plans = new Map(read.map((plan) => [plan.id, plan]))
    flows = grouped(read)
    taken = snapshots.take(flows)
  }

  function refresh(): Promise<void> {
    isAgain = reading !== null
    reading ??= (async () => {
      do {
        isAgain = false
        await read()
      } while (isAgain)
    })().finally(() => {
      reading = null
    })
    return reading
  }

  async function follow() {
    clearTimeout(timer)
    await refresh().catch((error: unknown) => {
      if (!isStopped)
        log.warn({ err: error }, 'the running plans could not be read; the last known ones are used')
    })
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void follow(), refreshMs).unref()
  }

  const unfollow = await listener.follow(changeChannel, (payload) => {
    const changed = changedAreas(payload)
    if (!changed || changed.some((area) => areas.includes(area))) void follow()
  })
  await refresh()
  // The listener may have begun one already.
  clearTimeout(timer)
  timer = setTimeout(() => void follow(), refreshMs).unref()

  return {
    ofFlow: (flow) => flows.get(flow) ?? [],
    find: (planId) => plans.get(planId),
    snapshotOf: (flow) => taken.get(flow),
    rateOf: ({ id, flow }) => rates.get(id) ?? rates.get(`flow ${flow}`) ?? firstRate,
    isPriorityFirst: (flow) => flow in priorityFirst && settings.get(priorityFirst[flow as Flow]),
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
      unfollow()
    },
  }
}

function grouped(plans: readonly RunningPlan[]): Map<string, RunningPlan[]> {
  const flows = new Map<string, RunningPlan[]>()
  for (const plan of plans) {
    const own = flows.get(plan.flow)
    if (own) own.push(plan)
    else flows.set(plan.flow, [plan])
  }
  return flows
}

/** The running plans, with those that are full for today: people may wait for them, and their counters say when they open. */
async function readPlans(db: Db): Promise<RunningPlan[]> {
  const { rows } = await sql<Omit<RunningPlan, 'limits'>>`
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
    where t.status in ('running', 'exhausted') order by t.id`.execute(db.withoutPlugins())
  const limits = await readLimits(db)
  return rows.map((plan) => ({
    ...plan,
    limits: limits.filter(({ kind, id }) => id === (kind === 'org' ? plan.orgId : plan.id)),
  }))
}

async function readLimits(db: Db): Promise<CapLimit[]> {
  const { rows } = await sql<CapLimit>`
    select kind, id, channel_id as "channelId", span, most, most_fen::float8 as "mostFen" from cap_limit`.execute(
    db.withoutPlugins(),
  )
  return rows
}

interface Answers {
  planId: string
  answered: number
  accepted: number
}

/** How plans were answered in the last seven days. */
async function readAnswers(db: Db): Promise<Answers[]> {
  const { rows } = await sql<Answers>`
    select plan_id as "planId", sum(answered)::int as answered, sum(accepted)::int as accepted
    from plan_answer where day > current_date - 7 group by plan_id`.execute(db.withoutPlugins())
  return rows
}

/** The rate of each plan with enough answers, and the mean of each flow. */
function ratesOf(plans: readonly RunningPlan[], answers: readonly Answers[]): Map<string, number> {
  const rates = new Map<string, number>()
  const flowOf = new Map(plans.map(({ id, flow }) => [id, flow]))
  const flows = new Map<string, { answered: number; accepted: number }>()
  for (const { planId, answered, accepted } of answers) {
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
