import type { UnfitReason } from '@kabao/contract/push-plan'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { databaseNow } from '#db/now'
import { type MatchPerson, type MatchUse, misfitOf, pacedCap } from '../../match/match.ts'
import { elapsedShare, momentAt } from '../../match/windows.ts'
import { readBreakers } from '../breaker.ts'
import { readUse, unused } from '../caps/claim.ts'
import type { Engine } from '../engine.ts'
import { readAvailable } from '../match.ts'
import type { RunningPlan } from '../plans/running.ts'

/** Rules that a plan fits again later, whoever the person is. */
const passing: readonly UnfitReason[] = [
  ...(['status', 'dates', 'window', 'org', 'hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap'] as const),
  ...(['pace', 'budget', 'funds', 'connection', 'breaker'] as const),
]

/** Whether a person does not fit for a reason that passes and has nothing to do with the person. */
export const isPassing = (reason: UnfitReason): boolean => passing.includes(reason)

/** Whether a plan can take anybody, and how many. */
export type Room =
  | { kind: 'open'; places: number }
  | { kind: 'holds'; reason: UnfitReason }
  /** The plan takes nobody any more. */
  | { kind: 'ended' }

/** Fits every plan of the flow. */
const anybody = (flow: string): MatchPerson => ({
  ...{ flow, cityCode: null, age: null, gender: null, incomeBand: null, creditBand: null, house: null },
  ...{ car: null, socialInsurance: null, housingFund: null, channelId: null, isBlacklisted: false },
  daysSinceSent: null,
})

/** The plan without what it wants of a person. */
const forAnybody = (plan: RunningPlan): RunningPlan => ({
  ...plan,
  ...{
    cityCodes: [],
    ageFrom: null,
    ageTo: null,
    gender: null,
    incomeBands: [],
    creditBands: [],
    house: null,
  },
  ...{ car: null, socialInsurance: null, housingFund: null, excludedChannelIds: [] },
  org: { ...plan.org, cityCodes: [] },
})

/**
 * Whether the plan of a push plan can take people now. The figures are those of this moment: `decide` has the last word, and who is
 * refused then waits again.
 */
export async function roomOf(engine: Engine, planId: string): Promise<Room> {
  const { db, clock } = engine
  const plan = engine.plans.find(planId)
  if (!plan) return roomOfOther(db, planId)
  if (!plan.isConnected) return { kind: 'holds', reason: 'connection' }
  const at = databaseNow()
  const used = (await readUse(db, [planId], at, clock())).get(planId) ?? unused
  const available = (await readAvailable(db, [plan.orgId])).get(plan.orgId) ?? 0
  const use: MatchUse = {
    ...used,
    elapsed: plan.isPaced ? elapsedShare(plan.windows, at, clock()) : 1,
    availableFen: available,
  }
  const misfit = misfitOf(forAnybody(plan), anybody(plan.flow), momentAt(at, clock()), use)
  if (misfit) return { kind: 'holds', reason: misfit.rule }
  const until = (await readBreakers(db, [plan.orgId])).get(plan.orgId)
  if (until !== undefined && until > at) return { kind: 'holds', reason: 'breaker' }
  // One person probes whether the organization is back.
  return { kind: 'open', places: until === undefined ? placesOf(plan, use) : 1 }
}

/** How many more people a plan can take by its caps, its budget and the balance of its organization. */
function placesOf(plan: RunningPlan, use: MatchUse): number {
  const day = plan.isPaced && plan.dailyCap !== null ? pacedCap(plan.dailyCap, use.elapsed) : plan.dailyCap
  const caps = [
    ...[left(plan.hourlyCap, use.hour), left(day, use.day), left(plan.monthlyCap, use.month)],
    left(plan.totalCap, use.total),
  ]
  if (plan.priceFen === 0) return Math.min(...caps)
  const money = [left(plan.dailyBudgetFen, use.spentFen), use.availableFen]
  return Math.min(...caps, ...money.map((fen) => Math.floor(fen / plan.priceFen)))
}

const left = (cap: number | null, used: number) => (cap === null ? Number.POSITIVE_INFINITY : cap - used)

/** A plan that is not among the running ones. */
async function roomOfOther(db: Db, planId: string): Promise<Room> {
  const { rows } = await sql<{ status: string }>`select status from plan where id = ${planId}`.execute(db)
  const status = rows[0]?.status
  if (status === undefined || status === 'ended') return { kind: 'ended' }
  return { kind: 'holds', reason: status === 'exhausted' ? 'dailyCap' : 'status' }
}
