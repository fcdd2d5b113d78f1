import { sql } from 'kysely'
import { changeChannel, changedAreas } from '#platform/db/changes'
import type { Db } from '#platform/db/client'
import type { Listener } from '#platform/db/listen'
import type { Settings } from '#platform/settings/settings'
import { type ActivePlan, isPriorityFirst, type Rates, rateIn, readActivePlans, readRates } from '#supply'
import type { CapLimit, CappedPlan } from '../caps/claim.ts'
import type { Log } from '../worker.ts'
import { createSnapshots, type PlanSnapshot } from './snapshot.ts'

/** A plan that runs, as the engine holds it in memory. */
export interface RunningPlan extends ActivePlan, CappedPlan {}

/** The running plans in memory, as every instance has them at most about a second after a change. */
export interface RunningPlans {
  ofFlow(flow: string): readonly RunningPlan[]
  find(planId: string): RunningPlan | undefined
  /** The plans of a flow as a run names them; undefined: there are none. */
  snapshotOf(flow: string): PlanSnapshot | undefined
  /** The share of the last days' answers that accepted; see `Rates` of supply. */
  rateOf(plan: RunningPlan): number
  /** Whether the priority of plans of a flow goes before what they are worth. */
  isPriorityFirst(flow: string): boolean
  /** Reads them again, and the rates. */
  refresh(): Promise<void>
  stop(): void
}

/** The areas whose changes can change what is held here. */
const areas = ['plan', 'planUv', 'org', 'orgUv']
/** They are read again after this long without an announcement, because an announcement can be lost. In milliseconds. */
const refreshMs = 15_000

/** Loads the running plans, and follows their changes by any instance. */
export async function createRunningPlans(
  db: Db,
  listener: Listener,
  log: Log,
  settings: Pick<Settings, 'get'>,
): Promise<RunningPlans> {
  let plans = new Map<string, RunningPlan>()
  let flows = new Map<string, RunningPlan[]>()
  let rates: Rates = new Map()
  const snapshots = createSnapshots(db)
  let taken = new Map<string, PlanSnapshot>()
  let reading: Promise<void> | null = null
  let isAgain = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function read() {
    const read = await readPlans(db)
    rates = await readRates(db, read)
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
    rateOf: (plan) => rateIn(rates, plan),
    isPriorityFirst: (flow) => isPriorityFirst(settings, flow),
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

async function readPlans(db: Db): Promise<RunningPlan[]> {
  const plans = await readActivePlans(db)
  const limits = await readLimits(db)
  return plans.map((plan) => ({
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
